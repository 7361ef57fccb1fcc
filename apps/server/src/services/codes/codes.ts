/**
 * One-time codes by mail or text message: six digits that prove that the customer reads an address now. A code works
 * once, for ten minutes, for one purpose and one target. The asker has five tries; all other askers together have five.
 * Of one asker's codes only the newest is valid, so no asker can use up or replace the code of another. The store holds
 * keyed hashes of code and target: reading or guessing them needs the encryption key.
 */
import { type Millis, millis, type UserId } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import { LOCK_NAMED, type Query, type Store, type Transaction } from '../../store/index.ts'
import { MINUTE_MS, type Runtime, randomBelow, randomId } from '../clock/index.ts'
import type { Encryption } from '../encryption/index.ts'
import type { CodePurpose, Message, Messages } from '../messages/index.ts'
import { type NetworkScope, networkScopes } from '../rate-limits/index.ts'
import {
  type AskedBy,
  CODES_KEPT_MS,
  ceilingReached,
  OWNERS_SMS_LIMITS,
  type Reached,
  type SharedCeiling,
  STRANGERS_LIMITS,
  sharedCeiling,
} from './code-limits.ts'
import { MadeCodes } from './made-codes.ts'
import { WrongOfCodes, WrongOfCustomers } from './wrong-tries.ts'

export const CODE_MINUTES = 10
/** Tries of one code by its asker. */
export const CODE_TRIES_MAX = 5
/** Tries of one code by all other askers together: a customer may read the mail on another device. */
export const CODE_TRIES_OF_OTHERS_MAX = 5

/** The receiver of a code. Mail addresses are compared in small letters, numbers as `+` and digits. */
export type CodeTarget = { readonly channel: 'mail' | 'sms'; readonly to: string }

/** A signed-in customer, or a visitor: known by the browser's cookie, without a cookie by the network. */
export type Asker =
  | { readonly kind: 'customer'; readonly user: UserId }
  | { readonly kind: 'visitor'; readonly from: string; readonly browser: string | undefined }

export type CodeRequest = CodeTarget & {
  readonly purpose: CodePurpose
  readonly language: Language
  readonly asker: Asker
  /** The asker's network, for its rate limit. `undefined`: not counted. */
  readonly from: string | undefined
  /** The network of an owner, whose text messages have a limit apart from those of strangers. */
  readonly ownerFrom?: string | undefined
  /** The asker owns the target: rate limits that other people can exhaust do not apply, and the code is sent first. */
  readonly byOwner?: boolean
  /** The receiver may be any person, such as at a registration: all of these share one rate limit a channel. */
  readonly toStranger?: boolean
  /** The transaction that the code allows, such as a withdrawal's amount and address: `words` are in the mail. */
  readonly detail?: { readonly words: string; readonly transactionBinding: string }
  /**
   * For an account that does not exist (`nothing`) or should not exist yet (a notice instead). Limits, answer and work
   * are the same, so the asker cannot tell the cases apart. The server sends no valid code.
   */
  readonly instead?: 'nothing' | Message
}

export type CodeSent = { readonly ok: true } | Reached

/**
 * `code_expired`: no code is valid (never sent, used, too old or tried too often). The customer needs a new one.
 * `too_many_attempts`: the customer gave too many wrong codes of all purposes. No code was tried.
 */
export type CodeSpent =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'code_wrong' | 'code_expired' }
  | { readonly ok: false; readonly reason: 'too_many_attempts'; readonly waitSeconds: number }

type Attempt = CodeTarget & {
  readonly purpose: CodePurpose
  readonly asker: Asker
  /** A signed-in customer's browser is proven: wrong codes are counted apart from those of a thief elsewhere. */
  readonly inProvenBrowser?: boolean
  readonly code: string
  /** The transaction that the code must have been requested for. */
  readonly transactionBinding?: string | undefined
}

type Parts = {
  readonly store: Store
  readonly encryption: Encryption
  readonly runtime: Runtime
  readonly messages: Messages
}

export const codesOf = (parts: Parts): Codes => new Codes(parts)

