/**
 * Connects the live socket to its consumers: quotes, candles, account, closed orders, notices. The shell starts it
 * once; screens name the topic that they need with `useTopic`.
 */
import {
  CODE_SUCCESS,
  type DayMarket,
  type ForexClosed,
  type ForexNotice,
  type ForexTrade,
  KLINE_TOPIC_PREFIX,
  type KlineUpdate,
  type SupportPush,
} from '@veritick/contract'
import { useEffect } from 'react'
import { toast } from '../design/toasts.ts'
import { languageNow, onLanguage } from '../i18n/i18n.ts'
import { isSessionCode, sessionEnded } from './api.ts'
import { socketAddress } from './hosts.ts'
import { accountNow, forgetAccount, setConnection, takeAccount, takeCandle, takeQuote, tellCandleGap } from './live.ts'
import { noticeTone } from './noticeList.ts'
import { queries } from './queries.ts'
import { onSession, sessionNow } from './session.ts'
import { LiveSocket, type Message } from './socket.ts'
import { renewSupport, startSupport, takeSupport } from './support.ts'

/** A phone may have slept while the page was hidden for longer. The figures count as old until the server answers. */
const SLEEP_MILLIS = 5000

const socket = new LiveSocket({
  connect: () => new WebSocket(socketAddress(location)),
  onMessage: take,
  onConnection: setConnection,
  onGap: (topic) => {
    queries.amend(topic)
    if (topic === 'SUPPORT') renewSupport()
    if (topic.startsWith(KLINE_TOPIC_PREFIX)) tellCandleGap(topic.slice(KLINE_TOPIC_PREFIX.length))
  },
  onLogin: (code) => {
    if (isSessionCode(code)) sessionEnded(sessionNow().token)
    else if (code === CODE_SUCCESS) {
      queries.refreshOrders()
      queries.renewMe()
    }
  },
  chance: Math.random,
})

/** Opens the socket and keeps it open through changes of session and language, sleep and lost networks. */
export function startConnection(): void {
  socket.setLanguage(languageNow())
  onLanguage((language) => socket.setLanguage(language))
  socket.setToken(sessionNow().token)
  startSupport()
  onSession(({ token }, before) => {
    if (token === before.token) return
    forgetAccount()
    socket.setToken(token)
  })
  for (const topic of ['DAY_MARKET', 'FOREX_TRADE', 'FOREX_CLOSED', 'FOREX_NOTICE', 'SUPPORT']) socket.subscribe(topic)
  socket.start()
  let hiddenSince = 0
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) hiddenSince = Date.now()
    else if (Date.now() - hiddenSince > SLEEP_MILLIS) socket.wake()
  })
  window.addEventListener('online', () => socket.wake())
  window.addEventListener('offline', () => setConnection('lost'))
}

/** Keeps a topic subscribed while the component is shown. */
export function useTopic(topic: string | undefined): void {
  useEffect(() => (topic === undefined ? undefined : socket.subscribe(topic)), [topic])
}

type ClosedListener = (closed: ForexClosed) => void
const closedListeners = new Set<ClosedListener>()
/** Orders that left the list of positions or pending orders, as the server reports them. */
export function onOrdersClosed(listener: ClosedListener): () => void {
  closedListeners.add(listener)
  return () => closedListeners.delete(listener)
}

/** Ended orders since the start, kept until the code of their notices is loaded; `undefined` afterwards. */
let unheard: ForexClosed[] | undefined = []
/** More than a customer closes during a start. */
const UNHEARD_MAX = 50
/** As above, with the orders that ended since the start of the app. Called once. */
export function onEveryOrderClosed(listener: ClosedListener): () => void {
  for (const push of unheard ?? []) listener(push)
  unheard = undefined
  return onOrdersClosed(listener)
}

/** Server messages have the types of the contract. The tests of the socket check them against its schemas. */
function take({ topic, data, snapshot }: Message): void {
  if (topic === 'DAY_MARKET') takeQuote(data as DayMarket)
  else if (topic === 'FOREX_TRADE') account(data as ForexTrade)
  else if (topic === 'FOREX_CLOSED') closed(data as ForexClosed, snapshot)
  else if (topic === 'FOREX_NOTICE') notice(data as ForexNotice | null)
  else if (topic === 'SUPPORT') takeSupport(data as SupportPush | null)
  else if (topic.startsWith(KLINE_TOPIC_PREFIX)) takeCandle(data as KlineUpdate)
}

function account(push: ForexTrade): void {
  const before = accountNow()
  takeAccount(push)
  if (before === undefined) return
  if (before.Balance !== push.Balance) void queries.refreshMoney()
  // A pending order of another device is not yet in lists and charts.
  if (before.OrderChanges !== push.OrderChanges) queries.renewLists()
}

function closed(push: ForexClosed, snapshot: boolean): void {
  if (snapshot && push.ids.length === 0) return
  queries.refreshOrders()
  if (unheard !== undefined && unheard.length < UNHEARD_MAX) unheard.push(push)
  for (const listener of closedListeners) listener(push)
}

function notice(push: ForexNotice | null): void {
  if (push === null) return
  queries.refreshOrders()
  // The ticket and the order detail show the fee that will be charged.
  if (push.kind === 'fee_changed') void queries.refreshTerms()
  if (push.kind === 'account_frozen' || push.kind === 'account_unfrozen') queries.rereadMe()
  // The push of the message itself rings, with its own line.
  if (push.kind === 'support') return
  toast({ text: push.words, tone: noticeTone(push.kind), ...subjectOf(push) })
}

/** The subject of a notice, and whether the app may have shown the same fact already. */
function subjectOf({ kind, order }: ForexNotice): { readonly about: string; readonly echo: boolean } {
  if (order !== null) return { about: orderSubject(order), echo: kind === 'order_cancelled' || kind === 'order_closed' }
  return { about: kind.startsWith('margin') ? 'margin' : kind, echo: kind === 'demo_reset' }
}
export const orderSubject = (order: number): string => `order ${order}`
export const RESET_SUBJECT: ForexNotice['kind'] = 'demo_reset'
