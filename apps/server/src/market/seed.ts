/**
 * Which simulated market a store has, and in which order a replay plays the extremes of a bar. Simulated prices are a
 * function of this text, so a person who knows it knows tomorrow's prices: unless the operator names one, 128 bits are
 * drawn by chance for a new store, and kept there encrypted, so that a restart goes on in the same market. An attacker
 * with write access to the store could delete the row or put an older one back, buy in one market and sell in the
 * other. So a keyed print of the seed is kept in the data folder, outside the store, and a start with another seed is
 * refused.
 */

import { z } from 'zod'
import { type Runtime, randomId } from '../services/clock/index.ts'
import type { Encryption } from '../services/encryption/index.ts'
import { codeOf, keepFile, readKnownFile, type Store } from '../store/index.ts'

/** A seed shorter than this can be found by trying: 22 characters of base64 hold 128 bits. */
export const SEED_SAFE_LENGTH = 22

/** Its name in the folder of the world. */
export const KNOWN_SEED_FILE = 'known-seed.json'

/** The store's seed is not the one of the last start, or that one cannot be kept: a sentence for an operator. */
export class SeedRefused extends Error {}

const ENCRYPTION_CONTEXT = { purpose: 'market_seed', row: 'simulated' }
/** `print`: a keyed hash, so the file tells no reader the seed. */
const KNOWN_SEED = z.strictObject({ print: z.string().regex(/^[0-9a-f]{64}$/) })

/**
 * A seed that the operator names is not compared, and replaces those of the store and the file: prices then come from
 * the setting alone, which no writer of the store can change. Without a name the seed of the store must have the print
 * of the file. No file: a new data folder, a restored backup or the first start of this version; the seed that is found
 * or drawn is adopted. Throws SeedRefused, and KnownFileRefused for a file that cannot be used.
 */
export async function seedOf(parts: {
  readonly store: Pick<Store, 'query'>
  readonly encryption: Encryption
  /** The seed that the operator named, if any: it is stored too. */
  readonly named: string | undefined
  /** The file of the data folder that keeps the print of the seed. */
  readonly file: string
  readonly runtime: Runtime
}): Promise<string> {
  const { store, encryption, named, file, runtime } = parts
  const [row] = await store.query<{ encrypted: Uint8Array }>('select encrypted from market_seed')
  const stored = row && encryption.decryptText(ENCRYPTION_CONTEXT, row.encrypted)
  const printOf = (seed: string) => encryption.fingerprint('market_seed', seed)
  if (named === undefined) requireKnown(file, stored === undefined ? undefined : printOf(stored))
  const seed = named ?? stored ?? randomId(runtime)
  if (seed !== stored)
    await store.query(
      `insert into market_seed (name, encrypted) values ('simulated', $1) on conflict (name) do update
       set encrypted = excluded.encrypted`,
      [encryption.encryptText(ENCRYPTION_CONTEXT, seed)],
    )
  // After the row: a process that is killed between the two leaves a seed that the next start adopts.
  keepPrint(file, printOf(seed))
  return seed
}

/** `print`: of the seed in the store; `undefined`: the store has none. */
function requireKnown(file: string, print: string | undefined): void {
  const known = readKnownFile(file, {
    schema: KNOWN_SEED,
    names: 'the seed of the market by a keyed print',
    remedy: 'the row of the table market_seed with the newest backup',
  })
  if (known === undefined || known.print === print) return
  const found =
    print === undefined
      ? 'its row is missing in the store, and a new seed would be another market'
      : 'the seed in the store is not the one of the last start, so it is another market'
  throw new SeedRefused(
    `table market_seed: ${found}: the row was deleted or put back. Keep a copy of the store, find out who can write ` +
      'to it, and restore the row from the newest backup that has the right one. To go on in another market on ' +
      `purpose, where open positions get other prices at once, remove the file ${file}`,
  )
}

/** A start that cannot keep it is refused: the next one would take any seed. */
function keepPrint(file: string, print: string): void {
  try {
    keepFile(file, { print } satisfies z.infer<typeof KNOWN_SEED>)
  } catch (error) {
    throw new SeedRefused(
      `${file} cannot be written (${codeOf(error) ?? 'no code'}): it keeps which market the store has. Make room on ` +
        'the disk of the data folder, or make the user that runs the server the owner of the file',
      { cause: error },
    )
  }
}
