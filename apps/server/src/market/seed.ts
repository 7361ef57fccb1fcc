/**
 * Which simulated market a store has, and in which order a replay plays the extremes of a bar. Simulated prices are a
 * function of this text, so a person who knows it knows tomorrow's prices: unless the operator names one, 128 bits are
 * drawn by chance for a new store, and kept there encrypted, so that a restart goes on in the same market.
 */

import { type Runtime, randomId } from '../services/clock/index.ts'
import type { Encryption } from '../services/encryption/index.ts'
import type { Store } from '../store/index.ts'

/** A seed shorter than this can be found by trying: 22 characters of base64 hold 128 bits. */
export const SEED_SAFE_LENGTH = 22

const ENCRYPTION_CONTEXT = { purpose: 'market_seed', row: 'simulated' }

export async function seedOf(parts: {
  readonly store: Pick<Store, 'query'>
  readonly encryption: Encryption
  /** The seed that the operator named, if any: it is stored too. */
  readonly named: string | undefined
  readonly runtime: Runtime
}): Promise<string> {
  const { store, encryption, named, runtime } = parts
  const [row] = await store.query<{ encrypted: Uint8Array }>('select encrypted from market_seed')
  const kept = row && encryption.decryptText(ENCRYPTION_CONTEXT, row.encrypted)
  const seed = named ?? kept ?? randomId(runtime)
  if (seed !== kept)
    await store.query(
      `insert into market_seed (name, encrypted) values ('simulated', $1) on conflict (name) do update
       set encrypted = excluded.encrypted`,
      [encryption.encryptText(ENCRYPTION_CONTEXT, seed)],
    )
  return seed
}
