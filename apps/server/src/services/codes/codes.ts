/**
 * One-time codes by mail or short message: six digits that prove that somebody reads an address now. A code works once, for ten
 * minutes, for one purpose and one target; who asked for it has five tries, and everybody else together has five. Of the codes that one
 * asker asked for only the newest counts. So nobody burns or replaces a code that somebody else asked for. The store holds keyed hashes of
 * code and target, so that neither can be read or tried out without the vault's key.
 */
import { type Millis, millis, type UserId } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import type { Query, Store } from '../../store/index.ts'
import { MINUTE_MS, type Runtime, randomBelow, randomId } from '../clock/index.ts'
import type { Encryption } from '../encryption/index.ts'
import type { CodePurpose, Messages, Notice } from '../messages/index.ts'
import { CODES_KEPT_MS, ceilingReached, type Reached, strangersCeiling } from './code-limits.ts'

export const CODE_MINUTES = 10
/** Of one code by who asked for it. */
export const CODE_TRIES_MAX = 5
/** Of one code by everybody else together: somebody who reads their mail on another device has them too. */
export const CODE_TRIES_OF_OTHERS_MAX = 5

/** Whom a code goes to. Mail addresses are compared in small letters, numbers as `+` and digits. */
export type CodeTarget = { readonly channel: 'mail' | 'sms'; readonly to: string }

/** Who asks for a code or tries one: a customer who is signed in, or a visitor, who is their browser, or without its cookie their network. */
export type Asker =
  | { readonly kind: 'customer'; readonly user: UserId }
  | { readonly kind: 'visitor'; readonly from: string; readonly browser: string | undefined }

export type CodeRequest = CodeTarget & {
  readonly purpose: CodePurpose
  readonly language: Language
  readonly asker: Asker
  /** The network that asks, for its ceiling; `undefined`: not counted. */
  readonly from: string | undefined
  /** Who asks is who the target belongs to: ceilings that strangers can reach do not hold. */
  readonly byOwner?: boolean
  /** A number that nobody has proven to be theirs gets a short message: those have a ceiling together. */
  readonly toStranger?: boolean
  /** What exactly the code allows, such as amount and address of a withdrawal: `words` stand in the mail, and it allows only that. */
  readonly detail?: { readonly words: string; readonly binds: string }
  /**
   * For an account that does not exist (`nothing`) or should not exist yet (a notice instead). Limits, answer and work are the
   * same, so nobody learns which it was; no right code ever leaves the house.
   */
  readonly instead?: 'nothing' | Notice
}

export type CodeSent = { readonly ok: true } | Reached

/** `code_expired`: no code is waiting (never sent, used, too old or tried too often): a new one is needed. */
export type CodeSpent = { readonly ok: true } | { readonly ok: false; readonly reason: 'code_wrong' | 'code_expired' }

export type Codes = {
  send(request: CodeRequest): Promise<CodeSent>
  /**
   * Uses a code up, and with it those that others asked for of the same target and purpose. Only one of many who try at once gets `ok`.
   * Check everything that can be refused before it. Give the query of the transaction that does what the code allows; when the code is
   * wrong, it must not roll back, or tries are not counted.
   */
  spend(
    query: Query,
    attempt: CodeTarget & {
      readonly purpose: CodePurpose
      readonly asker: Asker
      readonly code: string
      /** The one thing it is used for: it must have been asked for this. */
      readonly binds?: string | undefined
    },
  ): Promise<CodeSpent>
}

