/** How a user stands on the wire, and what the engine knows of the user's accounts. */
import { moneyText, type User } from '@veritick/contract'
import { type AccountId, isTemporaryRefusal, type Millis, millis, must, type UserId, userId } from '@veritick/domain'
import type { AccountView } from '@veritick/engine'
import type { Core } from '../../core/index.ts'
import { CoreBusy } from '../../journal/index.ts'
import { HOUR_MS } from '../../services/clock/index.ts'
import { passkeyCount } from '../../services/passkeys/index.ts'
import type { Context } from './context.ts'
import { accountsOf, type OwnedAccount } from './owned-accounts.ts'
import { freezeToShow, type Person } from './queries.ts'
import { isTwoFactorOn } from './two-factor-store.ts'

/** The number that is added to a user's number; the sum is the uid that customers and staff read. */
const UID_BASE = 10_000_000
/** The largest number that the store gives a user. */
export const USER_MAX = 2_147_483_647

/** The code that names a user to customers and staff. It never changes. */
export const uidOf = (user: UserId): string => String(UID_BASE + user)

/** The user with this uid; `undefined`: no user can have it. */
export function userOfUid(uid: string): UserId | undefined {
  const user = Number(uid) - UID_BASE
  return /^\d{8,10}$/.test(uid) && user > 0 && user <= USER_MAX ? userId(user) : undefined
}

/** Balance and freeze of an account; the engine is where both are true. */
export async function accountOf(core: Pick<Core, 'query'>, account: AccountId): Promise<AccountView> {
  return must(
    await core.query({ kind: 'account', account }),
    `account ${account} has an owner but is not in the engine`,
  )
}

/** No withdrawals before this moment, because the password or the address was changed; `undefined`: nothing is held. */
export function withdrawalsHeldUntil(
  context: Pick<Context, 'settings' | 'runtime'>,
  person: Person,
): Millis | undefined {
  const changed = Math.max(person.passwordChangedAt ?? 0, person.emailChangedAt ?? 0)
  const hours = context.settings.get('password_hold_hours')
  if (changed === 0 || hours === 0) return undefined
  const until = millis(changed + hours * HOUR_MS)
  // A wall clock that is ahead for a moment ends no hold of money.
  return until > context.runtime.guardedNow() ? until : undefined
}

/** `traded`: the account of the session that asks, or the default one of a session that begins. */
export async function wireUser(
  context: Pick<Context, 'core' | 'store' | 'settings' | 'runtime' | 'usageTerms' | 'encryption'>,
  person: Person,
  traded: AccountId,
): Promise<User> {
  const [account, twoFactor, passkeys, freeze] = await Promise.all([
    accountOf(context.core, traded),
    isTwoFactorOn({ ...context, query: context.store.query }, person.user),
    passkeyCount({ ...context, query: context.store.query }, person.user),
    freezeToShow(context, person),
  ])
  const isFrozen = freeze.untold ?? account.frozen
  return {
    id: person.user,
    email: person.email ?? '',
    uid: uidOf(person.user),
    is_demo: account.accountKind === 'demo' ? 1 : 0,
    balance: moneyText(account.balance),
    credit_score: person.creditScore,
    invite_code: person.inviteCode ?? '',
    area_code: person.areaCode ?? '',
    phone: person.phone ?? '',
    country: person.country ?? '',
    email_confirmed: person.emailConfirmedAt === null ? 0 : 1,
    two_factor: twoFactor ? 1 : 0,
    passkeys,
    frozen: isFrozen ? 1 : 0,
    frozen_reason: isFrozen ? freeze.remark : '',
    terms_needed: account.accountKind === 'real' && context.usageTerms.isNeeded(person.user) ? 1 : 0,
    withdraw_held_until: withdrawalsHeldUntil(context, person) ?? null,
  }
}

/**
 * After a sign-in, whose session trades on the default account: opens what the engine does not have. Throws CoreBusy.
 */
export async function wireSignedIn(
  context: Pick<
    Context,
    'core' | 'market' | 'store' | 'settings' | 'runtime' | 'usageTerms' | 'encryption' | 'knownAccounts'
  >,
  person: Person,
): Promise<User> {
  const owned = await openAccounts(context, person.user)
  const traded = must(
    owned.find((each) => each.isDefault),
    `user ${person.user} has a default account`,
  )
  return wireUser(context, person, traded.account)
}

/** Opens each account of a user in the engine. The call is idempotent. Throws CoreBusy and RowChanged. */
export async function openAccounts(
  context: Pick<Context, 'core' | 'market' | 'encryption' | 'knownAccounts'> & {
    readonly store: Pick<Context['store'], 'db'>
  },
  user: UserId,
): Promise<readonly OwnedAccount[]> {
  const owned = await accountsOf({ ...context, db: context.store.db }, user)
  for (const each of owned) await openAccount(context, each)
  return owned
}

/**
 * Opens an account in the engine, also after a crash between row and engine: the call is idempotent. Throws CoreBusy.
 */
export async function openAccount(
  context: Pick<Context, 'core' | 'market'>,
  { account, kind }: Pick<OwnedAccount, 'account' | 'kind'>,
): Promise<void> {
  const { outcome } = await context.core.submit({
    command: { kind: 'open_account', at: context.market.clock(), account, accountKind: kind },
  })
  if (outcome.ok || outcome.reason === 'account_exists') return
  if (isTemporaryRefusal(outcome.reason)) throw new CoreBusy(`account ${account} cannot be opened now`)
  throw new Error(`account ${account} could not be opened: ${outcome.reason}`)
}
