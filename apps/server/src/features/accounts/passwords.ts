/**
 * New passwords: forgotten ones and changed ones, both with a code sent to the address or number and the second
 * factor, if the account has one. Both end the other sessions and hold withdrawals for some hours, so that a thief of
 * a mailbox gains no money. Both also forget every known browser but the one that they are set in (decision 131). A
 * forgotten one removes passkeys too (decision 114).
 */

import type { Reason } from '@veritick/contract'
import type { UserId } from '@veritick/domain'
import { type Handlers, type Refusal, refuse, type Session, say } from '../../calls/index.ts'
import type { Asker, CodeSpent, CodeTarget } from '../../services/codes/index.ts'
import { visitorAnswersOf } from '../../services/idempotency/index.ts'
import { momentText } from '../../services/messages/index.ts'
import { type Assertion, checkAssertion, removePasskeys, useAssertion } from '../../services/passkeys/index.ts'
import { checkCounted, signedIn } from '../../services/rate-limits/index.ts'
import {
  BROWSER_STANDINGS,
  checkPassword,
  forgetBrowsers,
  hashPassword,
  isProvenBrowser,
  passwordFault,
  rememberBrowser,
} from '../../services/secrets/index.ts'
import { inTransaction, lockUserRow, rollbackWith } from '../../services/transactions/index.ts'
import type { Transaction } from '../../store/index.ts'
import { type RefusedCode, refuseCode } from './code-refusals.ts'
import type { Context } from './context.ts'
import { readTarget } from './names.ts'
import { tell } from './notifications.ts'
import { changePerson, confirmByCode, type Person, personOf, personReached, targetOf } from './queries.ts'
import { attemptKeyOf, requireProof } from './step-up.ts'
import { isTwoFactorOn, spendSecondFactor } from './two-factor-store.ts'

/** Why these two cannot be the new password. */
export function newPasswordFault(first: string, second: string): Reason | undefined {
  return first === second ? passwordFault(first) : 'passwords_differ'
}

type Names = 'forgetPassword' | 'amendPassword'

export function passwordHandlers(context: Context): Handlers<Names> {
  return { forgetPassword: forgottenPassword(context), amendPassword: changedPassword(context) }
}

/** A new password for a visitor who gives the code that was sent, and the second factor of the account. */
function forgottenPassword(context: Context): Handlers<Names>['forgetPassword'] {
  const { store, settings } = context
  const repeats = visitorAnswersOf(context, 'reset')
  return ({ params, language, from, browser, visitorKey }) => {
    const again = { ok: true, data: null, msg: say(language, 'messages.password_set') } as const
    return repeats.run({ key: visitorKey, again, language }, async (markDone) => {
      const fault = newPasswordFault(params.new_password, params.secondary_password)
      if (fault !== undefined)
        return refuse(fault, fault === 'passwords_differ' ? 'secondary_password' : 'new_password')
      const named = readTarget(settings, { type: params.type, account: params.account, area: params.area_id })
      if (!named.ok) return named
      const { auth_code: code, totp_code: totp, passkey: text } = params
      const ceremony = { purpose: 'second_factor', session: undefined } as const
      const assertion = text === undefined ? undefined : await checkAssertion(context, { ...ceremony, text })
      if (assertion?.ok === false) return assertion
      const factor = { totp, assertion: assertion?.value }
      const reset = {
        target: named.target,
        asker: { kind: 'visitor', from, browser },
        code,
        factor,
        browser,
      } as const
      const passwordHash = await hashPassword({ password: params.new_password, from })
      const done = await inTransaction(store, async (tx) => {
        const made = await resetPassword(context, tx, { ...reset, passwordHash })
        if ('browser' in made) await markDone(tx)
        return made
      })
      if (!done.ok) return done
      if ('wrong' in done.value) return refuseCode(done.value.wrong, 'auth_code')
      return { ...again, browser: done.value.browser }
    })
  }
}

