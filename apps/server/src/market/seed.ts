/**
 * Which simulated market a store has. Its prices are a function of this number, so whoever knows it knows tomorrow's prices: unless the
 * operator names one, it is drawn by chance for a new store, and kept there, so that a restart goes on in the same market.
 */
import type { Store } from '../db/store.ts'
import type { Machine } from '../machine.ts'

/** The market of stores that are older than this rule. */
const SEED_BEFORE = 1
const NAME = 'seed'

export async function seedOf(parts: {
  readonly store: Pick<Store, 'query'>
  /** What the operator named, if anything: it is kept too. */
  readonly named: number | undefined
  readonly machine: Machine
}): Promise<number> {
  const { store, named, machine } = parts
  const rows = await store.query<{ name: string; value: number }>('select name, value from market_memory')
  const kept = rows.find((row) => row.name === NAME)?.value
  const seed = named ?? kept ?? (rows.length > 0 ? SEED_BEFORE : Buffer.from(machine.random(6)).readUIntBE(0, 6))
  if (seed !== kept)
    await store.query('insert into market_memory (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value', [
      NAME,
      seed,
    ])
  return seed
}
