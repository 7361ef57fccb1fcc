/**
 * The stored second factor: the encrypted secret with the step of its last code, and hashes of the recovery codes that
 * are left. A single statement decides about spending a code, so the same code never works twice. An attacker with
 * write access to the store may put a used or an older one back (decision 165). So the secret is bound to the moment at
 * which it was turned on, which the sealed row of the customer names, and used codes are remembered outside the store.
 */

import type { UserId } from '@veritick/domain'
import type { Session } from '../../calls/index.ts'
import { EncryptionRefused } from '../../services/encryption/index.ts'
import { momentText } from '../../services/messages/index.ts'
import { requireSealed } from '../../services/seals/index.ts'
import {
  forgetUnprovenBrowsers,
  newRecoveryCodes,
  newTotpSecret,
  proveBrowser,
  recoveryText,
  spendStep,
  spentStep,
  totpStep,
} from '../../services/secrets/index.ts'
import { lockUserRow } from '../../services/transactions/index.ts'
import type { Query, Transaction } from '../../store/index.ts'
import { isOpen } from '../sessions/index.ts'
import type { Context } from './context.ts'
import { tellCustomer } from './notifications.ts'
import { changePerson } from './queries.ts'

type Parts = Pick<Context, 'encryption' | 'runtime' | 'messages' | 'log'>
type Row = {
  readonly encrypted: Uint8Array
  readonly last_step: number
  readonly begun_at: number
  readonly confirmed_at: number | null
}

/** `turnedOnAt`: null for a secret that is not confirmed yet. */
const encryptionContext = (user: UserId, turnedOnAt: number | null) => ({
  purpose: 'totp',
  row: `${user} since ${turnedOnAt}`,
})

const codesOf = (user: UserId, turnedOnAt: number | null): string => `customer ${user} since ${turnedOnAt}`

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
  return (await turnedOnAt({ query, encryption }, user)) !== null
}

/** From the sealed row of the customer; null: it is off. Throws RowChanged. */
async function turnedOnAt(
  parts: { readonly query: Query } & Pick<Context, 'encryption'>,
  user: UserId,
): Promise<number | null> {
  const row = await requireSealed(parts, 'users', { user_id: user })
  return row === undefined || row.two_factor_at === null ? null : Number(row.two_factor_at)
}

