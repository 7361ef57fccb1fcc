/**
 * Finds the pushes of a batch of events and its stored notices: orders that left their lists, and the notices to their
 * owners.
 */

import type { EndReason, ForexClosed, ForexNotice } from '@veritick/contract'
import type { AccountId } from '@veritick/domain'
import type { Event } from '@veritick/engine'
import type { Language } from '@veritick/locales'
import { type StoredNotices, unreadIn, wireNotice } from '../features/notices/index.ts'
import type { Ids } from '../services/encryption/index.ts'

/** After these a list of positions or pending orders reads differently. */
const ORDER_CHANGES: ReadonlySet<Event['kind']> = new Set([
  'order_placed',
  'order_opened',
  'order_amended',
  'order_cancelled',
  'order_closed',
  'stops_set',
])
export const changesOrders = ({ kind }: Event): boolean => ORDER_CHANGES.has(kind)

type Closed = { readonly ids: number[]; readonly reasons: EndReason[] }

/**
 * By account that something happened to, orders that left in the order it happened. `watched` skips accounts without a
 * connection.
 */
export function closedOf(
  events: readonly Event[],
  how: { readonly watched: (account: AccountId) => boolean; readonly ids: Ids },
): Map<AccountId, Closed> {
  const news = new Map<AccountId, Closed>()
  for (const event of events) {
    if (!('account' in event) || !how.watched(event.account)) continue
    const own = news.get(event.account) ?? { ids: [], reasons: [] }
    news.set(event.account, own)
    if (event.kind !== 'order_closed' && event.kind !== 'order_cancelled') continue
    own.ids.push(how.ids.order(event.order))
    own.reasons.push(event.reason)
  }
  return news
}

export const closedData = (closed: ForexClosed): string => JSON.stringify(closed)

/** One message a notice that the session sees, each with the number of unread ones after all of them. */
export function noticeData(
  stored: StoredNotices,
  { language, tokenHash, ids }: { readonly language: Language; readonly tokenHash: string; readonly ids: Ids },
): string[] {
  const unread = unreadIn(stored.unread, tokenHash)
  return stored.notices
    .filter(({ facts }) => facts.hiddenFrom?.includes(tokenHash) !== true)
    .map((kept) => JSON.stringify({ ...wireNotice(kept, language, ids), unread } satisfies ForexNotice))
}
