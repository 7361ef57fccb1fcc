/**
 * All sockets together: who listens to what, prices at the pace of a screen, and what happened to somebody at once. Nothing is
 * computed for people who are not connected.
 */
import { klineTopic, PERIODS, PRIVATE_TOPICS, SOCKET_CLOSE, SOCKET_LIMITS } from '@veritick/contract'
import { must } from '@veritick/domain'
import type { Session } from '../calls/index.ts'
import type { Candle, MarketItem } from '../market/index.ts'
import { Audience } from './audience.ts'
import type { Connection } from './connection.ts'
import type { Context } from './context.ts'
import { DueAccounts, LOOK_EVERY_MS } from './due-accounts.ts'
import { sessionEnded } from './login-refusal.ts'
import { closedData, closedOf, noticeData } from './notices.ts'
import { Pace } from './pace.ts'
import { dayMarketData, forexTradeData, klineData, topicOf } from './topics.ts'

type Candles = { readonly [Period in (typeof PERIODS)[number]]?: Candle | undefined }
type Parts = Pick<Context, 'core' | 'market' | 'sessions' | 'notices' | 'log' | 'monotonicClock' | 'ids'>

export type HubStats = { readonly connections: number; readonly behind: number }
export type Hub = {
  add(connection: Connection): void
  remove(connection: Connection): void
  /** `symbols` narrows DAY_MARKET; one that there is not makes it `unknown`. */
  join(connection: Connection, topic: string, symbols?: readonly string[]): 'joined' | 'unknown' | 'full'
  leave(connection: Connection, topic: string): void
  signIn(connection: Connection, session: Session): void
  signOut(connection: Connection): void
  stats(): HubStats
  /** Says goodbye to everyone. */
  stop(): void
}

/** How often due values are looked for; a value waits at most this long beyond its pace. */
const TICK_MILLIS = 50
const PUSH_MILLIS = 1000 / SOCKET_LIMITS.pushesPerSecond
/** How often sessions and slow readers are looked at. */
const TEND_MILLIS = 500

