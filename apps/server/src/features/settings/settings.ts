/**
 * The operator's settings that hold now. Each change is a new version with its author and reason; no version is
 * overwritten. Values are parsed once and kept in memory: this process is the only one that changes them.
 */
import { basename } from 'node:path'
import { REASON_TEXT_MAX, REASON_TEXT_MIN, SETTING_KEYS, type SettingKey } from '@veritick/contract/office'
import { assert, must } from '@veritick/domain'
import { asc, eq, max } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import { type KnownVersions, rowSeal } from '../../services/seals/index.ts'
import { LOCK_NAMED, rereadAfterDoubt, type Store, type Transaction, settings as table } from '../../store/index.ts'
import { pricesAtOnce, type Saved, weakens } from './protection.ts'
import { isSettingKey, SETTINGS, type SettingValue } from './registry.ts'
import { type Current, comeIntoForce, currentOf, faultsOf, type Kept, loadCurrent, write } from './versions.ts'

export type SettingChange = {
  readonly key: string
  /** JSON, as the registry's schema takes it. */
  readonly value: unknown
  /** The author: `staff:7`, or the settings file. */
  readonly who: string
  readonly reason: string
  /** The version that the author has seen (0: never changed): two changes at once do not overwrite each other. */
  readonly seenVersion: number
  /** Milliseconds before a change holds that weakens a protected setting. `undefined`: no delay. */
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
      /** The fault of the value, for the staff member who typed it. */
      readonly detail?: string
    }

/** Why a value is refused that its schema accepts: this server or another setting rules it out. */
export type SettingRefusal = 'sms_unavailable' | 'sandbox_beside_money'

const WHY_REFUSED: { readonly [Refusal in SettingRefusal]: string } = {
  sms_unavailable: 'SMS_URL is not set, so no text message can be sent',
  sandbox_beside_money: 'the card sandbox credits money that was not paid: not beside channels without a trial mark',
}

/** A setting as the office shows it. `value` is JSON as it was set. */
export type SettingView = {
  readonly key: SettingKey
  readonly value: unknown
  /** The value before any change. */
  readonly initial: unknown
  /** The newest version, whether in force or not. */
  readonly version: number
  /** When `value` was saved; `undefined`: never changed. */
  readonly setAt: number | undefined
  /** The version that comes into force later; until then `value` holds. */
  readonly next: SettingNext | undefined
  readonly isPublic: boolean
  readonly doc: string
}

export type SettingNext = {
  readonly version: number
  readonly value: unknown
  /** When it was saved. */
  readonly setAt: number
  readonly holdsFrom: number
}

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
  change: {
    readonly before: unknown
    readonly after: unknown
    readonly holdsFrom: number
    /** True: prices of a list that waits hold at once (`pricesAtOnce`). */
    readonly hasPartAtOnce: boolean
  },
) => Promise<void>

export type Settings = {
  /** The value that holds now. */
  get<Key extends SettingKey>(key: Key): SettingValue<Key>
  /** When the value that holds was saved, also where it came into force later; `undefined`: it was never changed. */
  since(key: SettingKey): number | undefined
  /** The newer value that comes into force later, and when it was saved. */
  waiting<Key extends SettingKey>(key: Key): { readonly value: SettingValue<Key>; readonly at: number } | undefined
  /** The JSON of a public setting; `undefined` for any other key. */
  public(key: string): { readonly key: SettingKey; readonly value: unknown } | undefined
  /** Why this value would be refused; `undefined`: it is accepted. */
  refusalOf(key: SettingKey, value: unknown): SettingRefusal | undefined
  list(): readonly SettingView[]
  /** Newest first. */
  history(key: SettingKey): Promise<readonly SettingVersion[]>
  /** When this change would come into force. */
  holdsFrom(change: { readonly key: SettingKey; readonly value: unknown; readonly delay: number }): number
  /**
   * `alongside` runs in the same transaction, for the audit. The value holds once this resolves, or from `holdsFrom`.
   */
  change(change: SettingChange, alongside?: Alongside): Promise<SettingChanged>
  /** Runs after each change, before `change` answers. It must not reject: the change is stored already. */
  onChanged(listener: (key: SettingKey) => Promise<void>): void
  /** Sets each setting that was never changed, from a file or a variable. Throws SettingsRefused with its name. */
  seed(values: Values, from: FirstFrom): Promise<readonly SettingKey[]>
}

