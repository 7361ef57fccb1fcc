/**
 * One customer, as the office sees them: everything that decides what they may do, and their account as it stands now.
 */
import { type AccountSummary, moneyText } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { micros } from '@veritick/domain'
import type { AccountView } from '@veritick/engine'
import { totalsOf } from '../../core/index.ts'
import { namesOf } from '../../services/office/index.ts'
import { isTwoFactorOn, masked, type Person, uidOf, withdrawalsHeldUntil } from '../accounts/index.ts'
import { type FreezeRow, freezeOf } from '../freezes/index.ts'
import { wireAccount } from '../orders/index.ts'
import type { Context } from './context.ts'

type Profile = OfficeData<'person'>

const NOTHING = micros(0)

/** What the engine would say of an account that nothing has happened to. */
const EMPTY: Omit<AccountView, 'account' | 'accountKind'> = {
  frozen: false,
  balance: NOTHING,
  locked: NOTHING,
  profit: NOTHING,
  equity: NOTHING,
  marginUsed: NOTHING,
  marginFree: NOTHING,
  holdings: 0,
  pendings: 0,
}

export async function profileOf(
  context: Context,
  asked: { readonly person: Person; readonly seesContact: boolean },
): Promise<Profile> {
  const { person, seesContact } = asked
  const { user } = person
  const { store } = context
  const [identity] = await store.query<{ status: 1 | 2 | 3 | 0; changed_at: number }>(
    'select status, changed_at from identities where user_id = $1',
    [user],
  )
  return {
    id: user,
    uid: uidOf(user),
    kind: person.kind,
    created_at: person.createdAt,
    contact: contactOf(person, seesContact),
    country: person.country ?? '',
    invite_code: person.inviteCode ?? '',
    invited_by: person.invitedBy === null ? null : { id: person.invitedBy, uid: uidOf(person.invitedBy) },
    identity_status: identity?.status ?? 0,
    identity_changed_at: identity?.changed_at ?? null,
    credit_score: person.creditScore,
    two_factor: await isTwoFactorOn(store.query, user),
    password_changed_at: person.passwordChangedAt,
    holds: await holdsOf(context, person),
    frozen: await wireFreeze(context, await freezeOf(store.db, user)),
    account: await accountOf(context, user),
    sums: await sumsOf(context, user),
    sessions: (await context.sessions.list(user)).length,
    ...(await countsOf(context, user)),
  }
}

function contactOf(person: Person, seesContact: boolean): Profile['contact'] {
  const { email, phone } = person
  return {
    masked: !seesContact,
    email: email === null ? '' : seesContact ? email : masked({ channel: 'mail', to: email }),
    email_confirmed_at: person.emailConfirmedAt,
    phone: phone === null ? '' : seesContact ? phone : masked({ channel: 'sms', to: phone }),
    phone_confirmed_at: person.phoneConfirmedAt,
    language: person.language ?? '',
  }
}

/** What holds withdrawals now. */
async function holdsOf(context: Context, person: Person): Promise<Profile['holds']> {
  const password = withdrawalsHeldUntil(context, person)
  const payees = await context.store.query<{ usable_at: number }>(
    'select usable_at from payees where user_id = $1 and deleted_at is null and usable_at > $2 order by usable_at',
    [person.user, context.runtime.now()],
  )
  return [
    ...(password === undefined ? [] : [{ kind: 'password_changed' as const, until: password }]),
    ...payees.map((row) => ({ kind: 'payee_new' as const, until: row.usable_at })),
  ]
}

export async function wireFreeze(
  context: Pick<Context, 'store'>,
  row: FreezeRow | undefined,
): Promise<Profile['frozen']> {
  if (row === undefined) return null
  const named = await namesOf(context.store.query, [row.decidedBy])
  return { since: row.at, by: named(row.decidedBy), reason_text: row.reason, remark: row.remark }
}

async function accountOf(context: Context, user: number): Promise<Profile['account']> {
  const view = (await context.core.query({ kind: 'account', account: user })) ?? {
    ...EMPTY,
    account: user,
    accountKind: 'real' as const,
  }
  const summary: AccountSummary = wireAccount(view)
  const { locked, profit, holdings, pendings } = view
  return { ...summary, locked: moneyText(locked), profit: moneyText(profit), holdings, pendings }
}

async function sumsOf(context: Context, user: number): Promise<Profile['sums']> {
  await context.core.projected()
  const totals = await totalsOf(context.store.db, user)
  const moved = await movedSums(context.store.query, user)
  return {
    deposited: moneyText(moved.deposited),
    withdrawn: moneyText(moved.withdrawn),
    deposits_waiting: moved.depositsWaiting,
    withdrawals_open: moved.withdrawalsOpen,
    profit: moneyText(micros(totals?.profit ?? 0)),
    fees: moneyText(micros(totals?.fees ?? 0)),
    financing: moneyText(micros(totals?.swap ?? 0)),
  }
}

/** What came in and went out by deposits and withdrawals. */
export async function movedSums(query: Context['store']['query'], user: number) {
  const [row] = await query<{
    deposited: string
    withdrawn: string
    deposits_waiting: number
    withdrawals_open: number
  }>(
    `select (select coalesce(sum(credited), 0)::text from deposits where user_id = $1 and status = 1) as deposited,
       (select coalesce(sum(amount), 0)::text from withdrawals where user_id = $1 and state = 'paid') as withdrawn,
       (select count(*) from deposits where user_id = $1 and status = 0) as deposits_waiting,
       (select count(*) from withdrawals where user_id = $1 and state in ('waiting', 'approved')) as withdrawals_open`,
    [user],
  )
  return {
    deposited: micros(Number(row?.deposited ?? 0)),
    withdrawn: micros(Number(row?.withdrawn ?? 0)),
    depositsWaiting: row?.deposits_waiting ?? 0,
    withdrawalsOpen: row?.withdrawals_open ?? 0,
  }
}

async function countsOf(context: Context, user: number): Promise<Pick<Profile, 'invited' | 'notes'>> {
  const [row] = await context.store.query<{ invited: number; notes: number }>(
    `select (select count(*) from users where invited_by = $1) as invited, (select count(*) from notes where user_id = $1) as notes`,
    [user],
  )
  return { invited: row?.invited ?? 0, notes: row?.notes ?? 0 }
}