/** A fresh secret, in place of one that was never confirmed; `undefined`: it is on already. */
export async function beginTwoFactor(parts: Parts & Pick<Context, 'store'>, user: UserId): Promise<string | undefined> {
  const secret = newTotpSecret(parts.runtime)
  const kept = await parts.store.query(
    `insert into two_factor (user_id, encrypted, last_step, begun_at, confirmed_at) values ($1, $2, 0, $3, null)
     on conflict (user_id) do update set encrypted = excluded.encrypted, last_step = 0, begun_at = excluded.begun_at
     where two_factor.confirmed_at is null returning user_id`,
    [user, parts.encryption.encryptText(encryptionContext(user, null), secret), parts.runtime.now()],
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
  const secret = parts.encryption.decryptText(encryptionContext(user, null), row.encrypted)
  const step = totpStep({ secret, code, at: parts.runtime.now(), lastStep: row.last_step })
  if (step === undefined) return 'totp_wrong'
  return parts.store.transaction(async (tx) => {
    const { query } = tx
    const now = parts.runtime.now()
    await lockUserRow(query, user)
    if (!(await isOpen(query, session))) return 'session_ended'
    const confirmed = await query(
      `update two_factor set confirmed_at = $2, last_step = $3, encrypted = $5
       where user_id = $1 and confirmed_at is null and encrypted = $4 returning user_id`,
      [user, now, step, row.encrypted, parts.encryption.encryptText(encryptionContext(user, now), secret)],
    )
    if (confirmed.length === 0) return 'two_factor_on'
    await changePerson(parts, tx, user, { two_factor_at: now })
    spendStep(parts, tx, { owner: codesOf(user, now), step })
    await tellCustomer({ ...parts, tx }, { user, message: { name: 'totp_on', values: { time: momentText(now) } } })
    await parts.sessions.endSessions(tx, { user, except: session.tokenHash })
    const owner = `customer ${user}` as const
    await proveBrowser(query, { ...parts, owner, browser })
    await forgetUnprovenBrowsers(query, owner)
    return { codes: await renewRecoveryCodes(parts, tx, user) }
  })
}

/** Forgets a secret that was begun and never confirmed: a thief may know it. */
export const forgetBegunTwoFactor = (query: Query, user: UserId): Promise<unknown> =>
  query('delete from two_factor where user_id = $1 and confirmed_at is null', [user])

export async function removeTwoFactor(parts: Parts & Pick<Context, 'store'>, user: UserId): Promise<void> {
  await parts.store.transaction(async (tx) => {
    const { query } = tx
    const isOff = await changePerson(parts, tx, user, (row) =>
      row.two_factor_at === null ? undefined : { two_factor_at: null },
    )
    await query('delete from two_factor where user_id = $1', [user])
    await query('delete from recovery_codes where user_id = $1', [user])
    if (!isOff) return
    const message = { name: 'totp_off', values: { time: momentText(parts.runtime.now()) } } as const
    await tellCustomer({ ...parts, tx }, { user, message })
  })
}

type Set = { readonly user: UserId; readonly madeAt: number }

/** Keyed, and bound to customer and set: a row that is written into the store or moved there is no right code. */
const recoveryHash = ({ encryption }: Pick<Parts, 'encryption'>, { user, madeAt }: Set, code: string): string =>
  encryption.fingerprint('recovery code', `${user}:${madeAt}:${recoveryText(code)}`)

/** The newest set of the customer, by when it was made. */
const newestSet = (user: UserId) => ({ table: 'sets of recovery codes', key: user })
const recoveryCode = (hash: string) => ({ table: 'recovery_codes', key: hash })

/** Ten new ones; the ones before are void. */
export async function renewRecoveryCodes(
  parts: Pick<Parts, 'encryption' | 'runtime'>,
  tx: Pick<Transaction, 'query' | 'onEnd'>,
  user: UserId,
): Promise<readonly string[]> {
  const { query } = tx
  const { rowVersions } = parts.encryption
  const made = newRecoveryCodes(parts.runtime)
  // The lock makes a second caller wait, see the codes of the first and remove them.
  await query('select 1 from two_factor where user_id = $1 for update', [user])
  await query('delete from recovery_codes where user_id = $1', [user])
  // A set is newer than the one before, also where the clock was set back.
  const madeAt = Math.max(parts.runtime.now(), rowVersions.of(newestSet(user)) + 1)
  await query(
    'insert into recovery_codes (user_id, made_at, code_hash) select $1::integer, $2::bigint, unnest($3::text[])',
    [user, madeAt, made.map((code) => recoveryHash(parts, { user, madeAt }, code))],
  )
  rowVersions.changed(tx, newestSet(user), madeAt)
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
  const since = await turnedOnAt({ ...parts, query: tx.query }, user)
  const now = parts.runtime.now()
  const secret = secretOf(parts, { user, since, row })
  if (secret === undefined) return false
  const lastStep = Math.max(row.last_step, spentStep(parts, codesOf(user, since), now))
  const step = totpStep({ secret, code, at: now, lastStep })
  if (step === undefined) return false
  const spent = await tx.query(
    'update two_factor set last_step = $2 where user_id = $1 and last_step < $2 returning user_id',
    [user, step],
  )
  if (spent.length !== 1) return false
  spendStep(parts, tx, { owner: codesOf(user, since), step })
  return true
}

/** `undefined`: the row is of another time at which it was on, and was put back in the store. */
function secretOf(
  { encryption }: Pick<Parts, 'encryption'>,
  of: { readonly user: UserId; readonly since: number | null; readonly row: Row },
): string | undefined {
  try {
    return encryption.decryptText(encryptionContext(of.user, of.since), of.row.encrypted)
  } catch (error) {
    if (error instanceof EncryptionRefused) return undefined
    throw error
  }
}

async function spendRecoveryCode(
  parts: Parts,
  tx: Transaction,
  request: { readonly user: UserId; readonly code: string },
): Promise<boolean> {
  const { query } = tx
  const { user, code } = request
  const { rowVersions } = parts.encryption
  const kept = await query<{ made_at: number; code_hash: string }>(
    'select made_at, code_hash from recovery_codes where user_id = $1 for update',
    [user],
  )
  // Compared here, and sent to the store only if it is there: the store may say of any code that it is right.
  const found = kept.find(
    ({ made_at: madeAt, code_hash: hash }) =>
      hash === recoveryHash(parts, { user, madeAt }, code) &&
      madeAt >= rowVersions.of(newestSet(user)) &&
      rowVersions.of(recoveryCode(hash)) === 0,
  )
  if (found === undefined) return false
  const { code_hash: hash } = found
  const spent = await query('delete from recovery_codes where user_id = $1 and code_hash = $2 returning user_id', [
    user,
    hash,
  ])
  if (spent.length === 0) return false
  rowVersions.removed(tx, recoveryCode(hash))
  const values = { time: momentText(parts.runtime.now()), left: String(kept.length - 1) }
  await tellCustomer({ ...parts, tx }, { user, message: { name: 'recovery_used', values } })
  return true
}
