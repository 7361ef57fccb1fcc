/**
 * Which simulated market a store has, and in which order a replay plays the extremes of a bar. Simulated prices are a
 * function of this text, so a person who knows it knows tomorrow's prices: unless the operator names one, 128 bits are
 * drawn by chance for a new store, and kept there, so that a restart goes on in the same market.
 */

import { type Runtime, randomId } from '../services/clock/index.ts'
import type { Store } from '../store/index.ts'

/** A seed shorter than this can be found by trying: 22 characters of base64 hold 128 bits. */
export const SEED_SAFE_LENGTH = 22

export async function seedOf(parts: {
  readonly store: Pick<Store, 'query'>
  /** The seed that the operator named, if any: it is stored too. */
  readonly named: string | undefined
  readonly runtime: Runtime
}): Promise<string> {
  const { store, named, runtime } = parts
  const [kept] = await store.query<{ seed: string }>('select seed from market_seed')
  const seed = named ?? kept?.seed ?? randomId(runtime)
  if (seed !== kept?.seed)
    await store.query(
      `insert into market_seed (name, seed) values ('simulated', $1) on conflict (name) do update
       set seed = excluded.seed`,
      [seed],
    )
  return seed
}
