/**
 * The operator's settings as they stand now. Each change is a new version that names who made it and why; none is ever
 * overwritten. What is read is parsed once and kept in memory: this process is the only one that changes them.
 */
import { REASON_TEXT_MAX, REASON_TEXT_MIN, SETTING_KEYS, type SettingKey } from '@veritick/contract/office'
import { assert } from '@veritick/domain'
import { asc, eq, max } from 'drizzle-orm'
import type { z } from 'zod'
import type { Runtime } from '../../services/clock/index.ts'
import { type Store, type Transaction, settings as table } from '../../store/index.ts'
import { weakens } from './protection.ts'
import { isSettingKey, SETTINGS, type SettingValue } from './registry.ts'

export type SettingChange = {
  readonly key: string
  /** JSON, as the registry's schema takes it. */
  readonly value: unknown
  /** `staff:7`, or what else changed it. */
  readonly who: string
  readonly reason: string
  /** The version that the person who changes it has seen (0: never changed): two at once do not overwrite each other. */
  readonly seenVersion: number
  /** Milliseconds that a change which weakens a protected setting waits before it holds; `undefined`: none waits. */
  readonly delay?: number
}

export type SettingChanged =
  | { readonly ok: true; readonly version: number; readonly holdsFrom: number }
  | {
      readonly ok: false
      readonly reason:
        | 'setting_unknown'
        | 'setting_invalid'
        | 'setting_changed_meanwhile'
        | 'reason_missing'
        | SettingRefusal
      /** What is wrong with the value, for the person who typed it. */
      readonly detail?: string
    }

/** Why a value that its schema takes cannot hold on this server, or beside the other settings. */
export type SettingRefusal = 'sms_unavailable' | 'sandbox_beside_money'

const WHY_REFUSED: { readonly [Refusal in SettingRefusal]: string } = {
  sms_unavailable: 'SMS_URL is not set, so no short message can be sent',
  sandbox_beside_money: 'the card sandbox credits money that nobody paid: not beside channels without a trial mark',
}

/** A setting as the office shows it. `value` is JSON as it was set. */
export type SettingView = {
  readonly key: SettingKey
  readonly value: unknown
  /** What holds until somebody changes it. */
  readonly initial: unknown
  /** The newest, also when it is not in force yet. */
  readonly version: number
  /** What comes into force later; until then `value` holds. */
  readonly next: SettingNext | undefined
  readonly isPublic: boolean
  readonly doc: string
}

export type SettingNext = { readonly version: number; readonly value: unknown; readonly holdsFrom: number }

export type SettingVersion = {
  readonly version: number
  readonly value: unknown
  readonly who: string
  readonly reason: string
  readonly at: number
  readonly holdsFrom: number
}

export type Alongside = (
  tx: Transaction,
  change: { readonly before: unknown; readonly after: unknown; readonly holdsFrom: number },
) => Promise<void>

export type Settings = {
  /** The value that holds now. */
  get<Key extends SettingKey>(key: Key): SettingValue<Key>
  /** Since when the value holds; `undefined`: nobody has ever set it. */
  since(key: SettingKey): number | undefined
  /** The JSON of a public setting; `undefined` for any other key. */
  public(key: string): { readonly key: SettingKey; readonly value: unknown } | undefined
  /** Of a value as its schema reads it; `undefined`: it can hold. */
  refusalOf(key: SettingKey, value: unknown): SettingRefusal | undefined
  list(): readonly SettingView[]
  /** Newest first. */
  history(key: SettingKey): Promise<readonly SettingVersion[]>
  /** When this change would come into force. */
  holdsFrom(change: { readonly key: SettingKey; readonly value: unknown; readonly delay: number }): number
  /** `alongside` runs in the same transaction, for the audit. The new value holds when this resolves, or from `holdsFrom` on. */
  change(change: SettingChange, alongside?: Alongside): Promise<SettingChanged>
  /** Runs after each change, before `change` answers; it reads what holds then. It must not reject: the change itself stands. */
  onChanged(listener: (key: SettingKey) => Promise<void>): void
  /** Sets what was never changed, from a settings file. Throws SettingsRefused with the setting's name when a value cannot be right. */
  seed(values: { readonly [key: string]: unknown }, from: string): Promise<readonly SettingKey[]>
}