export function codesOf(options: {
  readonly store: Store
  readonly encryption: Encryption
  readonly runtime: Runtime
  readonly messages: Messages
}): Codes {
  const { store, encryption, runtime, messages } = options
  const targetHash = (target: CodeTarget) =>
    encryption.fingerprint('code target', `${target.channel}:${canonical(target)}`)
  const askerHash = (asker: Asker) => encryption.fingerprint('code asker', nameOf(asker))
  const codeHash = (id: string, code: string, binds?: string) =>
    encryption.fingerprint('code', binds === undefined ? `${id}:${code}` : `${id}:${code}:${binds}`)

  const strangers = strangersCeiling()
  const send = (request: CodeRequest): Promise<CodeSent> =>
    store.transaction(async ({ query }) => {
      const { purpose, byOwner = false, toStranger = false } = request
      const target = targetHash(request)
      const asker = askerHash(request.asker)
      const from = request.from === undefined ? null : encryption.fingerprint('code from', request.from)
      // One after the other for one target, so that fifty clicks at once are counted as fifty.
      await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [target])
      const now = runtime.now()
      const own = await ceilingReached(query, { purpose, target, asker, from, byOwner, now })
      const limit = own ?? (toStranger ? strangers.reached({ from, now }) : undefined)
      if (limit !== undefined) return limit
      if (toStranger) strangers.count({ from, now })
      const id = randomId(runtime)
      const code = String(randomBelow(runtime, 1_000_000)).padStart(6, '0')
      const until = millis(now + CODE_MINUTES * MINUTE_MS)
      await query(
        `insert into codes (code_id, purpose, target_hash, from_hash, asker_hash, code_hash, tries, created_at, expires_at, used_at)
         values ($1, $2, $3, $4, $5, $6, 0, $7, $8, null)`,
        [id, purpose, target, from, asker, codeHash(id, code, request.detail?.binds), now, until],
      )
      await query('delete from codes where created_at < $1', [now - CODES_KEPT_MS])
      await tell(query, request, { code, until })
      return { ok: true }
    })

  const tell = async (
    query: Query,
    request: CodeRequest,
    made: { readonly code: string; readonly until: Millis },
  ): Promise<void> => {
    const { instead, to, language, channel, purpose, detail } = request
    if (instead !== undefined && instead !== 'nothing') {
      await messages.notify(query, { channel, to, language, notice: instead })
      return
    }
    await messages.code(query, {
      channel: instead === undefined ? channel : 'none',
      to,
      language,
      purpose,
      minutes: CODE_MINUTES,
      ...made,
      ...(detail === undefined ? {} : { detail: detail.words }),
    })
  }

  const spend: Codes['spend'] = async (query, attempt) => {
    const now = runtime.now()
    const { purpose } = attempt
    const target = targetHash(attempt)
    // One after the other for one target: using one up touches those that others asked for.
    await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [target])
    // The own one, as long as it has not run out, otherwise the newest of anybody: it may have been asked for on another device.
    const [meant] = await query<{ code_id: string; own: boolean }>(
      `select code_id, coalesce(asker_hash = $3, false) as own from codes where target_hash = $1 and purpose = $2
       order by coalesce(asker_hash = $3 and expires_at > $4, false) desc, created_at desc, number desc limit 1`,
      [target, purpose, askerHash(attempt.asker), now],
    )
    if (meant === undefined) return { ok: false, reason: 'code_expired' }
    const { code_id: id, own } = meant
    const tries = own ? 'tries' : 'others_tries'
    const code = attempt.code.trim()
    // One statement: the row's lock lets one after the other in, and each sees what the one before it left.
    const tried = await query<{ spent: boolean }>(
      `update codes set ${tries} = ${tries} + 1, used_at = case when code_hash = $2 then $3::bigint end
       where code_id = $1 and used_at is null and ${tries} < $4 and expires_at > $3
       returning used_at is not null as spent`,
      [id, codeHash(id, code, attempt.binds), now, own ? CODE_TRIES_MAX : CODE_TRIES_OF_OTHERS_MAX],
    )
    const [row] = tried
    if (row === undefined) return { ok: false, reason: 'code_expired' }
    if (!row.spent) return { ok: false, reason: 'code_wrong' }
    // What others asked for of the same target and purpose has no more use.
    await query('update codes set used_at = $3 where target_hash = $1 and purpose = $2 and used_at is null', [
      target,
      purpose,
      now,
    ])
    return { ok: true }
  }

  return { send, spend }
}

function nameOf(asker: Asker): string {
  if (asker.kind === 'customer') return `customer ${asker.user}`
  return asker.browser === undefined ? `network ${asker.from}` : `browser ${asker.browser}`
}

function canonical(target: CodeTarget): string {
  return target.channel === 'mail' ? target.to.trim().toLowerCase() : target.to.replace(/[^\d+]/g, '')
}
