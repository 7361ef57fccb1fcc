/**
 * One customer, as the office sees them: everything that decides what they may do, and their accounts as they stand
 * now.
 */
import { type AccountSummary, moneyText } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { type Micros, micros, type UserId } from '@veritick/domain'
import type { AccountView } from '@veritick/engine'
import { unlessBusy } from '../../journal/index.ts'
import { namesOf } from '../../services/office/index.ts'
import { RowChanged } from '../../services/seals/index.ts'
import { accountsToShow, isTwoFactorOn, masked, type Person, uidOf, withdrawalsHeldUntil } from '../accounts/index.ts'
import { identityStatusCode } from '../approvals/index.ts'
import { type ClosureRow, closureOf, daysKept, erasableFrom, isHeld, owedTo, ownerOf } from '../closures/index.ts'
import { type Freeze, freezeOf } from '../freezes/index.ts'
import { identityToShow } from '../identity/index.ts'
import { wireAccount } from '../orders/index.ts'
import type { Context } from './context.ts'
import { moneyToShow, openRecordsOf } from './customer-money.ts'

type Profile = OfficeData<'person'>

const NOTHING = micros(0)

/** The engine's view of an account without any event. */
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
  traded: NOTHING,
  transfers: 0,
}

export async function profileOf(
  context: Context,
  options: { readonly person: Person; readonly seesContact: boolean },
): Promise<Profile> {
  const { person, seesContact } = options
  const { user } = person
  const { store } = context
  const identity = await identityToShow({ ...context, db: store.db }, user)
  const { money, fault: moved } = await moneyToShow(context, person)
  const open = await openRecordsOf(context, user)
  const [changed] = await store.query<{ changed_at: number }>('select changed_at from identities where user_id = $1', [
    user,
  ])
  return {
    id: user,
    uid: uidOf(user),
    fault: identity.fault ?? moved ?? null,
    kind: person.kind,
    created_at: person.createdAt,
    contact: contactOf(person, seesContact),
    country: person.country ?? '',
    invite_code: person.inviteCode ?? '',
    invited_by: person.invitedBy === null ? null : { id: person.invitedBy, uid: uidOf(person.invitedBy) },
    identity_status: identityStatusCode(identity.state),
    identity_changed_at: changed?.changed_at ?? null,
    credit_score: person.creditScore,
    two_factor: await isTwoFactorOn({ ...context, query: store.query }, user),
    password_changed_at: person.passwordChangedAt,
    email_changed_at: person.emailChangedAt,
    terms: await termsOf(store, user),
    holds: await holdsOf(context, person),
    frozen: await wireFreeze(context, await freezeOf({ ...context, db: store.db }, user)),
    closed: await wireClosure(context, await closureOf({ ...context, db: store.db }, user)),
    accounts: await accountsShown(context, user),
    sums: {
      deposited: money === undefined ? null : moneyText(money.deposited),
      withdrawn: money === undefined ? null : moneyText(money.withdrawn),
      deposits_waiting: open.deposits,
      withdrawals_open: open.withdrawals,
      ...(await resultOf(context, person)),
    },
    sessions: (await context.sessions.list(user)).length,
    ...(await countsOf(context, user)),
  }
}

/** The version of the terms of use that was accepted last. */
async function termsOf({ query }: Context['store'], user: UserId): Promise<Profile['terms']> {
  const [accepted] = await query<{ version: string; accepted_at: number }>(
    'select version, accepted_at from terms_acceptances where user_id = $1 order by accepted_at desc limit 1',
    [user],
  )
  return accepted ?? null
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

/** The holds on withdrawals now. */
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
  context: Pick<Context, 'store' | 'knownStaff'>,
  row: Freeze | undefined,
): Promise<Profile['frozen']> {
  if (row === undefined) return null
  const named = await namesOf({ ...context, query: context.store.query }, [row.decidedBy])
  return { since: row.at, by: named(row.decidedBy), reason_text: row.reason, remark: row.remark }
}

/** Null: the account is open. */
export async function wireClosure(
  context: Pick<Context, 'store' | 'core' | 'settings' | 'encryption' | 'knownAccounts' | 'knownStaff'>,
  row: ClosureRow | undefined,
): Promise<Profile['closed']> {
  if (row === undefined || !isHeld(row)) return null
  const { store, settings } = context
  const { user, requestedBy, closedAt, keptDays } = row
  const named = await namesOf({ ...context, query: store.query }, [requestedBy])
  const owed = await owedIfKnown(context, user)
  const days = Math.max(keptDays ?? 0, daysKept(settings, await ownerOf(store.query, user)))
  return {
    state: row.state,
    since: closedAt ?? row.requestedAt,
    by: named(requestedBy),
    reason_text: row.reason,
    owed: owed === undefined ? null : moneyText(owed),
    erasable_at: closedAt === null || owed !== 0 ? null : erasableFrom(closedAt, days),
    erased_at: row.erasedAt,
  }
}

/**
 * `undefined`: the engine or the read tables are late, or a row of an account was changed in the store. A decision is
 * answered without the amount: it holds.
 */
async function owedIfKnown(
  context: Pick<Context, 'store' | 'core' | 'encryption' | 'knownAccounts'>,
  user: UserId,
): Promise<Micros | undefined> {
  const owed = await unlessBusy(async () => {
    await context.core.projected()
    return owedTo(context, user)
  }).catch((error: unknown) => {
    if (error instanceof RowChanged) return undefined
    throw error
  })
  return owed?.ok ? owed.value : undefined
}

async function accountsShown({ core, store }: Context, user: UserId): Promise<Profile['accounts']> {
  const owned = await accountsToShow(store.db, user)
  return Promise.all(
    owned.map(async ({ account, kind, openedAt, isDefault }) => {
      const view = (await core.query({ kind: 'account', account })) ?? { ...EMPTY, account, accountKind: kind }
      const summary: AccountSummary = wireAccount(view)
      const { locked, profit, holdings, pendings } = view
      return {
        ...summary,
        trading_account: account,
        kind,
        opened_at: openedAt,
        is_default: isDefault,
        locked: moneyText(locked),
        profit: moneyText(profit),
        holdings,
        pendings,
      }
    }),
  )
}

/** Of closed orders; the read tables alone have these sums. */
async function resultOf({ core, store }: Context, { user, kind }: Pick<Person, 'user' | 'kind'>) {
  await core.projected()
  const [totals] = await store.query<{ profit: string; fees: string; swap: string }>(
    `select coalesce(sum(t.profit), 0)::text as profit, coalesce(sum(t.fees), 0)::text as fees,
       coalesce(sum(t.swap), 0)::text as swap
     from accounts a join account_totals t on t.account = a.account_id where a.user_id = $1 and a.kind = $2`,
    [user, kind],
  )
  return {
    profit: moneyText(BigInt(totals?.profit ?? 0)),
    fees: moneyText(BigInt(totals?.fees ?? 0)),
    financing: moneyText(BigInt(totals?.swap ?? 0)),
  }
}

async function countsOf(context: Context, user: UserId): Promise<Pick<Profile, 'invited' | 'notes'>> {
  const [row] = await context.store.query<{ invited: number; notes: number }>(
    `select (select count(*) from users where invited_by = $1) as invited,
       (select count(*) from notes where user_id = $1) as notes`,
    [user],
  )
  return { invited: row?.invited ?? 0, notes: row?.notes ?? 0 }
}
