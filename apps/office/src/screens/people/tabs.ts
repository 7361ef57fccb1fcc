/** The tabs of a customer, with the permission that each needs. */
import type { OfficeData, Permission } from '@veritick/contract/office'
import { type Me, mayAny } from '../../data/session.ts'

export type Person = OfficeData<'person'>
export type CustomerAccount = Person['accounts'][number]

/** The account that a new sign-in of the customer trades on. */
export const defaultAccountOf = ({ accounts }: Pick<Person, 'accounts'>): CustomerAccount | undefined =>
  accounts.find((account) => account.is_default)

export const accountName = ({ trading_account, kind }: CustomerAccount): string => `${trading_account} (${kind})`

const TABS = [
  { name: 'overview', title: 'Overview', needs: 'people_read' },
  { name: 'orders', title: 'Orders', needs: 'people_read' },
  { name: 'ledger', title: 'Ledger', needs: 'people_read' },
  { name: 'deposits', title: 'Deposits', needs: 'deposits_read' },
  { name: 'withdrawals', title: 'Withdrawals', needs: 'withdrawals_read' },
  { name: 'payees', title: 'Payees', needs: 'withdrawals_read' },
  { name: 'corrections', title: 'Corrections', needs: 'corrections_read' },
  { name: 'rewards', title: 'Rewards', needs: 'rewards_read' },
  { name: 'sessions', title: 'Sessions', needs: 'people_read' },
  { name: 'notes', title: 'Notes', needs: 'people_read' },
  { name: 'audit', title: 'Audit', needs: 'audit_read' },
] as const satisfies readonly { name: string; title: string; needs: Permission }[]

export type PersonTabName = (typeof TABS)[number]['name']

export function tabsFor(
  who: Pick<Me, 'permissions'> | undefined,
): readonly { readonly name: PersonTabName; readonly title: string }[] {
  return TABS.filter((tab) => mayAny(who, [tab.needs]))
}
