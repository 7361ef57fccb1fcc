/**
 * The query cache: its keys, the queries of the first screen and the shell, and what is read again after a change.
 * Answers with names are cached per language, so a change of language reads them again. Signing in or out removes all
 * personal answers. The queries of the other screens are in screenQueries.ts.
 */
import { type Query, QueryClient, useQuery } from '@tanstack/react-query'
import { type CallData, isRefusedForNow, ORDER_STATUS } from '@veritick/contract'
import { onLanguage } from '../i18n/i18n.ts'
import { CallFailed, call, isFinalRefusal } from './api.ts'
import type { FirstData } from './first.ts'
import { noteHeard, onConnection, pushesNow, takeItems, takeItemsNow } from './live.ts'
import { cutToFirstPage } from './paging.ts'
import { pricedFirst } from './rows.ts'
import { onSession, type Standing, sessionNow, setUser, standingOf, useSession } from './session.ts'
import { inTurn } from './taskQueue.ts'

const FRESH_MILLIS = 30_000
export const TERMS_FRESH_MILLIS = 300_000
const SPARK_FRESH_MILLIS = 60_000
const KEEP_MILLIS = 600_000
export const JUST_READ_MILLIS = 5000
/** After this time the answer to an order of this device has arrived and its lists are being read. */
const OWN_ANSWER_MILLIS = 400
const RETRIES_MAX = 2
/** With growing pauses, a quarter of a minute together. */
const TOLD_RETRIES_MAX = 4
/** Interval at which a record is read again while staff or the network must act. */
export const WAITING_MILLIS = 15_000
/** Interval at which the account is read while a screen shows it: the push of a freeze may be lost. */
const ACCOUNT_MILLIS = 60_000

/** A refusal of what was asked is an answer. Anything else is retried, with growing pauses. */
const retry = (count: number, error: Error) => count < RETRIES_MAX && !isFinalRefusal(error)

/** For a read that was told to begin, such as after a freeze: it is worth more retries of what was refused for now. */
const retryTold = (count: number, error: Error) =>
  retry(count, error) || (count < TOLD_RETRIES_MAX && error instanceof CallFailed && isRefusedForNow(error.reason))

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
  const since = pushesNow()
  const items = await call('tradeList', {}, { signal, quiet: true })
  noteHeard(Date.now())
  takeItems(items, since)
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
  signal?.throwIfAborted()
  if (sessionNow().token === token) setUser(user)
  return user
}

function renewMe(staleTime: number): void {
  if (sessionNow().token === undefined) return
  // After the last try the screen that shows the customer reads again.
  queryClient.fetchQuery({ queryKey: KEY.me, queryFn: readMe, staleTime, retry: retryTold }).catch(() => undefined)
}

/** A read that is under way may have begun before the change that asks for this one, so it is cancelled. */
async function rereadMe(): Promise<void> {
  await queryClient.cancelQueries({ queryKey: KEY.me })
  renewMe(0)
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
  rereadMe: () => void rereadMe(),
  /** As above, unless the answer is fresh. */
  renewMe: () => renewMe(JUST_READ_MILLIS),
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
