/**
 * Confirms the customer before a call that lets money out or changes security, unless the session was confirmed in the
 * last five minutes. With two-factor on, the customer sends a code of the authenticator app or a recovery code;
 * otherwise a code that was sent to their own address. A passkey, which verifies its user, replaces either. A mailed
 * code confirms only the purpose that it was asked for and the content that it binds, for five minutes; a withdrawal
 * uses it up. A new payee needs both codes, because it decides where money goes from then on.
 */
import { type Millis, millis } from '@veritick/domain'
import { type Refusal, refuse, type Session } from '../../calls/index.ts'
import type { CodePurpose } from '../../services/messages/index.ts'
import { checkAssertion, useAssertion } from '../../services/passkeys/index.ts'
import { isProvenBrowser, proveBrowser } from '../../services/secrets/index.ts'
import type { Proven } from '../sessions/index.ts'
import { refuseCode } from './code-refusals.ts'
import type { Context } from './context.ts'
import { confirmByCode, personOf, targetOf } from './queries.ts'
import { isTwoFactorOn, spendSecondFactor } from './two-factor-store.ts'

export const PROOF_MILLIS = 300_000

/**
 * `purpose`: what the mailed code was asked for with send_code. `fresh`: a proof of minutes ago does not do. `mailed`:
 * a fresh mailed code in any case, and with two-factor on the second factor beside it. A mailed code that had to be
 * fresh proves nothing for later.
 */
export type ProofRequest = {
  readonly session: Session
  /** The request's cookie. A right proof proves the browser, so that limits of others spare it (decision 145). */
  readonly browser: string | undefined
  readonly purpose: CodePurpose
  readonly auth_code?: string | undefined
  readonly totp_code?: string | undefined
  /** The browser's answer to a challenge of passkey/proof_options. */
  readonly passkey?: string | undefined
  readonly fresh?: true
  /** The content that the mailed code must be bound to (withdrawals/transaction-binding.ts), if its purpose has one. */
  readonly transactionBinding?: string | undefined
  readonly mailed?: true
}

export type ProofParts = Pick<
  Context,
  'store' | 'sessions' | 'codes' | 'attempts' | 'runtime' | 'encryption' | 'messages' | 'challenges' | 'log'
>

/** The parameters of a call that confirm the customer. */
export type ProofGiven = Pick<ProofRequest, 'auth_code' | 'totp_code' | 'passkey'>

/**
 * The hash by which the session remembers a mailed code's purpose and content; hashed, because the content may name an
 * account.
 */
export const proofPrint = (
  { encryption }: Pick<Context, 'encryption'>,
  { purpose, transactionBinding = '' }: Pick<ProofRequest, 'purpose' | 'transactionBinding'>,
): string => encryption.fingerprint('proof', `${purpose}:${transactionBinding}`)

/**
 * Call it after everything that can be refused without it. Refuses with totp_needed (ask for a code of the app),
 * proof_needed (ask for one that is sent), code_wrong, code_expired, totp_wrong, passkey_wrong, passkey_expired or
 * too_many_attempts. A right code counts for the five minutes that follow; so where both codes are asked for, they may
 * come one after the other.
 */
export async function requireProof(parts: ProofParts, request: ProofRequest): Promise<{ readonly ok: true } | Refusal> {
  const proof = await proofOf(parts, request)
  if (proof.ok) {
    const { session, browser } = request
    await proveBrowser(parts.store.query, { ...parts, owner: `customer ${session.user}`, browser })
  }
  return proof
}

async function proofOf(parts: ProofParts, request: ProofRequest): Promise<{ readonly ok: true } | Refusal> {
  const { session, fresh, mailed, totp_code, passkey } = request
  const { store, sessions } = parts
  const recent = fresh ? undefined : recentProof(parts, session)
  const isOn = await isTwoFactorOn({ ...parts, query: store.query }, session.user)
  let hasFactor = recent?.by === 'passkey' || (isOn && recent?.by === 'totp')
  if (!hasFactor && (isOn || passkey !== undefined)) {
    const second = await spendFactor(parts, { session, totp_code, passkey })
    if (!second.ok) return second
    hasFactor = true
  }
  const of = proofPrint(parts, request)
  if (!mailed && (hasFactor || (recent?.by === 'code' && recent.of === of))) return { ok: true }
  const code = await spendMailed(parts, request)
  if (code.ok && !mailed && !fresh) await sessions.prove(session, { by: 'code', of })
  return code
}