/** A settings file with a fault: the start stops and names the setting. */
export class SettingsRefused extends Error {}

type Values = { readonly [key: string]: unknown }
type FirstFrom = { readonly file: string } | { readonly variable: string }

type State = {
  readonly store: Store
  readonly encryption: Encryption
  readonly runtime: Runtime
  readonly knownVersions: KnownVersions
  readonly refuses: (key: SettingKey, value: unknown, get: Settings['get']) => SettingRefusal | undefined
  readonly current: ReadonlyMap<SettingKey, Current>
  readonly listeners: ((key: SettingKey) => Promise<void>)[]
  readonly get: Settings['get']
  readonly log: Logger
}

/** Throws RowChanged for a version that was changed, or deleted after it was seen. */
export async function openSettings(options: {
  readonly store: Store
  readonly encryption: Encryption
  readonly runtime: Runtime
  readonly knownVersions: KnownVersions
  readonly log: Logger
  readonly refuses?: (key: SettingKey, value: unknown, get: Settings['get']) => SettingRefusal | undefined
}): Promise<Settings> {
  const { store, encryption, runtime, knownVersions, log, refuses = () => undefined } = options
  const current = await loadCurrent(store, encryption, runtime.guardedNow())
  const get: Settings['get'] = (key) => read(key, pairOf(state, key).now)
  const state: State = { store, encryption, runtime, knownVersions, refuses, current, listeners: [], get, log }
  for (const key of SETTING_KEYS) {
    const { version } = newestOf(state, key)
    // The start has proven another read: the newest version may have been deleted since.
    knownVersions.require('settings', key, version)
    knownVersions.keep('settings', key, version)
  }
  return {
    get,
    since: (key) => pairOf(state, key).now.at,
    waiting: (key) => {
      const { next } = pairOf(state, key)
      return next?.at === undefined ? undefined : { value: read(key, next), at: next.at }
    },
    public: (key) => {
      if (!isSettingKey(key) || !SETTINGS[key].isPublic) return undefined
      return { key, value: pairOf(state, key).now.json }
    },
    holdsFrom: ({ key, value, delay }) => {
      const parsed = SETTINGS[key].schema.safeParse(value)
      return parsed.success ? holdsFromOf(state, { key, value: parsed.data, delay, at: runtime.now() }) : runtime.now()
    },
    refusalOf: (key, value) => {
      const parsed = SETTINGS[key].schema.safeParse(value)
      return parsed.success ? refuses(key, parsed.data, get) : undefined
    },
    list: () => SETTING_KEYS.map((key) => viewOf(state, key)),
    history: async (key) => {
      const rows = await store.db.select().from(table).where(eq(table.key, key))
      return rows
        .sort((one, two) => two.version - one.version)
        .map(({ key: _, seal: _seal, value, ...row }) => ({ ...row, value: JSON.parse(value) as unknown }))
    },
    change: (request, alongside) => changeSetting(state, request, alongside),
    onChanged: (listener) => void state.listeners.push(listener),
    seed: (values, from) => seedSettings(state, values, from),
  }
}

function pairOf({ current, runtime }: State, key: SettingKey): Current {
  const found = current.get(key)
  assert(found !== undefined, `setting ${key} is loaded`)
  // A clock that is ahead for a moment ends no delay.
  comeIntoForce(found, runtime.guardedNow())
  return found
}

function newestOf(state: State, key: SettingKey): Kept {
  const { now, next } = pairOf(state, key)
  return next ?? now
}

