/**
 * The stored second factor: the encrypted secret with the step of its last code, and hashes of the recovery codes that
 * are left. A single statement decides about spending a code, so the same code never works twice.
 */

import type { UserId } from '@veritick/domain'
import type { Session } from '../../calls/index.ts'
import { momentText } from '../../services/messages/index.ts'
import { requireSealed } from '../../services/seals/index.ts'
import {
  forgetUnprovenBrowsers,
  newRecoveryCodes,
  newTotpSecret,
  proveBrowser,
  recoveryText,
  totpStep,
} from '../../services/secrets/index.ts'
import { lockUserRow } from '../../services/transactions/index.ts'
import type { Query, Transaction } from '../../store/index.ts'
import { isOpen } from '../sessions/index.ts'
import type { Context } from './context.ts'
import { tell } from './notifications.ts'
import { changePerson, personOf } from './queries.ts'

type Parts = Pick<Context, 'encryption' | 'runtime' | 'messages'>
type Row = {
  readonly encrypted: Uint8Array
  readonly last_step: number
  readonly begun_at: number
  readonly confirmed_at: number | null
}

const encryptionContext = (user: UserId) => ({ purpose: 'totp', row: String(user) })

async function rowOf(query: Query, user: UserId): Promise<Row | undefined> {
  const rows = await query<Row>(
    'select encrypted, last_step, begun_at, confirmed_at from two_factor where user_id = $1',
    [user],
  )
  return rows[0]
}

/**
 * The sealed row of the customer says it: where the secret was deleted in the store, no code is right. Throws
 * RowChanged: the row that is read here is the one that is proven.
 */
export async function isTwoFactorOn(
  { query, encryption }: { readonly query: Query } & Pick<Context, 'encryption'>,
  user: UserId,
): Promise<boolean> {
  const row = await requireSealed({ query, encryption }, 'users', { user_id: user })
  return row !== undefined && row.two_factor_at !== null
}

/** A fresh secret, in place of one that was never confirmed; `undefined`: it is on already. */
export async function beginTwoFactor(parts: Parts & Pick<Context, 'store'>, user: UserId): Promise<string | undefined> {
  const secret = newTotpSecret(parts.runtime)
  const kept = await parts.store.query(
    `insert into two_factor (user_id, encrypted, last_step, begun_at, confirmed_at) values ($1, $2, 0, $3, null)
     on conflict (user_id) do update set encrypted = excluded.encrypted, last_step = 0, begun_at = excluded.begun_at
     where two_factor.confirmed_at is null returning user_id`,
    [user, parts.encryption.encryptText(encryptionContext(user), secret), parts.runtime.now()],
  )
  return kept.length === 1 ? secret : undefined
}

/**
 * Turns it on with its first code and ends the other sessions. Answers the recovery codes; only one of many requests at
 * once gets them. The lock on the customer's row is the one that a sign-in and a new password take: a sign-in begins
 * before this and is ended, or finds it on; a new password ends this session before it, or its own check finds it on.
 */
export async function confirmTwoFactor(
  parts: Parts & Pick<Context, 'store' | 'sessions'>,
  request: { readonly session: Session; readonly browser: string | undefined; readonly code: string },
): Promise<
  { readonly codes: readonly string[] } | 'totp_wrong' | 'two_factor_on' | 'two_factor_off' | 'session_ended'
> {
  const { session, browser, code } = request
  const { user } = session
  const row = await rowOf(parts.store.query, user)
  if (row === undefined) return 'two_factor_off'
  if (row.confirmed_at !== null) return 'two_factor_on'
  const step = stepOf(parts, { user, code, row })
  if (step === undefined) return 'totp_wrong'
  return parts.store.transaction(async (tx) => {
    const { db, query } = tx
    const now = parts.runtime.now()
    await lockUserRow(query, user)
    if (!(await isOpen(query, session))) return 'session_ended'
    const confirmed = await query(
      `update two_factor set confirmed_at = $2, last_step = $3
       where user_id = $1 and confirmed_at is null and encrypted = $4 returning user_id`,
      [user, now, step, row.encrypted],
    )
    if (confirmed.length === 0) return 'two_factor_on'
    await changePerson(parts, tx, user, { two_factor_at: now })
    await tell(parts.messages, query, {
      person: await personOf(db, user),
      message: { name: 'totp_on', values: { time: momentText(now) } },
    })
    await parts.sessions.endSessions(tx, { user, except: session.tokenHash })
    const owner = `customer ${user}` as const
    await proveBrowser(query, { owner, browser, runtime: parts.runtime })
    await forgetUnprovenBrowsers(query, owner)
    return { codes: await renewRecoveryCodes(parts, query, user) }
  })
}