/** Call it once the thing that a mailed code was asked for has happened: the same again needs a code of its own. */
export const forgetCode = (
  parts: Pick<Context, 'sessions' | 'encryption'>,
  request: Pick<ProofRequest, 'session' | 'purpose' | 'transactionBinding'>,
): Promise<void> => parts.sessions.forgetCode(request.session, proofPrint(parts, request))

function recentProof({ sessions, runtime }: ProofParts, session: Session): Proven | undefined {
  const proven = sessions.provenOf(session)
  return proven !== undefined && proven.at + PROOF_MILLIS > runtime.now() ? proven : undefined
}

async function spendMailed(parts: ProofParts, request: ProofRequest): Promise<{ readonly ok: true } | Refusal> {
  const { session, browser, purpose, auth_code: code, transactionBinding } = request
  if (code === undefined) return refuse('proof_needed', 'auth_code')
  const { store, codes, runtime } = parts
  // Where the code goes: an address that was put into the row for a moment proves nothing.
  const person = await personOf({ ...parts, db: store.db }, session.user)
  const target = targetOf(person)
  const asker = { kind: 'customer', user: session.user } as const
  const spent = await store.transaction(async (tx) => {
    const { query } = tx
    const inProvenBrowser = await isProvenBrowser(query, { ...parts, owner: `customer ${session.user}`, browser })
    const attempt = { ...target, purpose, asker, code, transactionBinding, inProvenBrowser }
    const used = await codes.spend(tx, attempt)
    if (used.ok) await confirmByCode(parts, tx, { person, target, now: runtime.now() })
    return used
  })
  return spent.ok ? spent : refuseCode(spent, 'auth_code')
}

/**
 * Wrong codes and passwords of a signed-in customer count in their session: the thief of another one cannot use up what
 * its owner may try. A thief opens no second session without what there is to guess.
 */
export const attemptKeyOf = ({ user, tokenHash }: Pick<Session, 'user' | 'tokenHash'>): string => `${user} ${tokenHash}`

/** The parameters of a call that confirm the customer, without its other parameters. */
export const proofIn = ({ auth_code, totp_code, passkey }: ProofGiven): ProofGiven => ({
  auth_code,
  totp_code,
  passkey,
})

/** Until when the session's newest proof counts. */
export function provenUntil(parts: Pick<Context, 'sessions'>, session: Session): Millis | undefined {
  const proven = parts.sessions.provenOf(session)
  return proven && millis(proven.at + PROOF_MILLIS)
}

async function spendFactor(
  parts: ProofParts,
  request: Pick<ProofRequest, 'session' | 'totp_code' | 'passkey'>,
): Promise<{ readonly ok: true } | Refusal> {
  const { session, totp_code, passkey } = request
  if (passkey !== undefined) return spendPasskey(parts, { session, passkey })
  if (totp_code === undefined) return refuse('totp_needed', 'totp_code')
  return spendTotp(parts, { session, code: totp_code })
}

/** Not counted as an attempt: a signature cannot be guessed, and each needs a challenge of its own. */
async function spendPasskey(
  parts: ProofParts,
  request: { readonly session: Session; readonly passkey: string },
): Promise<{ readonly ok: true } | Refusal> {
  const { session, passkey } = request
  const ceremony = { purpose: 'proof', session: session.tokenHash, user: session.user, text: passkey } as const
  const checked = await checkAssertion(parts, ceremony)
  if (!checked.ok) return checked
  if (!(await useAssertion(parts, parts.store.query, checked.value))) return refuse('passkey_wrong', 'passkey')
  await parts.sessions.prove(session, { by: 'passkey' })
  return { ok: true }
}

async function spendTotp(
  parts: ProofParts,
  request: { readonly session: Session; readonly code: string },
): Promise<{ readonly ok: true } | Refusal> {
  const { session, code } = request
  const attempt = [{ kind: 'second_factor', key: attemptKeyOf(session) }] as const
  if (!parts.attempts.take(attempt)) return refuse('too_many_attempts')
  const right = await parts.store.transaction((tx) => spendSecondFactor(parts, tx, { user: session.user, code }))
  if (!right) return refuse('totp_wrong', 'totp_code')
  parts.attempts.giveBack(attempt)
  await parts.sessions.prove(session, { by: 'totp' })
  return { ok: true }
}