/**
 * `value` as the key's schema read it. If it weakens nothing beyond a version that waits already, it comes into force
 * with that version at the latest. A time after `at` says that it waits, also where the wall clock is ahead of the time
 * by which waits end.
 */
function holdsFromOf(
  state: State,
  request: { readonly key: SettingKey; readonly value: unknown; readonly delay: number; readonly at: number },
): number {
  const { key, value, delay, at } = request
  const { now, next } = pairOf(state, key)
  // Both were read by the key's own schema.
  const weakensFrom = (before: Kept) => weakens({ key, now: before.value as never, next: value as never })
  const own = weakensFrom(now) ? at + delay : at
  return next === undefined || weakensFrom(next) ? own : Math.min(own, Math.max(next.holdsFrom, at + 1))
}

function viewOf(state: State, key: SettingKey): SettingView {
  const { now, next } = pairOf(state, key)
  const { fallback: initial, isPublic, doc } = SETTINGS[key]
  const waiting = next && nextOf(next)
  const { version } = newestOf(state, key)
  return { key, value: now.json, initial, version, setAt: now.at, next: waiting, isPublic, doc }
}

function nextOf({ version, json, at, holdsFrom }: Kept): SettingNext {
  assert(at !== undefined, 'a version that waits was saved')
  return { version, value: json, setAt: at, holdsFrom }
}

async function changeSetting(state: State, request: SettingChange, alongside?: Alongside): Promise<SettingChanged> {
  const { key } = request
  const reason = request.reason.trim()
  if (!isSettingKey(key)) return { ok: false, reason: 'setting_unknown' }
  if (reason.length < REASON_TEXT_MIN || reason.length > REASON_TEXT_MAX) return { ok: false, reason: 'reason_missing' }
  const parsed = SETTINGS[key].schema.safeParse(request.value)
  if (!parsed.success) return { ok: false, reason: 'setting_invalid', detail: faultsOf(parsed.error) }
  const refusal = state.refuses(key, parsed.data, state.get)
  if (refusal !== undefined) return { ok: false, reason: refusal, detail: WHY_REFUSED[refusal] }
  // The parts are computed from the version in memory: it must be the one that `storeVersions` finds.
  if (request.seenVersion > newestOf(state, key).version) return { ok: false, reason: 'setting_changed_meanwhile' }
  const at = state.runtime.now()
  const { delay } = request
  const holdsFrom = delay === undefined ? at : holdsFromOf(state, { key, value: parsed.data, delay, at })
  const saved = { json: request.value, value: parsed.data }
  const parts = [...(holdsFrom > at ? partAtOnce(state, key, saved, at) : []), { ...saved, holdsFrom }]
  const changed = await storeVersions(state, { ...request, key, reason, at, parts }, alongside)
  // The author saw what memory holds, so memory is behind the store: the next author sees the newest version.
  const isBehind = !changed.ok && request.seenVersion === newestOf(state, key).version
  if (isBehind) await reread(state, key)
  if (changed.ok) state.knownVersions.keep('settings', key, changed.version)
  // A later change may have answered first: the memory never goes back to an older version.
  if (changed.ok && changed.version > newestOf(state, key).version) {
    const first = changed.version - parts.length + 1
    for (const [index, part] of parts.entries()) write(pairOf(state, key), { ...part, version: first + index, at })
  }
  if (changed.ok) for (const listener of state.listeners) await listener(key)
  return changed
}

type Part = Saved & { readonly holdsFrom: number }

/**
 * Prices of a list that waits which can hold at once without the others. Saved apart by the staff member, they would
 * replace a list that waits, and start its delay anew.
 */
function partAtOnce(state: State, key: SettingKey, next: Saved, at: number): readonly Part[] {
  const { now } = pairOf(state, key)
  const json = pricesAtOnce(key, now, next)
  if (json === undefined) return []
  const value: unknown = SETTINGS[key].schema.parse(json)
  assert(!weakens({ key, now: now.value as never, next: value as never }), 'what waits does not hold')
  return [{ json, value, holdsFrom: at }]
}

