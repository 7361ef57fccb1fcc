/** The stored versions of settings: each is proven by its seal and parsed; the newest ones are the values that hold. */
import { SETTING_KEYS, type SettingKey } from '@veritick/contract/office'
import { assert, must } from '@veritick/domain'
import { asc } from 'drizzle-orm'
import type { z } from 'zod'
import type { Encryption } from '../../services/encryption/index.ts'
import { requireNext, requireRowSealed } from '../../services/seals/index.ts'
import { type Store, settings as table } from '../../store/index.ts'
import type { Saved } from './protection.ts'
import { SETTINGS } from './registry.ts'

export type Kept = Saved & {
  readonly version: number
  /** `undefined`: never changed. */
  readonly at: number | undefined
  readonly holdsFrom: number
}
/** The version in force, and a newer one that is not in force yet. */
export type Current = { now: Kept; next: Kept | undefined }

/** `now`: guarded time. */
export async function loadCurrent(
  store: Store,
  encryption: Encryption,
  now: number,
): Promise<Map<SettingKey, Current>> {
  const all = await store.db.select().from(table).orderBy(asc(table.key), asc(table.version))
  const current = (key: SettingKey) =>
    currentOf({ encryption }, key, { rows: all.filter((row) => row.key === key), now })
  return new Map(SETTING_KEYS.map((key) => [key, current(key)]))
}

/**
 * Applies the stored versions in their order, as a process that ran all the time. Throws RowChanged. `now`: guarded
 * time.
 */
export function currentOf(
  { encryption }: { readonly encryption: Encryption },
  key: SettingKey,
  { rows, now }: { readonly rows: readonly (typeof table.$inferSelect)[]; readonly now: number },
): Current {
  const pair = firstOf(key)
  const savedBy = latestTimes(rows, now)
  for (const [index, { value, version, who, reason, at, holdsFrom, seal }] of rows.entries()) {
    requireRowSealed(encryption, 'settings', { key, version, value, who, reason, at, holds_from: holdsFrom, seal })
    requireNext('settings', key, { version, before: index })
    comeIntoForce(pair, must(savedBy[index], 'a time for each version'))
    write(pair, { json: JSON.parse(value), value: undefined, version, at, holdsFrom })
  }
  return { now: readKept(key, pair.now), next: pair.next && readKept(key, pair.next) }
}

/**
 * For each version the latest time at which it can have been saved. Its own `at` is of a wall clock that may have been
 * ahead; it was saved before the versions after it, and before now.
 */
function latestTimes(rows: readonly { readonly at: number }[], now: number): readonly number[] {
  let latest = now
  return rows
    .map(({ at }) => at)
    .reverse()
    .map((at) => {
      latest = Math.min(latest, at)
      return latest
    })
    .reverse()
}

function firstOf(key: SettingKey): Current {
  return {
    now: { json: SETTINGS[key].fallback, value: undefined, version: 0, at: undefined, holdsFrom: 0 },
    next: undefined,
  }
}

/** Only versions that may still hold are parsed: a schema may refuse a value that an older schema accepted. */
function readKept(key: SettingKey, kept: Kept): Kept {
  const parsed = SETTINGS[key].schema.safeParse(kept.json)
  const why = parsed.success ? '' : `: ${faultsOf(parsed.error)}`
  assert(parsed.success, `setting ${key}, version ${kept.version}, can be read${why}`)
  return { ...kept, value: parsed.data }
}

/** A newer version replaces a waiting one. It waits if it holds from a time after it was saved, by the same clock. */
export function write(pair: Current, kept: Kept & { readonly at: number }): void {
  if (kept.holdsFrom <= kept.at) {
    pair.now = kept
    pair.next = undefined
  } else pair.next = kept
}

/** `at`: guarded time, which no wall clock that is ahead for a moment ends early. */
export function comeIntoForce(pair: Current, at: number): void {
  if (pair.next === undefined || pair.next.holdsFrom > at) return
  pair.now = pair.next
  pair.next = undefined
}

export function faultsOf(error: z.ZodError): string {
  return error.issues
    .map((issue) => [issue.path.join('.'), issue.message].filter((part) => part !== '').join(': '))
    .join('; ')
}
