/** The choice of the confirmation, computed at each quote; a tap uses the shown choice. */
import { useEffect } from 'react'
import { useAllOrders } from '../../data/allOrders.ts'
import { quoteOfItem, useAccount, useConnection, useQuotes } from '../../data/live.ts'
import type { Order } from '../../data/order.ts'
import { useTradeList } from '../../data/queries.ts'
import { closable, withLive } from '../orders/orders.ts'
import { belongs, type Choice, choiceOf, GROUPS, type Group, type Opening, openingsOf } from './choose.ts'
import type { Verb } from './run.ts'

export type Question = {
  readonly verb: Verb
  readonly group: Group
  readonly choice: Choice | undefined
  /** When the positions that cannot be closed now can be closed. */
  readonly openings: readonly Opening[]
  readonly sizes: { readonly [G in Group]: number }
  readonly failed: string | undefined
  readonly busy: boolean
  readonly retry: () => void
}

type Wanted = {
  readonly verb: Verb
  readonly group: Group
  /** Whether the question is shown. Otherwise the hook reads nothing and ignores quotes. */
  readonly enabled: boolean
}

export function useChoice({ verb, group, enabled }: Wanted): Question {
  const { data, error, isFetching, refetch } = useAllOrders(verb === 'close' ? 1 : 0, enabled)
  const { data: items } = useTradeList()
  const quotes = useQuotes(enabled)
  const live = useAccount()?.orders
  const lost = useConnection() === 'lost'
  // Then no push carries the figures on: they are those of the list, which is read again.
  useEffect(() => {
    if (enabled && lost) void refetch({ cancelRefetch: false })
  }, [enabled, lost, refetch])
  const orders = data && (verb === 'close' && !lost ? data.map((order) => withLive(order, live?.get(order.id))) : data)
  const quoteOf = ({ code, instrument }: Order) => {
    const item = items?.find((each) => each.Id === instrument)
    return quotes.get(code) ?? (item && quoteOfItem(item))
  }
  const canClose = (order: Order) => {
    const quote = quoteOf(order)
    return quote !== undefined && closable(quote)
  }
  const choice = orders && choiceOf(orders, { verb, group, closable: canClose })
  const size = (each: Group) => orders?.filter((order) => belongs(order, each)).length ?? 0
  return {
    verb,
    group,
    choice,
    openings: openingsOf(choice?.skipped ?? [], (order) => quoteOf(order)?.nextOpen),
    sizes: Object.fromEntries(GROUPS.map((each) => [each, size(each)])) as Question['sizes'],
    failed: data === undefined && error !== null ? error.message : undefined,
    busy: isFetching,
    retry: () => void refetch(),
  }
}