/** A settings file that cannot be right: the start stops and names the setting. */
export class SettingsRefused extends Error {}

type Kept = {
  readonly json: unknown
  readonly value: unknown
  readonly version: number
  /** `undefined`: nobody has ever set it. */
  readonly at: number | undefined
  readonly holdsFrom: number
}
/** The version in force, and a newer one that is not in force yet. */
type Current = { now: Kept; next: Kept | undefined }

export async function openSettings(options: {
  readonly store: Store
  readonly runtime: Runtime
  readonly refuses?: (key: SettingKey, value: unknown, get: Settings['get']) => SettingRefusal | undefined
}): Promise<Settings> {
  const { store, runtime, refuses = () => undefined } = options
  const current = await loadCurrent(store)
  const listeners: ((key: SettingKey) => Promise<void>)[] = []
  const pairOf = (key: SettingKey): Current => {
    const found = current.get(key)
    assert(found !== undefined, `setting ${key} is loaded`)
    comeIntoForce(found, runtime.now())
    return found
  }
  const of = (key: SettingKey): Kept => pairOf(key).now
  const newest = (key: SettingKey): Kept => pairOf(key).next ?? of(key)
  const get: Settings['get'] = (key) => read(key, of(key))

  const holdsFromOf = (asked: {
    readonly key: SettingKey
    readonly value: unknown
    readonly delay: number
  }): number => {
    const { now } = pairOf(asked.key)
    const at = runtime.now()
    // Both were read by the key's own schema.
    const values = { now: now.value as never, next: asked.value as never, isFirst: newest(asked.key).version === 0 }
    return weakens({ key: asked.key, ...values }) ? at + asked.delay : at
  }

  const change: Settings['change'] = async (asked, alongside) => {
    const { key, who } = asked
    const reason = asked.reason.trim()
    if (!isSettingKey(key)) return { ok: false, reason: 'setting_unknown' }
    if (reason.length < REASON_TEXT_MIN || reason.length > REASON_TEXT_MAX)
      return { ok: false, reason: 'reason_missing' }
    const parsed = SETTINGS[key].schema.safeParse(asked.value)
    if (!parsed.success) return { ok: false, reason: 'setting_invalid', detail: faultsOf(parsed.error) }
    const refusal = refuses(key, parsed.data, get)
    if (refusal !== undefined) return { ok: false, reason: refusal, detail: WHY_REFUSED[refusal] }
    const at = runtime.now()
    const holdsFrom = asked.delay === undefined ? at : holdsFromOf({ key, value: parsed.data, delay: asked.delay })
    const changed = await store.transaction(async (tx): Promise<SettingChanged> => {
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`setting ${key}`])
      const [row] = await tx.db
        .select({ version: max(table.version) })
        .from(table)
        .where(eq(table.key, key))
      const version = row?.version ?? 0
      if (version !== asked.seenVersion) return { ok: false, reason: 'setting_changed_meanwhile' }
      await tx.db
        .insert(table)
        .values({ key, version: version + 1, value: JSON.stringify(asked.value), who, reason, at, holdsFrom })
      await alongside?.(tx, { before: of(key).json, after: asked.value, holdsFrom })
      return { ok: true, version: version + 1, holdsFrom }
    })
    // A later change may have come back first: never go to an older version.
    if (changed.ok && changed.version > newest(key).version)
      write(pairOf(key), { json: asked.value, value: parsed.data, version: changed.version, at, holdsFrom }, at)
    if (changed.ok) for (const listener of listeners) await listener(key)
    return changed
  }

  return {
    get,
    since: (key) => of(key).at,
    public: (key) => (isSettingKey(key) && SETTINGS[key].isPublic ? { key, value: of(key).json } : undefined),
    holdsFrom: ({ key, value, delay }) => {
      const parsed = SETTINGS[key].schema.safeParse(value)
      return parsed.success ? holdsFromOf({ key, value: parsed.data, delay }) : runtime.now()
    },
    refusalOf: (key, value) => {
      const parsed = SETTINGS[key].schema.safeParse(value)
      return parsed.success ? refuses(key, parsed.data, get) : undefined
    },
    list: () =>
      SETTING_KEYS.map((key) => {
        const { now, next } = pairOf(key)
        const { fallback: initial, isPublic, doc } = SETTINGS[key]
        const waiting = next && { version: next.version, value: next.json, holdsFrom: next.holdsFrom }
        return { key, value: now.json, initial, version: newest(key).version, next: waiting, isPublic, doc }
      }),
    history: async (key) => {
      const rows = await store.db.select().from(table).where(eq(table.key, key))
      return rows
        .sort((one, two) => two.version - one.version)
        .map(({ key: _, value, ...row }) => ({ ...row, value: parseJson(value) }))
    },
    change,
    onChanged: (listener) => void listeners.push(listener),
    seed: async (values, from) => {
      const set: SettingKey[] = []
      for (const [key, value] of Object.entries(values)) {
        if (isSettingKey(key) && newest(key).version > 0) continue
        const changed = await change({ key, value, who: from, reason: `first value, from ${from}`, seenVersion: 0 })
        if (!changed.ok)
          throw new SettingsRefused(`${from}: setting ${key}: ${changed.reason} ${changed.detail ?? ''}`.trim())
        if (isSettingKey(key)) set.push(key)
      }
      return set
    },
  }
}

