/**
 * Confirming an address by a code mailed to it. While an address was never confirmed it may be replaced, because it may
 * have been mistyped at the registration; a confirmed one stays. Codes and messages go to the new address from then on.
 * So a customer who can be asked in another way (a confirmed number, two-step verification, a passkey) is asked there
 * first, the old address or number is told, and withdrawals wait (decision 111).
 */

import { type Handlers, type Refusal, refuse, say } from '../../calls/index.ts'
import type { CodeSpent } from '../../services/codes/index.ts'
import { momentText } from '../../services/messages/index.ts'
import { passkeyCount } from '../../services/passkeys/index.ts'
import { isProvenBrowser } from '../../services/secrets/index.ts'
import { lockUserRow } from '../../services/transactions/index.ts'
import type { Transaction } from '../../store/index.ts'
import { refuseCode } from './code-refusals.ts'
import type { Context } from './context.ts'
import { readEmail } from './names.ts'
import { tell } from './notifications.ts'
import { changePerson, type Person, personOf, personReached, releaseTyped } from './queries.ts'
import { type ProofRequest, requireProof } from './step-up.ts'
import { isTwoFactorOn } from './two-factor-store.ts'

/** `taken`: another user has it; the caller must not see the difference to a free one. */
type ToConfirm = { readonly ok: true; readonly email: string; readonly taken: boolean } | Refusal

/** The address that a person would confirm now. */
export async function emailToConfirm(
  context: Pick<Context, 'encryption'> & { readonly store: Pick<Context['store'], 'db'> },
  options: { readonly person: Person; readonly email: string | undefined },
): Promise<ToConfirm> {
  const { person } = options
  if (person.emailConfirmedAt !== null) return refuse('email_confirmed')
  const text = options.email ?? person.email
  if (text === null) return refuse('email_missing', 'email')
  const email = readEmail(text)
  if (!email.ok) return refuse(email.reason, 'email')
  const owner = await personReached({ ...context, db: context.store.db }, { channel: 'mail', to: email.value })
  return { ok: true, email: email.value, taken: owner !== undefined && owner.user !== person.user }
}

export function emailHandlers(context: Context): Handlers<'confirmEmail'> {
  const { store, codes, encryption } = context
  return {
    confirmEmail: async ({ session, params, language, browser }) => {
      const person = await personOf({ ...context, db: store.db }, session.user)
      const confirming = await emailToConfirm(context, { person, email: params.email })
      if (!confirming.ok) return confirming
      const { email } = confirming
      const owner = `customer ${person.user}` as const
      const attempt = {
        channel: 'mail',
        to: email,
        purpose: 'confirm_email',
        asker: { kind: 'customer', user: person.user },
        inProvenBrowser: await isProvenBrowser(store.query, { owner, browser, encryption }),
        code: params.auth_code,
      } as const
      // A slip in this code must not use up the proof, and a missing proof must not use up this code.
      const checked = await store.transaction((tx) => codes.check(tx, attempt))
      if (!checked.ok) return refuseCode(checked, 'auth_code')
      const { totp_code, passkey, proof_code } = params
      const given = { session, browser, totp_code, passkey, auth_code: proof_code }
      const proof = await requireOldWay(context, { person, email, given })
      if (!proof.ok) return proof
      const spent = await store.transaction(async (tx): Promise<CodeSpent> => {
        const used = await codes.spend(tx, attempt)
        if (!used.ok) return used
        return (await setEmail(context, tx, { person, email })) ? used : { ok: false, reason: 'code_expired' }
      })
      if (!spent.ok) return refuseCode(spent, 'auth_code')
      return { ok: true, data: { email }, msg: say(language, 'messages.email_confirmed') }
    },
  }
}

/**
 * For an address that the customer has not had: the second factor, otherwise a code sent to where codes went until now.
 * A customer with a mistyped address alone has no other way and is asked for nothing.
 */
async function requireOldWay(
  context: Context,
  of: {
    readonly person: Person
    readonly email: string
    readonly given: Pick<ProofRequest, 'session' | 'browser' | 'auth_code' | 'totp_code' | 'passkey'>
  },
): Promise<{ readonly ok: true } | Refusal> {
  const { person, email, given } = of
  const { query } = context.store
  if (email === person.email) return { ok: true }
  const hasWay =
    person.phoneConfirmedAt !== null ||
    (await isTwoFactorOn({ ...context, query }, person.user)) ||
    (await passkeyCount({ query, encryption: context.encryption }, person.user)) > 0
  if (!hasWay) return { ok: true }
  const proof = await requireProof(context, { ...given, purpose: 'new_email', transactionBinding: email, fresh: true })
  return proof.ok || proof.field !== 'auth_code' ? proof : { ...proof, field: 'proof_code' }
}

/**
 * `false`: the address was confirmed meanwhile, or another user registered with it: then it is that user's, and the
 * code is of no more use.
 */
async function setEmail(
  context: Pick<Context, 'runtime' | 'messages' | 'encryption'>,
  tx: Transaction,
  change: { readonly person: Person; readonly email: string },
): Promise<boolean> {
  const { person, email } = change
  const now = context.runtime.now()
  // Before the change: the old address or number is told. The code was asked for with the address of `person`.
  await lockUserRow(tx.query, person.user)
  const before = await personOf({ ...context, db: tx.db }, person.user)
  if (before.email !== person.email) return false
  const isNew = email !== person.email
  await releaseTyped(context, tx, { email, except: person.user })
  const others = await tx.query('select 1 from users where email = $1 and user_id <> $2', [email, person.user])
  if (others.length > 0) return false
  const isSet = await changePerson(context, tx, person.user, (row) => {
    if (row.email_confirmed_at !== null || row.email !== person.email) return undefined
    return { email, email_confirmed_at: now, ...(isNew ? { email_changed_at: now } : {}) }
  })
  if (!isSet) return false
  const message = { name: 'email_changed', values: { time: momentText(now) } } as const
  if (isNew) await tell(context.messages, tx.query, { person: before, message })
  return true
}
