/**
 * Sign-in of staff: password and authenticator code together, so that a refusal does not show which of them was wrong.
 * A code works once. Failed tries count in the same way as customers' sign-ins, so failed tries from other browsers do
 * not lock a staff member out of a known browser.
 */

import { isDeepStrictEqual } from 'node:util'
import { permissionsOf } from '@veritick/contract/office'
import { type OfficeHandlers, refuse, type StaffMember, type StaffSession } from '../../calls/index.ts'
import { writeAudit } from '../../services/audit/index.ts'
import { checkCounted, signInAttempts } from '../../services/rate-limits/index.ts'
import { provenStaff, type SealedRow } from '../../services/seals/index.ts'
import {
  checkPassword,
  forgetBrowsers,
  hashPassword,
  passwordFault,
  rememberBrowser,
  spendStep,
  spentStep,
  standingOf,
  totpStep,
} from '../../services/secrets/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import type { Transaction } from '../../store/index.ts'
import { holdOf } from './access.ts'
import type { Context } from './context.ts'
import { totpEncryptionContext } from './links.ts'
import { STAFF_IDLE_MILLIS } from './living-sessions.ts'
import { plainEmail, type StaffRow, staffByEmail, staffById, updateStaff } from './rows.ts'
import { csrfOf, STAFF_SESSION_MILLIS, type StaffSessions } from './session.ts'

type Names = 'signIn' | 'me' | 'signOut' | 'mySessions' | 'endMySession' | 'changeMyPassword'

export function signInHandlers(context: Context, sessions: StaffSessions): OfficeHandlers<Names> {
  const { store, attempts, encryption } = context
  return {
    signIn: async ({ params, from, device, browser }) => {
      const email = plainEmail(params.email)
      const person = await staffByEmail(context, store.query, email)
      const owner = person && (`staff ${person.staff}` as const)
      const standing = await standingOf(store.query, { owner, browser, encryption })
      const counted = signInAttempts({ whom: `staff ${email}`, from, browser, standing, port: 'office' })
      if (!attempts.take(counted)) return refuse('too_many_attempts')
      const check = await checkCounted(attempts, counted, () =>
        checkPassword({ kept: person?.passwordHash ?? undefined, password: params.password, from }),
      )
      const may = person !== undefined && check.right && person.disabledAt === null
      if (!may) return refuse('login_wrong')
      const begun = await inTransaction(store, async (tx) => {
        if (!(await spendCode(context, tx, { person, code: params.totp_code }))) rollbackWith('login_wrong')
        return enter(context, tx, { sessions, person, device, browser })
      })
      if (!begun.ok) return begun
      attempts.giveBack(counted)
      const { token } = begun.value
      const data = await meOf(context, newSession(context, person, token))
      return { ok: true, data, session: { token }, browser: begun.value.browser }
    },

    me: async ({ session }) => ({ ok: true, data: await meOf(context, session) }),

    signOut: async ({ session }) => {
      await sessions.end(store.query, { staff: session.staff.id, id: session.tokenHash.slice(0, 16) })
      return { ok: true, data: null, session: 'ended' }
    },

    mySessions: async ({ session }) => ({
      ok: true,
      data: await listedFor(sessions, session.staff.id, session.tokenHash),
    }),

    endMySession: async ({ session, params }) => {
      const which = params.id === 'others' ? { except: session.tokenHash } : { id: params.id }
      const ended = await sessions.end(store.query, { staff: session.staff.id, ...which })
      return ended === 0 && params.id !== 'others' ? refuse('session_unknown', 'id') : { ok: true, data: { ended } }
    },

    changeMyPassword: changedPassword(context, sessions),
  }
}

/**
 * The old password and a code of the app, as for a sign-in; every other session of the staff member ends, and every
 * other browser is forgotten.
 */
function changedPassword(context: Context, sessions: StaffSessions): OfficeHandlers<Names>['changeMyPassword'] {
  const { store, attempts, runtime, encryption } = context
  return async ({ session, staff, actor, params, from, browser }) => {
    const fault = staffPasswordFault(params.new_password)
    if (fault !== undefined) return refuse(fault, 'new_password')
    const attempt = [{ kind: 'current_password', key: `staff ${staff.id}` }] as const
    if (!attempts.take(attempt)) return refuse('too_many_attempts')
    const person = await staffById(context, store.query, staff.id)
    if (person === undefined) return refuse('session_ended')
    const check = await checkCounted(attempts, attempt, () =>
      checkPassword({ kept: person.passwordHash ?? undefined, password: params.old_password, from }),
    )
    if (!check.right) return refuse('password_wrong', 'old_password')
    const passwordHash = await checkCounted(attempts, attempt, () =>
      hashPassword({ password: params.new_password, from }),
    )
    const done = await inTransaction(store, async (tx) => {
      if (!(await spendCode(context, tx, { person, code: params.totp_code }))) rollbackWith('totp_wrong', 'totp_code')
      await updateStaff(context, tx, { staff: staff.id, changes: { password_hash: passwordHash } })
      await sessions.end(tx.query, { staff: staff.id, except: session.tokenHash })
      await writeAudit(
        { tx, encryption },
        { actor, action: 'staff_password', ...aboutOneself(person), at: runtime.now() },
      )
      const owner = `staff ${staff.id}` as const
      await forgetBrowsers(tx.query, { owner, except: browser })
      return rememberBrowser(tx.query, { owner, browser, proven: true, runtime, encryption })
    })
    if (!done.ok) return done
    attempts.giveBack(attempt)
    return { ok: true, data: null, browser: done.value }
  }
}

