/** How a person stands on the wire, and what of them the engine knows. */
import { moneyText, type User } from '@veritick/contract'
import { isTemporaryRefusal, type Millis, millis, must } from '@veritick/domain'
import type { AccountView } from '@veritick/engine'
import { type Core, CoreBusy } from '../../core/index.ts'
import { HOUR_MS } from '../../services/clock/index.ts'
import { passkeyCount } from '../../services/passkeys/index.ts'
import type { Context } from './context.ts'
import { frozenRemarkOf, type Person } from './queries.ts'
import { isTwoFactorOn } from './two-factor-store.ts'

/** Account numbers are shown from here on: eight digits that tell nobody how many there are before. */
const UID_BASE = 10_000_000
/** The largest number that the store gives a person. */
export const USER_MAX = 2_147_483_647

/** The code by which a person is known to everybody else. One a person, for ever. */
export const uidOf = (user: number): string => String(UID_BASE + user)

/** Whose uid this is; `undefined`: nobody can have it. */
export function userOfUid(uid: string): number | undefined {
  const user = Number(uid) - UID_BASE
  return /^\d{8,10}$/.test(uid) && user > 0 && user <= USER_MAX ? user : undefined
}

/** Balance and freeze of an account; the engine is where both are true. */
export async function accountOf(core: Pick<Core, 'query'>, account: number): Promise<AccountView> {
  return must(
    await core.query({ kind: 'account', account }),
    `account ${account} has an owner but is not in the engine`,
  )
}

/** No withdrawals before this moment, because the password was changed; `undefined`: nothing is held. */
export function withdrawalsHeldUntil(
  context: Pick<Context, 'settings' | 'runtime'>,
  person: Person,
): Millis | undefined {
  if (person.passwordChangedAt === null) return undefined
  const until = millis(person.passwordChangedAt + context.settings.get('password_hold_hours') * HOUR_MS)
  return until > context.runtime.now() ? until : undefined
}

export async function wireUser(
  context: Pick<Context, 'core' | 'store' | 'settings' | 'runtime'>,
  person: Person,
): Promise<User> {
  const [account, twoFactor, passkeys, frozenRemark] = await Promise.all([
    accountOf(context.core, person.user),
    isTwoFactorOn(context.store.query, person.user),
    passkeyCount(context.store.query, person.user),
    frozenRemarkOf(context.store.db, person.user),
  ])
  return {
    id: person.user,
    email: person.email ?? '',
    uid: uidOf(person.user),
    is_demo: person.kind === 'demo' ? 1 : 0,
    balance: moneyText(account.balance),
    credit_score: person.creditScore,
    invite_code: person.inviteCode ?? '',
    area_code: person.areaCode ?? '',
    phone: person.phone ?? '',
    country: person.country ?? '',
    email_confirmed: person.emailConfirmedAt === null ? 0 : 1,
    two_factor: twoFactor ? 1 : 0,
    passkeys,
    frozen: account.frozen ? 1 : 0,
    frozen_reason: account.frozen ? frozenRemark : '',
    withdraw_held_until: withdrawalsHeldUntil(context, person) ?? null,
  }
}

/**
 * Makes the engine's account of a person. Also after a crash between the two: one that is there already is as good.
 * Throws CoreBusy.
 */
export async function openAccount(
  context: Pick<Context, 'core' | 'market'>,
  person: Pick<Person, 'user' | 'kind'>,
): Promise<void> {
  const { outcome } = await context.core.submit({
    command: { kind: 'open_account', at: context.market.clock(), account: person.user, accountKind: person.kind },
  })
  if (outcome.ok || outcome.reason === 'account_exists') return
  if (isTemporaryRefusal(outcome.reason)) throw new CoreBusy(`account ${person.user} cannot be opened now`)
  throw new Error(`account ${person.user} could not be opened: ${outcome.reason}`)
}
