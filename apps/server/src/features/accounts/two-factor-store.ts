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
  proveBrowser,
  recoveryText,
  spendStep,
  spentStep,
  totpStep,
} from '../../services/secrets/index.ts'
import { lockUserRow } from '../../services/transactions/index.ts'
import type { Query, Transaction } from '../../store/index.ts'
import type { Begun, BegunSecrets } from './begun-secrets.ts'
import type { Context } from './context.ts'
import { tellCustomer } from './notifications.ts'
import { changePerson } from './queries.ts'

type Parts = Pick<Context, 'encryption' | 'runtime' | 'messages' | 'log'>
type Row = { readonly encrypted: Uint8Array; readonly last_step: number }

const encryptionContext = (user: UserId, turnedOnAt: number) => ({
  purpose: 'totp',
  row: `${user} since ${turnedOnAt}`,
})

const codesOf = (user: UserId, turnedOnAt: number): string => `customer ${user} since ${turnedOnAt}`

async function rowOf(query: Query, user: UserId): Promise<Row | undefined> {
  const rows = await query<Row>('select encrypted, last_step from two_factor where user_id = $1', [user])
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

/**
 * Turns it on with the first code of the secret that the session began, and ends the other sessions. Answers the
 * recovery codes; only one of many requests at once gets them. The sealed row of the customer says whether it is on
 * already. The lock on it is the one that a sign-in and a new password take: a sign-in begins before this and is ended,
 * or finds it on; a new password ends this session before it, or its own check finds it on.
 */
export async function confirmTwoFactor(
  parts: Parts & Pick<Context, 'store' | 'sessions'> & { readonly begunSecrets: BegunSecrets },
  request: { readonly session: Session; readonly browser: string | undefined; readonly code: string },
): Promise<
  { readonly codes: readonly string[] } | 'totp_wrong' | 'two_factor_on' | 'two_factor_off' | 'session_ended'
> {
  const { begunSecrets, store } = parts
  const { session, browser, code } = request
  const { user } = session
  const begun = begunSecrets.of(session)
  if (begun === undefined)
    return (await isTwoFactorOn({ ...parts, query: store.query }, user)) ? 'two_factor_on' : 'two_factor_off'
  const step = totpStep({ secret: begun.secret, code, at: parts.runtime.now(), lastStep: 0 })
  if (step === undefined) return 'totp_wrong'
  return store.transaction(async (tx) => {
    const { query } = tx
    const now = parts.runtime.now()
    await lockUserRow(query, user)
    if (!(await parts.sessions.isOpen(query, session))) return 'session_ended'
    const isTurnedOn = await changePerson(parts, tx, user, (row) =>
      row.two_factor_at === null ? { two_factor_at: now } : undefined,
    )
    if (!isTurnedOn) return 'two_factor_on'
    tx.onEnd(() => begunSecrets.end(session))
    await storeSecret(parts, query, { user, begun, step, now })
    spendStep(parts, tx, { owner: codesOf(user, now), step })
    await tellCustomer({ ...parts, tx }, { user, message: { name: 'totp_on', values: { time: momentText(now) } } })
    await parts.sessions.endSessions(tx, { user, except: session.tokenHash })
    const owner = `customer ${user}` as const
    await proveBrowser(query, { ...parts, owner, browser })
    await forgetUnprovenBrowsers(query, owner)
    return { codes: await renewRecoveryCodes(parts, tx, user) }
  })
}

/** Replaces a row that another program wrote: the customer's own says that there is none. */
async function storeSecret(
  { encryption }: Pick<Parts, 'encryption'>,
  query: Query,
  turnedOn: { readonly user: UserId; readonly begun: Begun; readonly step: number; readonly now: number },
): Promise<void> {
  const { user, begun, step, now } = turnedOn
  await query(
    `insert into two_factor (user_id, encrypted, last_step, begun_at, confirmed_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update set encrypted = excluded.encrypted, last_step = excluded.last_step,
       begun_at = excluded.begun_at, confirmed_at = excluded.confirmed_at`,
    [user, encryption.encryptText(encryptionContext(user, now), begun.secret), step, begun.at, now],
  )
}

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
  const since = await turnedOnAt({ ...parts, query: tx.query }, user)
  if (row === undefined || since === null) return false
  if (!/^[\d\s]+$/.test(code)) return spendRecoveryCode(parts, tx, { user, code })
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
  of: { readonly user: UserId; readonly since: number; readonly row: Row },
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