export class Codes {
  readonly #parts: Parts
  readonly #wrong = new WrongOfCodes()
  readonly #wrongOfCustomers: WrongOfCustomers
  readonly #made: MadeCodes
  readonly #strangers = {
    mail: sharedCeiling(STRANGERS_LIMITS.mail),
    sms: sharedCeiling(STRANGERS_LIMITS.sms),
  }
  readonly #owners = { mail: undefined, sms: sharedCeiling(OWNERS_SMS_LIMITS) }

  constructor(parts: Parts) {
    this.#parts = parts
    this.#wrongOfCustomers = new WrongOfCustomers(parts.runtime)
    this.#made = new MadeCodes(parts.runtime)
  }

  /** Within the limits, stores a code and sends it. Requests for one target run one after the other. */
  send(request: CodeRequest): Promise<CodeSent> {
    const { store, runtime } = this.#parts
    return store.transaction(async ({ query }) => {
      const { channel, purpose } = request
      const target = this.#targetHash(request)
      const asker = this.#askerHash(request.asker)
      const askedBy = kindOf(request)
      const from = request.from === undefined ? null : this.#networkHash(request.from)
      // The lock makes fifty requests at once count as fifty.
      await query(LOCK_NAMED, [target])
      const now = runtime.now()
      const own = await ceilingReached(query, { channel, purpose, target, asker, from, askedBy, now })
      const shared = this.#sharedOf(request)
      const limit = own ?? firstReached(shared, now)
      if (limit !== undefined) return limit
      const waitSeconds = this.#made.take({ purpose, target, askedBy })
      if (waitSeconds !== undefined) return { ok: false, reason: 'code_limit_reached', waitSeconds }
      for (const { ceiling, networks } of shared) ceiling.count({ networks, now })
      const id = randomId(runtime)
      const code = String(randomBelow(runtime, 1_000_000)).padStart(6, '0')
      const until = millis(now + CODE_MINUTES * MINUTE_MS)
      const hash = this.#codeHash({ id, purpose, target, asker, until }, code, request.detail?.transactionBinding)
      await query(
        `insert into codes
           (code_id, purpose, target_hash, from_hash, asker_hash, asked_by, code_hash, tries, created_at, expires_at,
            used_at)
         values ($1, $2, $3, $4, $5, $6, $7, 0, $8, $9, null)`,
        [id, purpose, target, from, asker, askedBy, hash, now, until],
      )
      await query('delete from codes where created_at < $1', [now - CODES_KEPT_MS])
      this.#wrong.forgetUntil(now)
      await this.#write(query, request, { code, until })
      return { ok: true }
    })
  }

  /** The limits that a request shares with other receivers. */
  #sharedOf({ channel, from, ownerFrom, toStranger = false }: CodeRequest): readonly Shared[] {
    const networksOf = (network: string | undefined) =>
      network === undefined
        ? []
        : networkScopes(network).map((scope) => ({ network: this.#networkHash(scope.network), times: scope.times }))
    const strangers = toStranger ? [{ ceiling: this.#strangers[channel], networks: networksOf(from) }] : []
    const owners = ownerFrom === undefined ? undefined : this.#owners[channel]
    return owners === undefined ? strangers : [...strangers, { ceiling: owners, networks: networksOf(ownerFrom) }]
  }

  /**
   * Uses a code up, and with it the codes that other askers requested for the same target and purpose. Of many attempts
   * at once, one gets `ok`. The caller checks every other refusal first and passes the transaction that does what the
   * code allows. When the code is wrong that transaction must not roll back, or the try is not counted.
   */
  spend(tx: Spending, attempt: Attempt): Promise<CodeSpent> {
    return this.#try(tx, attempt, { keepsRight: false })
  }

  /** Counts a wrong code like `spend`, and leaves a right one to be spent. */
  check(tx: Spending, attempt: Attempt): Promise<CodeSpent> {
    return this.#try(tx, attempt, { keepsRight: true })
  }

  /** A customer who has set a new password by a code has read it: the wrong codes before it count no longer. */
  forgetWrong(user: UserId): void {
    this.#wrongOfCustomers.forget(user)
  }

  async #try(tx: Spending, attempt: Attempt, how: { readonly keepsRight: boolean }): Promise<CodeSpent> {
    const { asker, inProvenBrowser = false } = attempt
    if (asker.kind === 'visitor') return this.#tryCode(tx, attempt, how)
    const counted = { user: asker.user, inProvenBrowser }
    const waitSeconds = this.#wrongOfCustomers.take(counted)
    if (waitSeconds !== undefined) return { ok: false, reason: 'too_many_attempts', waitSeconds }
    const tried = await this.#tryCode(tx, attempt, how).catch((error: unknown) => {
      // No code was tried.
      this.#wrongOfCustomers.giveBack(counted)
      throw error
    })
    if (tried.ok || tried.reason !== 'code_wrong') this.#wrongOfCustomers.giveBack(counted)
    return tried
  }

  async #tryCode(tx: Spending, attempt: Attempt, { keepsRight }: { readonly keepsRight: boolean }): Promise<CodeSpent> {
    const { query } = tx
    const { usedCredentials } = this.#parts.encryption
    const now = this.#parts.runtime.now()
    const { purpose } = attempt
    const target = this.#targetHash(attempt)
    // The lock is per target, because using a code up also changes the codes of other askers.
    await query(LOCK_NAMED, [target])
    const found = await this.#codeFor(query, { target, purpose, asker: attempt.asker, now })
    if (found === undefined) return { ok: false, reason: 'code_expired' }
    const { code_id: id, own, asker_hash: asker, expires_at: until } = found
    const owner = `codes of ${target} ${purpose}`
    if (until <= usedCredentials.usedUpTo(owner, now)) return { ok: false, reason: 'code_expired' }
    const tries = own ? 'tries' : 'others_tries'
    const triesMax = own ? CODE_TRIES_MAX : CODE_TRIES_OF_OTHERS_MAX
    const tried = `${tries} ${id}`
    if (this.#wrong.count(tried) >= triesMax) return { ok: false, reason: 'code_expired' }
    const code = attempt.code.trim()
    const hash = this.#codeHash({ id, purpose, target, asker, until }, code, attempt.transactionBinding)
    // Compared here, and never sent to the store: a store that compares them may say of any code that it is right.
    const isRight = found.code_hash === hash
    const counted = await query(
      `update codes set ${tries} = ${tries} + $2, used_at = $3
       where code_id = $1 and used_at is null and ${tries} < $4 and expires_at > $5 returning code_id`,
      [id, isRight && keepsRight ? 0 : 1, isRight && !keepsRight ? now : null, triesMax, now],
    )
    if (counted.length === 0) return { ok: false, reason: 'code_expired' }
    if (!isRight) {
      this.#wrong.add(tried, until)
      return { ok: false, reason: 'code_wrong' }
    }
    if (keepsRight) return { ok: true }
    // The row says it too, where it may be changed.
    usedCredentials.use(tx, owner, now + CODE_MINUTES * MINUTE_MS)
    await query('update codes set used_at = $3 where target_hash = $1 and purpose = $2 and used_at is null', [
      target,
      purpose,
      now,
    ])
    return { ok: true }
  }

  /** The asker's own code while it is valid, otherwise the newest one: it may have been requested on another device. */
  async #codeFor(
    query: Query,
    of: { readonly target: string; readonly purpose: CodePurpose; readonly asker: Asker; readonly now: number },
  ): Promise<Found | undefined> {
    const [found] = await query<Found>(
      `select code_id, code_hash, asker_hash, expires_at, coalesce(asker_hash = $3, false) as own from codes
       where target_hash = $1 and purpose = $2
       order by coalesce(asker_hash = $3 and expires_at > $4 and used_at is null, false) desc, created_at desc,
         number desc limit 1`,
      [of.target, of.purpose, this.#askerHash(of.asker), of.now],
    )
    return found
  }

  async #write(
    query: Query,
    request: CodeRequest,
    made: { readonly code: string; readonly until: Millis },
  ): Promise<void> {
    const { messages } = this.#parts
    const { instead, to, language, channel, purpose, detail, byOwner = false } = request
    if (instead !== undefined && instead !== 'nothing') {
      await messages.notify(query, { channel, to, language, message: instead })
      return
    }
    await messages.code(query, {
      channel: instead === undefined ? channel : 'none',
      to,
      language,
      purpose,
      minutes: CODE_MINUTES,
      byOwner,
      ...made,
      ...(detail === undefined ? {} : { detail: detail.words }),
    })
  }

  #targetHash(target: CodeTarget): string {
    return this.#parts.encryption.fingerprint('code target', `${target.channel}:${canonical(target)}`)
  }

  #networkHash(network: string): string {
    return this.#parts.encryption.fingerprint('code from', network)
  }

  #askerHash(asker: Asker): string {
    return this.#parts.encryption.fingerprint('code asker', nameOf(asker))
  }

  /** A row of the store whose target, purpose, asker or end was changed has no right code. */
  #codeHash({ id, purpose, target, asker, until }: Bound, code: string, transactionBinding?: string): string {
    const parts = [id, purpose, target, asker ?? '', String(until), code]
    return this.#parts.encryption.fingerprint(
      'code',
      [...parts, ...(transactionBinding === undefined ? [] : [transactionBinding])].join(':'),
    )
  }
}