/** Forgets a secret that was begun and never confirmed: a thief may know it. */
export const forgetBegunTwoFactor = (query: Query, user: UserId): Promise<unknown> =>
  query('delete from two_factor where user_id = $1 and confirmed_at is null', [user])

export async function removeTwoFactor(parts: Parts & Pick<Context, 'store'>, user: UserId): Promise<void> {
  await parts.store.transaction(async (tx) => {
    const { db, query } = tx
    const isOff = await changePerson(parts, tx, user, (row) =>
      row.two_factor_at === null ? undefined : { two_factor_at: null },
    )
    await query('delete from two_factor where user_id = $1', [user])
    await query('delete from recovery_codes where user_id = $1', [user])
    if (!isOff) return
    const message = { name: 'totp_off', values: { time: momentText(parts.runtime.now()) } } as const
    await tell(parts.messages, query, { person: await personOf(db, user), message })
  })
}

/** Keyed and bound to the customer: a row that is written into the store or moved there is no right code. */
const recoveryHash = ({ encryption }: Pick<Parts, 'encryption'>, user: UserId, code: string): string =>
  encryption.fingerprint('recovery code', `${user}:${recoveryText(code)}`)

/** Ten new ones; the ones before are void. */
export async function renewRecoveryCodes(
  parts: Pick<Parts, 'encryption' | 'runtime'>,
  query: Query,
  user: UserId,
): Promise<readonly string[]> {
  const made = newRecoveryCodes(parts.runtime)
  // The lock makes a second caller wait, see the codes of the first and remove them.
  await query('select 1 from two_factor where user_id = $1 for update', [user])
  await query('delete from recovery_codes where user_id = $1', [user])
  await query('insert into recovery_codes (user_id, code_hash) select $1::integer, unnest($2::text[])', [
    user,
    made.map((code) => recoveryHash(parts, user, code)),
  ])
  return made
}

/** True once for a code of the app, and once for each recovery code; if and only if the transaction commits. */
export async function spendSecondFactor(
  parts: Parts,
  tx: Transaction,
  request: { readonly user: UserId; readonly code: string },
): Promise<boolean> {
  const { user, code } = request
  const row = await rowOf(tx.query, user)
  if (row === undefined || row.confirmed_at === null) return false
  if (!/^[\d\s]+$/.test(code)) return spendRecoveryCode(parts, tx, { user, code })
  const step = stepOf(parts, { user, code, row })
  if (step === undefined) return false
  const spent = await tx.query(
    'update two_factor set last_step = $2 where user_id = $1 and last_step < $2 returning user_id',
    [user, step],
  )
  return spent.length === 1
}

async function spendRecoveryCode(
  parts: Parts,
  { db, query }: Transaction,
  request: { readonly user: UserId; readonly code: string },
): Promise<boolean> {
  const { user, code } = request
  const hash = recoveryHash(parts, user, code)
  const kept = await query<{ code_hash: string }>(
    'select code_hash from recovery_codes where user_id = $1 for update',
    [user],
  )
  // Compared here, and sent to the store only if it is there: the store may say of any code that it is right.
  if (!kept.some(({ code_hash }) => code_hash === hash)) return false
  const spent = await query('delete from recovery_codes where user_id = $1 and code_hash = $2 returning user_id', [
    user,
    hash,
  ])
  if (spent.length === 0) return false
  const values = { time: momentText(parts.runtime.now()), left: String(kept.length - 1) }
  await tell(parts.messages, query, { person: await personOf(db, user), message: { name: 'recovery_used', values } })
  return true
}

function stepOf(
  parts: Parts,
  request: { readonly user: UserId; readonly code: string; readonly row: Row },
): number | undefined {
  const { user, code, row } = request
  const secret = parts.encryption.decryptText(encryptionContext(user), row.encrypted)
  return totpStep({ secret, code, at: parts.runtime.now(), lastStep: row.last_step })
}
