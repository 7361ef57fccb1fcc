/**
 * Queries of the server, one hook for each, over the query cache. Answers with names are cached per language, so a
 * change of language reads them again. Signing in or out removes all personal answers.
 */
import {
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import type { CallData, CallInput, PeriodName, WireOrder } from '@veritick/contract'
import { ORDER_STATUS, REVIEW_STATUS } from '@veritick/contract'
import { onLanguage } from '../i18n/i18n.ts'
import { CallFailed, call } from './api.ts'
import type { FirstData } from './first.ts'
import { keepCandles, keptCandles } from './lastCandles.ts'
import { noteHeard, onConnection, takeItems, takeItemsNow } from './live.ts'
import { cutToFirstPage } from './paging.ts'
import { pricedFirst } from './rows.ts'
import { onSession, type Standing, sessionNow, setUser, standingOf, useSession } from './session.ts'
import { inTurn } from './taskQueue.ts'

const FRESH_MILLIS = 30_000
const TERMS_FRESH_MILLIS = 300_000
const SPARK_FRESH_MILLIS = 60_000
const KEEP_MILLIS = 600_000
const JUST_READ_MILLIS = 5000
/** After this time the answer to an order of this device has arrived and its lists are being read. */
const OWN_ANSWER_MILLIS = 400
const RETRIES_MAX = 2
/** Interval at which a record is read again while staff or the network must act. */
export const WAITING_MILLIS = 15_000
/** Interval at which the account is read while a screen shows it: a freeze and its end are not pushed. */
const ACCOUNT_MILLIS = 60_000

/** Refusals are answers. Only network failures are retried. */
const retry = (count: number, error: Error) =>
  count < RETRIES_MAX && !(error instanceof CallFailed && error.kind === 'refused')

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MILLIS,
      gcTime: KEEP_MILLIS,
      retry,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      // With `networkMode: 'always'` the library would leave failed queries alone when the network is back.
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})

/** Every key of the signed-in customer starts with `personal`, every key of a translated answer with `words`. */
export const KEY = {
  trades: ['words', 'trades'],
  categories: ['words', 'categories'],
  basics: ['words', 'basics'],
  spark: ['spark'],
  setting: ['setting'],
  areas: ['areas'],
  personal: ['personal'],
  orders: ['personal', 'orders'],
  history: ['personal', 'orders', ORDER_STATUS.history],
  me: ['personal', 'me'],
  identity: ['personal', 'identity'],
  sessions: ['personal', 'sessions'],
  passkeys: ['personal', 'passkeys'],
  closing: ['personal', 'closing'],
  money: ['personal', 'money'],
} as const

const readTrades = async ({ signal }: { readonly signal: AbortSignal }) => {
  const items = await call('tradeList', {}, { signal, quiet: true })
  noteHeard(Date.now())
  takeItems(items)
  return items
}
const readCategories = ({ signal }: { readonly signal: AbortSignal }) =>
  call('getCategories', {}, { signal, quiet: true })
const readBasics = ({ signal }: { readonly signal: AbortSignal }) => call('getBasicInfo', {}, { signal, quiet: true })

/** Puts the data of the page into the caches: the first screen shows it without a call. */
export function seedQueries({ madeAt, trades, categories, basics }: FirstData, now = Date.now()): void {
  // Data of an old page, or a wrong clock: shown, and read again at once.
  const updatedAt = Math.abs(now - madeAt) < FRESH_MILLIS ? now : 0
  queryClient.setQueryData(KEY.trades, trades, { updatedAt })
  queryClient.setQueryData(KEY.categories, categories, { updatedAt })
  queryClient.setQueryData(KEY.basics, basics, { updatedAt })
  noteHeard(madeAt)
  takeItemsNow(trades)
}

/** Starts reading the data of the first screen, if the page did not contain it, while the dictionary loads. */
export function readFirst(): void {
  void queryClient.prefetchQuery({ queryKey: KEY.trades, queryFn: readTrades })
  void queryClient.prefetchQuery({ queryKey: KEY.categories, queryFn: readCategories })
  void queryClient.prefetchQuery({ queryKey: KEY.basics, queryFn: readBasics })
}