/** One version for each part; the answer is about the last one. */
function storeVersions(
  state: State,
  change: SettingChange & { readonly key: SettingKey; readonly at: number; readonly parts: readonly Part[] },
  alongside?: Alongside,
): Promise<SettingChanged> {
  const { key, who, reason, at, seenVersion, parts } = change
  const holdsFrom = must(parts.at(-1), 'the value itself').holdsFrom
  return state.store.transaction(async (tx): Promise<SettingChanged> => {
    await lockSetting(tx, key)
    const failed = (error: unknown) =>
      state.log.error({ err: error, setting: key }, 'a setting could not be read again')
    rereadAfterDoubt(tx, { reread: () => reread(state, key), failed })
    const [row] = await tx.db
      .select({ version: max(table.version) })
      .from(table)
      .where(eq(table.key, key))
    state.knownVersions.require('settings', key, row?.version ?? 0)
    if ((row?.version ?? 0) !== seenVersion) return { ok: false, reason: 'setting_changed_meanwhile' }
    const version = seenVersion + parts.length
    const rows = parts.map((part, index) => {
      const value = JSON.stringify(part.json)
      const { holdsFrom } = part
      const written = { key, version: seenVersion + 1 + index, value, who, reason, at }
      const seal = rowSeal(state.encryption, 'settings', { ...written, holds_from: holdsFrom })
      return { ...written, holdsFrom, seal }
    })
    await tx.db.insert(table).values(rows)
    const before = pairOf(state, key).now.json
    await alongside?.(tx, { before, after: change.value, holdsFrom, hasPartAtOnce: parts.length > 1 })
    return { ok: true, version, holdsFrom }
  })
}

/** Behind the lock, the rows are what every change has left. */
async function reread(state: State, key: SettingKey): Promise<void> {
  const rows = await state.store.transaction(async (tx) => {
    await lockSetting(tx, key)
    return tx.db.select().from(table).where(eq(table.key, key)).orderBy(asc(table.version))
  })
  const stored = currentOf(state, key, { rows, now: state.runtime.guardedNow() })
  const { version } = stored.next ?? stored.now
  state.knownVersions.require('settings', key, version)
  if (version <= newestOf(state, key).version) return
  state.knownVersions.keep('settings', key, version)
  Object.assign(pairOf(state, key), stored)
  for (const listener of state.listeners) await listener(key)
}

async function lockSetting(tx: Transaction, key: SettingKey): Promise<void> {
  await tx.query(LOCK_NAMED, [`setting ${key}`])
}

async function seedSettings(state: State, values: Values, from: FirstFrom): Promise<readonly SettingKey[]> {
  // The history is read in the office, which is told no path of the server.
  const [name, source] = 'file' in from ? [from.file, 'settings file of the start,'] : [from.variable, 'variable']
  const who = basename(name)
  const reason = `first value, from the ${source} ${who}`
  const set: SettingKey[] = []
  for (const [key, value] of Object.entries(values)) {
    if (isSettingKey(key) && newestOf(state, key).version > 0) continue
    const changed = await changeSetting(state, { key, value, who, reason, seenVersion: 0 })
    if (!changed.ok) {
      throw new SettingsRefused(
        changed.reason === 'setting_unknown'
          ? `${name}: there is no setting ${key}: correct its name or leave it out`
          : `${name}: setting ${key}: ${changed.reason} ${changed.detail ?? ''}`.trim(),
      )
    }
    if (isSettingKey(key)) set.push(key)
  }
  return set
}

/** The key's own schema parsed the value, so it has the key's own type. */
function read<Key extends SettingKey>(_key: Key, kept: Kept): SettingValue<Key> {
  return kept.value as SettingValue<Key>
}
