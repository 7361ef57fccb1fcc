/** The customer of a record, and the fields that review queues share. */
import { moneyText } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import type { UserId } from '@veritick/domain'
import { MINUTE_MS } from '../../services/clock/index.ts'
import { personToShow, uidOf } from '../accounts/index.ts'
import { identityStatusCode } from '../approvals/index.ts'
import { identityToShow } from '../identity/index.ts'
import type { Context } from './context.ts'
import { moneyToShow } from './customer-money.ts'

type CustomerSummary = OfficeData<'depositFind'>['person']

export const briefOf = (user: UserId) => ({ id: user, uid: uidOf(user) })

/** Whole minutes from the beginning until the end, or until now. */
export function waitedMinutes(record: { readonly from: number; readonly until: number | null }, now: number): number {
  return Math.max(0, Math.floor(((record.until ?? now) - record.from) / MINUTE_MS))
}

export const wordsOf = (flags: string): string[] => flags.split(' ').filter((word) => word !== '')

/**
 * A customer whose row does not prove itself is shown as frozen and with the fault: a change of the row for a moment
 * would hide the freeze from the staff member who is about to pay. A changed identity or changed records are a fault
 * too, and nothing of them is shown.
 */
export async function customerSummaryOf(
  context: Pick<Context, 'store' | 'core' | 'encryption' | 'knownAccounts' | 'log'>,
  user: UserId,
): Promise<CustomerSummary> {
  const { store } = context
  const { person, fault: unproven } = await personToShow({ ...context, db: store.db }, user)
  const identity = await identityToShow({ ...context, db: store.db }, user)
  const { money, fault: moved } = await moneyToShow(context, { user, kind: person?.kind ?? 'real' })
  const fault = unproven ?? identity.fault ?? moved ?? null
  if (fault !== null) context.log.error({ user, fault }, 'facts about a customer were changed in the store')
  return {
    ...briefOf(user),
    fault,
    country: person?.country ?? '',
    registered_at: person?.createdAt ?? null,
    identity_status: identityStatusCode(identity.state),
    frozen: person === undefined || person.frozenAt !== null,
    credit_score: person?.creditScore ?? null,
    balance: money === undefined ? null : moneyText(money.balance),
    deposited: money === undefined ? null : moneyText(money.deposited),
    withdrawn: money === undefined ? null : moneyText(money.withdrawn),
  }
}