type Spending = Pick<Transaction, 'query' | 'onEnd'>

type Found = {
  readonly code_id: string
  readonly code_hash: string
  readonly own: boolean
  readonly asker_hash: string | null
  readonly expires_at: number
}

type Bound = {
  readonly id: string
  readonly purpose: CodePurpose
  readonly target: string
  readonly asker: string | null
  readonly until: number
}

type Shared = { readonly ceiling: SharedCeiling; readonly networks: readonly NetworkScope[] }

function firstReached(shared: readonly Shared[], now: Millis): Reached | undefined {
  for (const { ceiling, networks } of shared) {
    const reached = ceiling.reached({ networks, now })
    if (reached !== undefined) return reached
  }
  return undefined
}

function kindOf({ asker, byOwner = false }: CodeRequest): AskedBy {
  if (!byOwner) return 'visitor'
  return asker.kind === 'customer' ? 'customer' : 'browser'
}

function nameOf(asker: Asker): string {
  if (asker.kind === 'customer') return `customer ${asker.user}`
  return asker.browser === undefined ? `network ${asker.from}` : `browser ${asker.browser}`
}

function canonical(target: CodeTarget): string {
  return target.channel === 'mail' ? target.to.trim().toLowerCase() : target.to.replace(/[^\d+]/g, '')
}
