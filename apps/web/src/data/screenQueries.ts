/**
 * The queries of the screens that load after the first one, one hook for each, over the cache of queries.ts. They are
 * apart from it so that the first screen does not load them.
 */
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  type CallData,
  type CallInput,
  type PeriodName,
  REVIEW_STATUS,
  type TradeItem,
  type WireOrder,
} from '@veritick/contract'
import { call, isFinalRefusal } from './api.ts'
import { keepCandles, keptCandles } from './lastCandles.ts'
import { JUST_READ_MILLIS, KEY, TERMS_FRESH_MILLIS, WAITING_MILLIS } from './queries.ts'
import { matching } from './rows.ts'
import { useSession } from './session.ts'

/** Countries served, with their calling codes. */
export function useAreas() {
  return useQuery({
    queryKey: KEY.areas,
    queryFn: ({ signal }) => call('areaList', {}, { signal, quiet: true }),
    staleTime: TERMS_FRESH_MILLIS,
  })
}

/** One public setting of the operator; `undefined` until it is known. */
function useSetting(key: string): unknown {
  const { data } = useQuery({
    queryKey: [...KEY.setting, key],
    queryFn: ({ signal }) => call('setting', { key }, { signal, quiet: true }),
    staleTime: TERMS_FRESH_MILLIS,
  })
  return data?.value
}

/** A numeric setting, such as hours to wait. */
export function useSettingNumber(key: string): number | undefined {
  const value = useSetting(key)
  return typeof value === 'number' ? value : undefined
}

/** A text setting, such as the support address; `undefined` when it is empty. */
export function useSettingText(key: string): string | undefined {
  const value = useSetting(key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Candles for the chart, which caches them itself. Without the server: the last read newest page. */
export async function readCandles(request: {
  readonly instrument: number
  readonly period: PeriodName
  readonly limit: number
  readonly before?: number | undefined
}): Promise<CallData<'kline'>> {
  const { instrument, period, limit, before } = request
  const input = { forex_id: instrument, period, limit, ...(before === undefined ? {} : { before }) }
  try {
    const page = await call('kline', input, { quiet: true })
    if (before === undefined) keepCandles({ instrument, period, limit }, page)
    return page
  } catch (error) {
    const kept = before === undefined && !isFinalRefusal(error) ? keptCandles({ instrument, period, limit }) : undefined
    if (kept === undefined) throw error
    return kept
  }
}

export function useSearch(keyword: string) {
  return useQuery({
    queryKey: ['words', 'search', keyword],
    queryFn: ({ signal }) => call('searchCurrency', { keyword }, { signal, quiet: true }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
}

/**
 * The instruments that the words find: at once those that the device knows, then also those that only the server knows
 * by a name in another language, such as `gold` in a Chinese app.
 */
export function useMatching(items: readonly TradeItem[], words: string): readonly TradeItem[] {
  const { data, isPlaceholderData } = useSearch(words.trim())
  const known = matching(items, words)
  if (words.trim() === '' || data === undefined || isPlaceholderData) return known
  const ids = new Set([...known, ...data].map(({ Id }) => Id))
  return items.filter(({ Id }) => ids.has(Id))
}

/** Filter and sort order of ended orders. */
export type HistoryRequest = Pick<CallInput<'myDeal'>, 'forex_id' | 'type' | 'ended' | 'sort'>

export type OrderStatusNumber = 0 | 1 | 3

/** One list of orders: pending (0), open (1) or ended (3), 20 a page. `history`: of ended orders. */
export const orderListQuery = (status: OrderStatusNumber, history?: HistoryRequest) =>
  infiniteQueryOptions({
    queryKey: history === undefined ? [...KEY.orders, status] : [...KEY.orders, status, history],
    queryFn: ({ pageParam, signal }) =>
      call('myDeal', { ...history, status, page: pageParam }, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: (last: CallData<'myDeal'>, pages: readonly CallData<'myDeal'>[]) =>
      ordersIn(pages).length < last.total && last.data.length > 0 ? pages.length + 1 : undefined,
  })

/** A list of orders; not read while signed out. */
export function useOrders(status: OrderStatusNumber, history?: HistoryRequest, enabled = true) {
  const signedIn = useSession((session) => session.token !== undefined)
  return useInfiniteQuery({ ...orderListQuery(status, history), enabled: signedIn && enabled })
}

/** All orders of the pages read so far. An order that moved between two pages appears once. */
export function ordersIn(pages: readonly CallData<'myDeal'>[]): WireOrder[] {
  return [...new Map(pages.flatMap((page) => page.data).map((order) => [order.Id, order])).values()]
}

/** The state of the identity review, for real accounts only. Read again at intervals until the decision. */
export function useIdentity() {
  const isReal = useSession((session) => session.user?.is_demo === 0)
  return useQuery({
    queryKey: KEY.identity,
    queryFn: ({ signal }) => call('identityCenter', {}, { signal, quiet: true }),
    enabled: isReal,
    staleTime: JUST_READ_MILLIS,
    refetchInterval: (query) => (query.state.data?.review_status === REVIEW_STATUS.waiting ? WAITING_MILLIS : false),
    refetchOnWindowFocus: true,
  })
}

/** Devices on which the account is signed in. */
export function useSessionList() {
  return useQuery({
    queryKey: KEY.sessions,
    queryFn: ({ signal }) => call('sessionList', {}, { signal, quiet: true }),
    staleTime: 0,
  })
}

/** The obstacles and effects of closing the account now. */
export function useClosingState() {
  return useQuery({
    queryKey: KEY.closing,
    queryFn: ({ signal }) => call('closingState', {}, { signal, quiet: true }),
    staleTime: 0,
  })
}

/** The passkeys of the account. */
export function usePasskeyList() {
  return useQuery({
    queryKey: KEY.passkeys,
    queryFn: ({ signal }) => call('passkeyList', {}, { signal, quiet: true }),
    staleTime: 0,
  })
}
