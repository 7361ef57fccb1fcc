/**
 * Opens a session once a customer has shown a password or a passkey. With two-step verification on, a password alone
 * opens none: the second factor is used up in the transaction that begins the session. A sign-in in a browser that is
 * new to the account is told to its owner.
 */
import { deviceName } from '@veritick/contract'
import { say } from '../../calls/index.ts'
import { hideOwnSignIn, momentText, type OwnSignIn } from '../../services/messages/index.ts'
import { type Assertion, useAssertion } from '../../services/passkeys/index.ts'
import { signedIn } from '../../services/rate-limits/index.ts'
import { hashOf, rememberBrowser, rememberNetwork, standingOf } from '../../services/secrets/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import type { Transaction } from '../../store/index.ts'
import type { Context } from './context.ts'
import { tellCustomer } from './notifications.ts'
import { changePerson, isClosed, languageOf, type Person, requireOwnPerson } from './queries.ts'
import { isTwoFactorOn, spendSecondFactor } from './two-factor-store.ts'

export type SignIn = {
  readonly person: Person
  /** The password was checked against this hash; `undefined`: a passkey alone. */
  readonly checked?: { readonly hash: string | null; readonly renewed: string | undefined }
  readonly assertion?: Assertion | undefined
  /** A code of the authenticator app, or a recovery code. */
  readonly code?: string | undefined
  readonly language: string
  readonly device: string
  readonly browser: string | undefined
  readonly from: string
}

/**
 * Refusals: `login_wrong` when the password was changed since it was checked, `account_closed`, `second_factor_needed`,
 * `totp_wrong`, `passkey_wrong`, `too_many_attempts`. The lock on the customer's row lets a change of the password, the
 * closing of the account, or turning two-step verification on, end this session too, in either order.
 */
export function beginSession(context: Context, signIn: SignIn) {
  const { person, checked, language, device, browser } = signIn
  requireOwnPerson(context, person)
  const { runtime, sessions, encryption } = context
  return inTransaction(context.store, async (tx) => {
    let isFirst = false
    const isSame = await changePerson(context, tx, person.user, (row) => {
      if (checked !== undefined && row.password_hash !== checked.hash) return undefined
      const { first_sign_in_at: first, password_hash: hash } = row
      // Sessions are deleted some days after their end, so they do not tell whether there was one before.
      isFirst = first === null
      return { first_sign_in_at: first ?? runtime.now(), password_hash: checked?.renewed ?? hash }
    })
    if (!isSame) rollbackWith('login_wrong')
    await tx.query('update users set language = $2 where user_id = $1', [person.user, language])
    if (await isClosed({ ...context, db: tx.db }, person.user)) rollbackWith('account_closed')
    const secondFactor = await passSecondFactor(context, tx, signIn)
    const owner = `customer ${person.user}` as const
    const standing = await standingOf(tx.query, { owner, browser, encryption })
    // The second factor proves the browser.
    const counted = signedIn(person.user, secondFactor ? 'proven' : standing)
    if (!context.attempts.take([counted])) rollbackWith('too_many_attempts')
    const token = await sessions.begin({ user: person.user, kind: person.kind, device, secondFactor }, tx)
    // The first sign-in follows the registration: no password was stolen yet.
    const proven = secondFactor || isFirst
    const cookie = await rememberBrowser(tx.query, { owner, browser, proven, runtime, encryption })
    const ownSignIn = { session: hashOf(token), browser: hashOf(cookie) }
    const isHidden =
      standing !== 'unknown' &&
      (await hideOwnSignIn({ ...context, query: tx.query }, { user: person.user, ...ownSignIn }))
    if (!isFirst && !isHidden && isToldOf(context, signIn)) await tellNewBrowser(context, tx, { signIn, ownSignIn })
    await rememberNetwork(tx.query, { user: person.user, network: signIn.from, ...context })
    return { token, browser: cookie }
  })
}

/** True: the sign-in has passed it. False: the customer has none. */
async function passSecondFactor(context: Context, tx: Transaction, signIn: SignIn): Promise<boolean> {
  const { person, assertion, code } = signIn
  if (assertion !== undefined) {
    const isNoted = assertion.user === person.user && (await useAssertion(context, tx.query, assertion))
    return isNoted || rollbackWith('passkey_wrong', 'passkey')
  }
  if (!(await isTwoFactorOn({ ...context, query: tx.query }, person.user))) return false
  const given = code ?? rollbackWith('second_factor_needed', 'code')
  return (
    (await spendSecondFactor(context, tx, { user: person.user, code: given })) || rollbackWith('totp_wrong', 'code')
  )
}

/** Of a sign-in in a new browser. Not asked at the first one, which follows the registration. */
const isToldOf = ({ attempts }: Context, { person }: SignIn): boolean =>
  attempts.take([{ kind: 'new_sign_in_told', key: String(person.user) }])

/** Tells the customer of the new browser: by mail, and in the app in every other browser. */
async function tellNewBrowser(
  context: Context,
  tx: Transaction,
  { signIn, ownSignIn }: { readonly signIn: SignIn; readonly ownSignIn: OwnSignIn },
): Promise<void> {
  const { runtime, config } = context
  const { person, device, from } = signIn
  const values = {
    time: momentText(runtime.now()),
    // Fixed words only: what a browser calls itself could carry a thief's own text into this mail.
    device: deviceName(device) ?? say(languageOf(person), 'mails.device_unknown'),
    network: roughNetwork(from),
  }
  const message =
    config.appUrl === undefined
      ? ({ name: 'new_sign_in', values } as const)
      : ({ name: 'new_sign_in_link', values: { ...values, link: `${config.appUrl}/forgot` } } as const)
  await tellCustomer({ ...context, tx }, { user: person.user, message, ownSignIn })
}

/** `203.0.113.*`: enough to recognise a provider, too little to find a person. Of IPv6 its first 48 bits. */
export function roughNetwork(network: string): string {
  const parts = network.split('.')
  if (parts.length === 4) return `${parts.slice(0, 3).join('.')}.*`
  return `${network.split(':').slice(0, 3).join(':')}:*`
}
