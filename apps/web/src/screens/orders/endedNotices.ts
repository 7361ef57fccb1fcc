/**
 * Orders that end while any screen is open: they are removed from the lists at once and a notice gives the reason.
 * Started once, at the first sign-in. For an order that this device closes or cancels the answer reports the end.
 */

import type { InfiniteData } from '@tanstack/react-query'
import type { CallData, ForexClosed } from '@veritick/contract'
import { onEveryOrderClosed, orderSubject } from '../../data/connection.ts'
import { queryClient } from '../../data/queries.ts'
import { toast } from '../../design/toasts.ts'
import { translateNow } from '../../i18n/i18n.ts'
import { reasonText } from '../receipt/endings.ts'
import { leftBecause, pagesWithout } from './orders.ts'

type Pages = InfiniteData<CallData<'myDeal'>>
/** The cache key of `useOrders`. */
const LISTS = { queryKey: ['personal', 'orders'] } as const

/** Orders that this device is closing or cancelling now. */
const acting = new Set<number>()

export function startedActing(order: number): void {
  acting.add(order)
}
export function stoppedActing(order: number): void {
  acting.delete(order)
}

export function startEndedNotices(): () => void {
  return onEveryOrderClosed((push) => {
    for (const id of push.ids) if (!acting.has(id)) tell(push, id)
    queryClient.setQueriesData<Pages>({ ...LISTS, predicate: ({ queryKey }) => queryKey[2] !== 3 }, (known) =>
      known === undefined ? known : { ...known, pages: pagesWithout(known.pages, push.ids) },
    )
  })
}

function tell(push: ForexClosed, id: number): void {
  const reason = leftBecause(push, id)
  const order = knownOrders().find((each) => each.Id === id)
  // A reset ends everything at once: one notice of the server reports it.
  if (reason === undefined || order === undefined || reason === 'demo_reset' || reason === 'stop_out') return
  const words = reasonText(translateNow, { reason, cancelled: order.Status === 0 })
  toast({
    text: translateNow('orders.left', { code: order.ForexTradeLists.ShowCode, id, reason: words }),
    tone: reason === 'take_profit' ? 'good' : 'plain',
    about: orderSubject(id),
  })
}

function knownOrders() {
  return queryClient
    .getQueriesData<Pages>(LISTS)
    .flatMap(([, known]) => known?.pages.flatMap((page) => page.data) ?? [])
}