export function openHub(context: Parts): Hub {
  const { core, market, sessions, notices, log, ids, monotonicClock: now } = context
  const audience = new Audience()
  const quotes = new Pace<number>(PUSH_MILLIS)
  /** Accounts that something happened to since the last look; a moved price may concern everyone. */
  const touched = new Set<number>()
  let moved = false
  const due = new DueAccounts()
  const candles = new Map<number, Candles>()
  const said = new Map<number, string>()
  /** Snapshots that wait until a second has passed since the last one. */
  const late = new Map<Connection, Set<string>>()
  let looking = false

  const names = (instrument: number) => must(market.item(instrument), 'a traded instrument is in the catalogue').entry.terms
  const how = { precisionOf: (instrument: number) => names(instrument).pricePrecision, ids }
  const itemOf = (code: string) => market.items().find((each) => each.entry.terms.code === code)

  const ends = [
    market.onQuote((quote) => {
      candles.set(quote.instrument, quote.candles)
      quotes.mark(quote.instrument, now(), pushQuote)
      moved = true
    }),
    market.onStatus((changed) => quotes.mark(changed.entry.terms.id, now(), pushQuote)),
    core.onPublished(({ events }) => {
      for (const [account, closed] of closedOf(events, { watched: (account) => audience.has(account), ids })) {
        touched.add(account)
        if (closed.ids.length === 0) continue
        for (const connection of audience.of(account)) {
          if (connection.listens('FOREX_CLOSED')) connection.tell('FOREX_CLOSED', closedData(closed))
        }
      }
    }),
    notices.onStored((stored) => {
      for (const connection of audience.of(stored.user)) {
        if (!connection.listens('FOREX_NOTICE')) continue
        for (const data of noticeData(stored, connection.language, ids)) connection.tell('FOREX_NOTICE', data)
      }
    }),
  ]

  function pushQuote(instrument: number): void {
    const item = market.item(instrument)
    if (item === undefined) return
    const listeners = audience.listening('DAY_MARKET')
    if (listeners.size > 0) {
      const data = dayMarketData(item)
      const { code } = item.entry.terms
      for (const connection of listeners) if (connection.shows(code)) connection.push('DAY_MARKET', code, data)
    }
    const topic = klineTopic(item.entry.terms.code)
    const watchers = audience.listening(topic)
    if (watchers.size === 0) return
    for (const part of klineParts(item)) for (const connection of watchers) connection.push(topic, `${topic} ${part.period}`, part.data)
  }

  function klineParts(item: MarketItem): readonly { readonly period: string; readonly data: string }[] {
    const known = candles.get(item.entry.terms.id)
    return PERIODS.flatMap((period) => {
      const candle = known?.[period]
      return candle === undefined ? [] : [{ period, data: klineData(item, period, candle) }]
    })
  }

  /** Whose figures may have changed since the last push. */
  function markPeople(): void {
    const listening = audience.accounts('FOREX_TRADE')
    due.mark(moved ? listening : listening.filter((account) => touched.has(account)))
    moved = false
    touched.clear()
  }

  /** One look at the engine for some of those who are due. */
  function pushPeople(): void {
    if (looking) return
    const accounts = due.take((account) => audience.has(account))
    if (accounts.length === 0) return
    looking = true
    core
      .query({ kind: 'live', accounts })
      .then((seen) => {
        for (const live of seen) {
          if (live === undefined) continue
          const { account } = live.view
          due.weigh(account, live.holdings.length)
          const data = forexTradeData(live, how)
          if (said.get(account) === data) continue
          said.set(account, data)
          for (const connection of audience.of(account))
            if (connection.listens('FOREX_TRADE')) connection.push('FOREX_TRADE', 'FOREX_TRADE', data)
        }
      })
      .catch((error: unknown) => log.debug({ err: error }, 'live profit could not be read'))
      .finally(() => {
        looking = false
      })
  }

  /** The first messages of a private topic. */
  async function startPrivate(connection: Connection, topic: string): Promise<void> {
    const { session } = connection
    if (session === undefined) return
    if (topic === 'FOREX_CLOSED') return connection.snapshot(topic, [closedData({ ids: [], reasons: [] })])
    if (topic === 'FOREX_NOTICE') return connection.snapshot(topic, ['null'])
    const [live] = await core.query({ kind: 'live', accounts: [session.user] })
    if (live === undefined || connection.session !== session) return
    due.weigh(session.user, live.holdings.length)
    const data = forexTradeData(live, how)
    connection.snapshot(topic, [data])
    // Others of the same person may have heard less: only where nothing was said yet does this count as said.
    if (!said.has(session.user)) said.set(session.user, data)
  }

  async function startKline(connection: Connection, topic: string, item: MarketItem): Promise<void> {
    const instrument = item.entry.terms.id
    if (!candles.has(instrument)) {
      const found = await Promise.all(
        PERIODS.map(async (period) => [period, (await market.candles({ instrument, period, limit: 1 }))[0]] as const),
      )
      if (!candles.has(instrument)) candles.set(instrument, Object.fromEntries(found))
    }
    connection.snapshot(
      topic,
      klineParts(item).map((part) => part.data),
    )
  }

  function join(connection: Connection, name: string, symbols?: readonly string[]): 'joined' | 'unknown' | 'full' {
    const topic = topicOf(name)
    if (topic === undefined || (topic.kind === 'kline' && itemOf(topic.code) === undefined)) return 'unknown'
    if (topic.kind === 'day' && symbols?.some((code) => itemOf(code) === undefined)) return 'unknown'
    const joined = audience.join(connection, name)
    if (joined === 'full') return 'full'
    if (topic.kind === 'day') connection.symbols = symbols && new Set(symbols)
    if (connection.mayBegin(name, now())) begin(connection, name)
    else late.set(connection, (late.get(connection) ?? new Set()).add(name))
    return 'joined'
  }

  /** Snapshot first, whatever was said before. */
  function begin(connection: Connection, name: string): void {
    const topic = must(topicOf(name), 'only known topics are joined')
    connection.renew(name)
    if (topic.kind === 'day') connection.snapshot(name, dayMarketOf(connection))
    else if (topic.kind === 'private') start(startPrivate(connection, name))
    else start(startKline(connection, name, must(itemOf(topic.code), 'a kline topic has its instrument')))
  }

  function dayMarketOf(connection: Connection): string[] {
    return market
      .items()
      .filter(({ entry }) => connection.shows(entry.terms.code))
      .map(dayMarketData)
  }

  /** Snapshots that were asked for too soon after the last one. */
  function beginLate(): void {
    for (const [connection, topics] of late) {
      for (const name of topics) {
        if (connection.listens(name) && !connection.mayBegin(name, now())) continue
        topics.delete(name)
        if (connection.listens(name)) begin(connection, name)
      }
      if (topics.size === 0) late.delete(connection)
    }
  }

  function start(work: Promise<void>): void {
    work.catch((error: unknown) => log.debug({ err: error }, 'a snapshot could not be read'))
  }

  function signOut(connection: Connection): void {
    audience.signOut(connection)
    connection.session = undefined
    for (const topic of PRIVATE_TOPICS) connection.renew(topic)
  }

  function tend(): void {
    beginLate()
    for (const connection of audience.everyone()) {
      connection.tend(now())
      const { session } = connection
      if (session === undefined || sessions.alive(session)) continue
      signOut(connection)
      connection.say(sessionEnded(connection))
    }
    for (const account of said.keys()) if (!audience.has(account)) said.delete(account)
    due.forget((account) => audience.has(account))
  }

  const timers = [
    setInterval(() => {
      for (const instrument of quotes.take(now())) pushQuote(instrument)
    }, TICK_MILLIS),
    setInterval(markPeople, PUSH_MILLIS),
    setInterval(pushPeople, LOOK_EVERY_MS),
    setInterval(tend, TEND_MILLIS),
  ]

  return {
    add: (connection) => audience.add(connection),
    remove: (connection) => {
      late.delete(connection)
      audience.remove(connection)
    },
    join,
    leave: (connection, topic) => audience.leave(connection, topic),
    signIn: (connection, session) => {
      if (connection.session !== undefined) signOut(connection)
      connection.session = session
      audience.signIn(connection, session.user)
      for (const topic of connection.topics) if (topicOf(topic)?.kind === 'private') start(startPrivate(connection, topic))
    },
    signOut,
    stats: () => ({ connections: audience.everyone().size, behind: [...audience.everyone()].filter((each) => each.behind).length }),
    stop: () => {
      for (const timer of timers) clearInterval(timer)
      for (const end of ends) end()
      for (const connection of audience.everyone()) connection.close(SOCKET_CLOSE.goingAway, 'going away')
    },
  }
}