/** A new password for a signed-in customer. */
function changedPassword(context: Context): Handlers<Names>['amendPassword'] {
  const { store } = context
  return async ({ session, params, language, from, browser }) => {
    const fault = passwordFault(params.new_password)
    if (fault !== undefined) return refuse(fault, 'new_password')
    const known = await personOf({ ...context, db: store.db }, session.user)
    const { user } = known
    const wrong = await currentPasswordFault(context, { session, person: known, password: params.old_password, from })
    if (wrong !== undefined) return wrong
    const isProofNeeded = await isTwoFactorOn({ ...context, query: store.query }, user)
    if (isProofNeeded) {
      const proof = await requireProof(context, {
        session,
        browser,
        purpose: 'password',
        totp_code: params.totp_code,
        passkey: params.passkey,
      })
      if (!proof.ok) return proof
    }
    const passwordHash = await hashPassword({ password: params.new_password, from })
    const done = await inTransaction(store, async (tx) => {
      // Two-step verification that another session turned on during the look above ends this session, or is on now.
      await lockUserRow(tx.query, user)
      // The code must have been read where codes go now, and the notice goes there too.
      const person = await personOf({ ...context, db: tx.db }, user)
      const target = codeTargetOf(person, params.type)
      if (!(await context.sessions.isOpen(tx.query, session))) rollbackWith('session_ended')
      if (!isProofNeeded && (await isTwoFactorOn({ ...context, query: tx.query }, user)))
        rollbackWith('totp_needed', 'totp_code')
      const visitor = { kind: 'visitor', from, browser } as const
      const owner = `customer ${user}` as const
      const inProvenBrowser = await isProvenBrowser(tx.query, { owner, browser, encryption: context.encryption })
      const spent = await spendForPassword(context, tx, {
        target,
        user,
        inProvenBrowser,
        visitor,
        code: params.auth_code,
      })
      if (!spent.ok) return { wrong: spent }
      await confirmByCode(context, tx, { person, target, now: context.runtime.now() })
      return setPassword(context, tx, { person, passwordHash, except: session.tokenHash, browser })
    })
    if (!done.ok) return done
    if ('wrong' in done.value) return refuseCode(done.value.wrong, 'auth_code')
    return { ok: true, data: null, msg: say(language, 'messages.password_set'), browser: done.value.browser }
  }
}

/**
 * The second factor beside the mailed code when a forgotten password is set: a code of the app, a recovery code or a
 * passkey.
 */
type ResetFactor = { readonly totp: string | undefined; readonly assertion: Assertion | undefined }

/**
 * A forgotten password: the code that was sent and, with two-factor on, one of the app or a recovery code, because a
 * mailbox that was taken over must not be enough. A right code that is refused for want of the other is not used up
 * (the refusal rolls it back); a wrong one is counted.
 */
async function resetPassword(
  context: Context,
  tx: Transaction,
  given: {
    readonly target: CodeTarget
    readonly asker: Asker
    readonly code: string
    readonly factor: ResetFactor
    readonly passwordHash: string
    readonly browser: string | undefined
  },
): Promise<{ readonly wrong: RefusedCode } | { readonly browser: string }> {
  const { target, asker, code, factor, passwordHash, browser } = given
  const { runtime } = context
  const spent = await context.codes.spend(tx, { ...target, purpose: 'reset', asker, code })
  if (!spent.ok) return { wrong: spent }
  const person = await personReached({ ...context, db: tx.db }, target)
  // A right code only ever went to a customer; one who gave the address up since then has no password to set.
  if (person === undefined) return { wrong: { ok: false, reason: 'code_expired' } }
  const passkey = await secondFactorOfReset(context, tx, { user: person.user, factor })
  await confirmByCode(context, tx, { person, target, now: runtime.now() })
  const set = await setPassword(context, tx, { person, passwordHash, except: undefined, browser })
  await removeOtherPasskeys(context, tx, { person, except: passkey })
  return set
}

/**
 * A passkey signs in alone, so one that a thief had added would open the account after the reset. The one that the
 * customer has just used stays: its removal could leave a customer without the authenticator app no way in.
 */
async function removeOtherPasskeys(
  { messages, runtime, encryption }: Pick<Context, 'messages' | 'runtime' | 'encryption'>,
  tx: Transaction,
  of: { readonly person: Person; readonly except: string | undefined },
): Promise<void> {
  const { person, except } = of
  const now = runtime.now()
  if ((await removePasskeys({ encryption, tx }, { user: person.user, except, now })) === 0) return
  const message = { name: 'passkeys_removed', values: { time: momentText(now) } } as const
  await tell(messages, tx.query, { person, message })
}

/**
 * Returns the passkey that was used, if any. Counted apart from the codes that the owner types when signed in: a thief
 * of the mailbox must not keep the owner from anything.
 */