/** The rule for customers, with a longer minimum: a staff member sees customers' data. */
export const STAFF_PASSWORD_MIN = 12
export function staffPasswordFault(password: string): ReturnType<typeof passwordFault> {
  return [...password.normalize('NFKC')].length < STAFF_PASSWORD_MIN ? 'password_too_short' : passwordFault(password)
}

/** True once for each code. Of two at once with the same code one finds it spent. */
async function spendCode(
  context: Context,
  tx: Transaction,
  given: { readonly person: StaffRow; readonly code: string },
): Promise<boolean> {
  const { person, code } = given
  if (person.totpEncrypted === null) return false
  const secret = context.encryption.decryptText(totpEncryptionContext(person.staff), person.totpEncrypted)
  const now = context.runtime.now()
  const lastStep = Math.max(person.totpStep, spentStep(context, `staff ${person.staff}`, now))
  const step = totpStep({ secret, code, at: now, lastStep })
  if (step === undefined) return false
  const spent = await tx.query(
    `update staff set totp_step = $2
     where staff_id = $1 and totp_step < $2 and totp_encrypted = $3 and password_hash = $4
     and disabled_at is null returning 1`,
    [person.staff, step, person.totpEncrypted, person.passwordHash],
  )
  if (spent.length !== 1) return false
  // The row is locked now. The store compared the password, and is not trusted to.
  const proven = await provenStaff({ ...context, query: tx.query }, person.staff)
  if (proven === undefined || !hasAccessOf(proven, person)) return false
  spendStep(context, tx, { owner: `staff ${person.staff}`, step })
  return true
}

/** They may come in, with this password and this app. */
const hasAccessOf = (proven: SealedRow<'staff'>, { passwordHash, totpEncrypted }: StaffRow): boolean =>
  proven.disabled_at === null &&
  proven.password_hash === passwordHash &&
  isDeepStrictEqual(proven.totp_encrypted, totpEncrypted)

/** The session begins, the browser is known from now on, and the audit knows. */
export async function enter(
  context: Context,
  tx: Transaction,
  who: {
    readonly sessions: StaffSessions
    readonly person: StaffRow
    readonly device: string
    readonly browser: string | undefined
  },
): Promise<{ readonly token: string; readonly browser: string }> {
  const { sessions, person, device, browser } = who
  const { runtime, encryption } = context
  const now = runtime.now()
  const owner = `staff ${person.staff}` as const
  const proven = await provenStaff({ ...context, query: tx.query }, person.staff)
  if (proven !== undefined && proven.first_sign_in_at === null)
    await updateStaff(context, tx, { staff: person.staff, changes: { first_sign_in_at: now } })
  await tx.query('update staff set signed_in_at = $2 where staff_id = $1', [person.staff, now])
  await writeAudit(
    { tx, encryption },
    {
      actor: { who: `staff:${person.staff}`, role: person.role },
      action: 'staff_sign_in',
      ...aboutOneself(person),
      at: now,
    },
  )
  return {
    token: await sessions.begin(tx.query, { staff: person.staff, device }),
    browser: await rememberBrowser(tx.query, { owner, browser, proven: true, runtime, encryption }),
  }
}

/** No reason is asked for an action that concerns its author alone. */
const aboutOneself = (person: StaffRow) => ({ subject: { kind: 'staff', id: person.staff }, reason: '' }) as const

/** A session that has just begun, as `me` tells it. */
export function newSession(context: Context, person: StaffRow, token: string): StaffSession {
  const now = context.runtime.now()
  const staff: StaffMember = { id: person.staff, name: person.name, email: person.email, role: person.role }
  return {
    staff,
    tokenHash: '',
    csrf: csrfOf(token),
    idleEndsAt: (now + STAFF_IDLE_MILLIS) as StaffSession['idleEndsAt'],
    expiresAt: (now + STAFF_SESSION_MILLIS) as StaffSession['expiresAt'],
  }
}

export async function meOf(
  { store, runtime, ...proof }: Pick<Context, 'store' | 'runtime' | 'encryption' | 'knownVersions'>,
  session: StaffSession,
) {
  const { staff, csrf, idleEndsAt, expiresAt } = session
  // Without the store nothing can be decided about money, and each decision looks for itself.
  const held = session.isRemembered
    ? undefined
    : await holdOf({ ...proof, query: store.query }, { id: staff.id, role: staff.role, now: runtime.guardedNow() })
  const permissions = [...permissionsOf(staff.role)]
  return {
    staff: { ...staff },
    permissions,
    csrf,
    idle_ends_at: idleEndsAt,
    expires_at: expiresAt,
    money_from: held ?? null,
  }
}

/** A person's sessions on the wire. `current`: hash of the session that asks. */
export async function listedFor(sessions: StaffSessions, staff: number, current: string | undefined) {
  return (await sessions.list(staff)).map((session) => ({
    id: session.id,
    current: session.tokenHash === current,
    device: session.device,
    created_at: session.createdAt,
    last_used_at: session.lastUsedAt,
    expires_at: session.expiresAt,
  }))
}
