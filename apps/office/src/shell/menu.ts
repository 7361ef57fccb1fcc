/** The entries of the menu with their permissions and order: daily queues first. */
import type { OfficeData, Permission, ReviewKind } from '@veritick/contract/office'
import { type Me, mayAny } from '../data/session.ts'

export type MenuItem = {
  readonly path: string
  readonly title: string
  /** Any of these permissions shows it. */
  readonly needs: readonly Permission[]
  /** The queue whose waiting records are counted beside it. */
  readonly queue?: ReviewKind
  /** The permission to decide about its records; without it the entry only shows them. */
  readonly decides?: Permission
}

export type MenuGroup = { readonly title: string; readonly items: readonly MenuItem[] }

export const MENU: readonly MenuGroup[] = [
  {
    title: 'Queues',
    items: [
      {
        path: '/identities',
        title: 'Identities',
        needs: ['identity_review'],
        decides: 'identity_review',
        queue: 'identity',
      },
      { path: '/deposits', title: 'Deposits', needs: ['deposits_read'], decides: 'deposits_review', queue: 'deposit' },
      {
        path: '/withdrawals',
        title: 'Withdrawals',
        needs: ['withdrawals_read'],
        decides: 'withdrawals_review',
        queue: 'withdrawal',
      },
      {
        path: '/corrections',
        title: 'Corrections',
        needs: ['corrections_read'],
        decides: 'corrections_approve',
        queue: 'correction',
      },
      {
        path: '/invites',
        title: 'Invite rewards',
        needs: ['rewards_read'],
        decides: 'rewards_review',
        queue: 'reward',
      },
      { path: '/support', title: 'Support', needs: ['support_read'], decides: 'support_reply', queue: 'support' },
      { path: '/feedback', title: 'Feedback', needs: ['support_read'], decides: 'support_reply', queue: 'feedback' },
    ],
  },
  {
    title: 'Accounts',
    items: [
      { path: '/people', title: 'Customers', needs: ['people_read'] },
      { path: '/exposure', title: 'Exposure', needs: ['exposure_read'] },
    ],
  },
  {
    title: 'Platform',
    items: [
      { path: '/instruments', title: 'Instruments', needs: ['instruments_read'] },
      { path: '/news', title: 'News', needs: ['news_read'] },
      { path: '/settings', title: 'Settings', needs: ['settings_read'] },
      { path: '/companies', title: 'Companies', needs: ['settings_company'] },
      { path: '/canned-answers', title: 'Canned answers', needs: ['support_canned'] },
      { path: '/health', title: 'Health', needs: ['health_read'] },
      { path: '/sms', title: 'Text messages', needs: ['sms_test'] },
      { path: '/audit', title: 'Audit', needs: ['audit_read'] },
      { path: '/staff', title: 'Staff', needs: ['staff_manage'] },
    ],
  },
]

/** Only permitted entries; empty groups are left out. */
export function menuFor(who: Pick<Me, 'permissions'> | undefined): readonly MenuGroup[] {
  return MENU.map((group) => ({ ...group, items: group.items.filter((item) => mayAny(who, item.needs)) })).filter(
    (group) => group.items.length > 0,
  )
}

type Waiting = Pick<OfficeData<'reviewCounts'>['data'][number], 'kind' | 'waiting'>

/**
 * The start page: of the queues that the staff member decides about the first in which something waits, or else the
 * first; without such a queue the first entry of the menu.
 */
export function firstPath(who: Pick<Me, 'permissions'> | undefined, counts: readonly Waiting[] = []): string {
  const items = menuFor(who).flatMap((group) => group.items)
  const decided = items.filter(({ decides }) => decides !== undefined && mayAny(who, [decides]))
  const waits = ({ queue }: MenuItem) => counts.some(({ kind, waiting }) => kind === queue && waiting > 0)
  const first = decided.find(waits) ?? decided[0] ?? items[0]
  return first?.path ?? '/account'
}