/** What was written in its order: the same that this process would hold if it had run all the time. */
async function loadCurrent(store: Store): Promise<Map<SettingKey, Current>> {
  const rows = await store.db.select().from(table).orderBy(asc(table.key), asc(table.version))
  const current = new Map(SETTING_KEYS.map((key) => [key, firstOf(key)]))
  for (const { key, value, version, at, holdsFrom } of rows) {
    const pair = isSettingKey(key) ? current.get(key) : undefined
    if (isSettingKey(key) && pair !== undefined)
      write(pair, { json: parseJson(value), value: undefined, version, at, holdsFrom }, at)
  }
  for (const [key, pair] of current) {
    pair.now = readKept(key, pair.now)
    pair.next = pair.next && readKept(key, pair.next)
  }
  return current
}

function firstOf(key: SettingKey): Current {
  return {
    now: { json: SETTINGS[key].fallback, value: undefined, version: 0, at: undefined, holdsFrom: 0 },
    next: undefined,
  }
}

/** Only versions that may still hold are parsed: what a schema took long ago it may take no more. */
function readKept(key: SettingKey, kept: Kept): Kept {
  const parsed = SETTINGS[key].schema.safeParse(kept.json)
  const why = parsed.success ? '' : `: ${faultsOf(parsed.error)}`
  assert(parsed.success, `setting ${key}, version ${kept.version}, can be read${why}`)
  return { ...kept, value: parsed.data }
}

/** A newer version replaces one that waits. */
function write(pair: Current, kept: Kept, at: number): void {
  comeIntoForce(pair, at)
  if (kept.holdsFrom <= at) {
    pair.now = kept
    pair.next = undefined
  } else pair.next = kept
}

function comeIntoForce(pair: Current, at: number): void {
  if (pair.next === undefined || pair.next.holdsFrom > at) return
  pair.now = pair.next
  pair.next = undefined
}

/** What is kept was parsed by the key's own schema: its value is of the key's own type. */
function read<Key extends SettingKey>(_key: Key, kept: Kept): SettingValue<Key> {
  return kept.value as SettingValue<Key>
}

function parseJson(text: string): unknown {
  return JSON.parse(text)
}

function faultsOf(error: z.ZodError): string {
  return error.issues
    .map((issue) => [issue.path.join('.'), issue.message].filter((part) => part !== '').join(': '))
    .join('; ')
}