/**
 * Every instrument with its terms, instruments without a price last. Quotes go to the live store, where rows read them.
 */
export function useTradeList() {
  return useQuery({ queryKey: KEY.trades, queryFn: readTrades, select: pricedFirst })
}

export function useCategories() {
  return useQuery({
    queryKey: KEY.categories,
    queryFn: readCategories,
    staleTime: TERMS_FRESH_MILLIS,
  })
}

/** Settings of the platform: fee type, simulated market, risk warning. */
export function useBasics() {
  return useQuery({
    queryKey: KEY.basics,
    queryFn: readBasics,
    staleTime: TERMS_FRESH_MILLIS,
  })
}

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

/** Closes for the small chart of a row, oldest first. Read once the row has been on the screen. */
export function useSparkline(instrument: number, seen: boolean) {
  return useQuery({
    queryKey: [...KEY.spark, instrument],
    queryFn: async ({ signal }) => {
      await inTurn()
      return call('abbreviatedCacheKline', { forex_id: instrument, period: '15min' }, { signal, quiet: true })
    },
    select: closesOf,
    enabled: seen,
    staleTime: SPARK_FRESH_MILLIS,
  })
}

/** Shared by all rows, so that equal answers give the same list. */
const closesOf = (points: CallData<'abbreviatedCacheKline'>): readonly string[] => points.map((point) => point.Close)

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
    const isRefused = error instanceof CallFailed && error.kind === 'refused'
    const kept = before === undefined && !isRefused ? keptCandles({ instrument, period, limit }) : undefined
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

/** The signed-in customer, read again whenever a screen shows the customer. `user` is the last known value. */
export function useMe() {
  const signedIn = useSession((session) => session.token !== undefined)
  const user = useSession((session) => session.user)
  const query = useQuery({
    queryKey: KEY.me,
    queryFn: readMe,
    enabled: signedIn,
    staleTime: JUST_READ_MILLIS,
    refetchInterval: ACCOUNT_MILLIS,
    refetchOnWindowFocus: true,
  })
  return { user, query }
}

/** Whether the account may open orders. `unknown` until the customer is read; failed reads are retried. */
export function useStanding(): Standing {
  const standing = useSession(standingOf)
  useQuery({ queryKey: KEY.me, queryFn: readMe, enabled: standing === 'unknown', refetchInterval: WAITING_MILLIS })
  return standing
}

async function readMe(options: { readonly signal?: AbortSignal; readonly initial?: boolean }) {
  const { signal, initial = false } = options
  const { token } = sessionNow()
  const user = await call('userInfo', {}, { quiet: true, initial, ...(signal && { signal }) })
  if (sessionNow().token === token) setUser(user)
  return user
}