async function secondFactorOfReset(
  context: Context,
  tx: Transaction,
  given: { readonly user: UserId; readonly factor: ResetFactor },
): Promise<string | undefined> {
  const { user, factor } = given
  if (!(await isTwoFactorOn({ ...context, query: tx.query }, user))) return undefined
  const { totp, assertion } = factor
  if (assertion !== undefined) {
    const isNoted = assertion.user === user && (await useAssertion(context, tx.query, assertion))
    return isNoted ? assertion.passkey : rollbackWith('passkey_wrong', 'passkey')
  }
  const code = totp ?? rollbackWith('totp_needed', 'totp_code')
  const attempt = [{ kind: 'second_factor', key: `reset ${user}` }] as const
  if (!context.attempts.take(attempt)) rollbackWith('too_many_attempts')
  if (!(await spendSecondFactor(context, tx, { user, code }))) rollbackWith('totp_wrong', 'totp_code')
  context.attempts.giveBack(attempt)
  return undefined
}

/** Where the caller says that the code went, if it is a confirmed number; otherwise where codes go. */
function codeTargetOf(person: Person, type: 'email' | 'mobile' | undefined): CodeTarget {
  const confirmedPhone = person.phoneConfirmedAt === null ? null : person.phone
  if (type === 'mobile' && confirmedPhone !== null) return { channel: 'sms', to: confirmedPhone }
  return targetOf(person)
}

/** Asked for inside (send_code) or, as the specification's client does, like a forgotten one. */
async function spendForPassword(
  context: Pick<Context, 'codes'>,
  tx: Transaction,
  given: {
    readonly target: CodeTarget
    readonly user: UserId
    readonly inProvenBrowser: boolean
    readonly visitor: Asker
    readonly code: string
  },
): Promise<CodeSpent> {
  const { target, user, inProvenBrowser, visitor, code } = given
  const inside = await context.codes.spend(tx, {
    ...target,
    purpose: 'password',
    asker: { kind: 'customer', user },
    inProvenBrowser,
    code,
  })
  if (inside.ok) return inside
  const outside = await context.codes.spend(tx, { ...target, purpose: 'reset', asker: visitor, code })
  return outside.ok || inside.reason === 'code_expired' ? outside : inside
}

async function currentPasswordFault(
  context: Pick<Context, 'attempts'>,
  given: {
    readonly session: Session
    readonly person: Person
    readonly password: string | undefined
    readonly from: string
  },
): Promise<Refusal | undefined> {
  const { session, person, password, from } = given
  if (password === undefined) return undefined
  const attempt = [{ kind: 'current_password', key: attemptKeyOf(session) }] as const
  if (!context.attempts.take(attempt)) return refuse('too_many_attempts')
  const check = await checkCounted(context.attempts, attempt, () =>
    checkPassword({ kept: person.passwordHash ?? undefined, password, from }),
  )
  if (!check.right) return refuse('password_wrong', 'old_password')
  context.attempts.giveBack(attempt)
  return undefined
}

/** From now on only the browser in which it is set is the owner's own: the answer has the id of its cookie. */
async function setPassword(
  context: Context,
  tx: Transaction,
  change: {
    readonly person: Person
    readonly passwordHash: string
    readonly except: string | undefined
    readonly browser: string | undefined
  },
): Promise<{ readonly browser: string }> {
  const { person, passwordHash, except, browser } = change
  const { runtime, encryption } = context
  const now = runtime.now()
  await changePerson(context, tx, person.user, { password_hash: passwordHash, password_changed_at: now })
  await context.sessions.endSessions(tx, { user: person.user, except })
  const time = momentText(now)
  const hours = context.settings.get('password_hold_hours')
  const message =
    hours === 0
      ? ({ name: 'password_changed_unheld', values: { time } } as const)
      : ({ name: 'password_changed', values: { time, hours: String(hours) } } as const)
  await tell(context.messages, tx.query, { person, message })
  tx.onEnd((end) => {
    if (end !== 'committed') return
    context.codes.forgetWrong(person.user)
    // The thief of the old password has not used up the sign-ins with the new one.
    context.attempts.forget(BROWSER_STANDINGS.map((standing) => signedIn(person.user, standing)))
  })
  const owner = `customer ${person.user}` as const
  await forgetBrowsers(tx.query, { owner, except: browser })
  return { browser: await rememberBrowser(tx.query, { owner, browser, proven: true, runtime, encryption }) }
}