function rereadMe(staleTime: number): void {
  if (sessionNow().token === undefined) return
  // Failures are retried by the screen that shows them.
  queryClient.fetchQuery({ queryKey: KEY.me, queryFn: readMe, staleTime }).catch(() => undefined)
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

const refreshTrades = () => queryClient.refetchQueries({ queryKey: KEY.trades }, { cancelRefetch: false })

/** Reads a list once more. Waits for the read that runs: lists that change often would otherwise never be shown. */
async function readAgain({ promise, queryKey }: Query): Promise<void> {
  await promise?.catch(() => undefined)
  await queryClient.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
}

/** A shown list keeps its rows. Long lists that no screen shows are read from their first page when they are shown. */
function refreshOrders(): Promise<void> {
  // Not of open and pending orders: their lines in the chart must not disappear while the pages are read.
  for (const queryKey of [KEY.history, KEY.money]) cutToFirstPage(queryClient, { queryKey, type: 'inactive' })
  return queryClient.invalidateQueries({ queryKey: KEY.personal })
}

export const queries = {
  /** Reads the trade list again, unless it is being read. */
  refreshTrades,
  /** For a screen that is shown again: as above, unless the list is fresh. */
  renewTrades: () => {
    const read = queryClient.getQueryState(KEY.trades)?.dataUpdatedAt ?? 0
    if (Date.now() - read > JUST_READ_MILLIS) void refreshTrades()
  },
  /** After the operator changed the costs of orders. */
  refreshTerms: () => Promise.all([queryClient.invalidateQueries({ queryKey: KEY.basics }), refreshTrades()]),
  /** After a change of the customer's profile. */
  refreshMe: () => queryClient.invalidateQueries({ queryKey: KEY.me }),
  /** Reads the customer again, also without a screen that shows them: the account may have been frozen or unfrozen. */
  rereadMe: () => rereadMe(0),
  /** As above, unless the answer is fresh. */
  renewMe: () => rereadMe(JUST_READ_MILLIS),
  /** After a change of the balance: a deposit was credited or a withdrawal returned. */
  refreshMoney: () => queryClient.invalidateQueries({ queryKey: KEY.money }),
  refreshSessions: () => queryClient.invalidateQueries({ queryKey: KEY.sessions }),
  /** After a passkey was added or removed. The account counts its passkeys. */
  refreshSecurity: () =>
    Promise.all([KEY.passkeys, KEY.sessions, KEY.me].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  /** Stores the server's answer to submitted documents. */
  setIdentity: (center: CallData<'identityCenter'>) => queryClient.setQueryData(KEY.identity, center),
  /** After an order opened, changed or ended. */
  refreshOrders,
  /** For a customer who leaves the history for another tab: a changed order does not read all its pages again. */
  cutHistory: () => cutToFirstPage(queryClient, { queryKey: KEY.history }),
  /**
   * After a push about changed orders. A change by this device reads the lists after its answer; this function reads
   * only lists that were not read since the push, and lists that were being read at the push.
   */
  renewLists: () => {
    const told = Date.now()
    const cache = queryClient.getQueryCache()
    const running = cache.findAll({ queryKey: KEY.orders, fetchStatus: 'fetching' })
    const isOld = (query: Query) =>
      running.includes(query) || (query.state.dataUpdatedAt < told && query.state.fetchStatus === 'idle')
    setTimeout(() => {
      for (const query of cache.findAll({ queryKey: KEY.orders, predicate: isOld })) void readAgain(query)
    }, OWN_ANSWER_MILLIS)
  },
  /** Reads the failed queries of the shown screens again, once the server answers. */
  retryFailed: () =>
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
  /** Reads the data of a topic again, after missed messages. */
  amend: (topic: string) => {
    if (topic === 'DAY_MARKET') void queryClient.invalidateQueries({ queryKey: KEY.trades })
    if (topic.startsWith('FOREX_')) void refreshOrders()
  },
}

/** Reads the customer of the stored token. An ended session is removed without a message. */
export async function readUser(): Promise<void> {
  if (sessionNow().token === undefined) return
  // Does not use the signal: a screen that unmounts must not end the request for others. Failures are retried by the
  // next query.
  await queryClient.fetchQuery({ queryKey: KEY.me, queryFn: () => readMe({ initial: true }) }).catch(() => undefined)
}

/** Keeps the cache consistent with the language and the signed-in customer. */
export function startQueries(): void {
  onConnection((connection) => connection === 'live' && queries.retryFailed())
  onLanguage(() => {
    void queryClient.invalidateQueries({ queryKey: ['words'] })
    // The server notes the language of an account when the account is read.
    void queryClient.invalidateQueries({ queryKey: KEY.me })
  })
  onSession((session, before) => {
    if (session.token === before.token) return
    const removed = session.token === undefined ? {} : ({ type: 'inactive' } as const)
    queryClient.removeQueries({ queryKey: KEY.personal, ...removed })
    // A shown list is read for the new session: a removed read would never answer its screen. A browser that
    // fills in a passkey while the customer presses the button signs in twice.
    if (session.token !== undefined) void queryClient.resetQueries({ queryKey: KEY.personal })
  })
}
