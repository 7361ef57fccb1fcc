/**
 * All sockets together: which connection listens to which topic, its first messages, its sign-in and its end. Prices
 * are pushed by quote-push.ts, the figures of accounts by account-push.ts.
 */
import { PRIVATE_TOPICS, SOCKET_CLOSE } from '@veritick/contract'
import { type InstrumentId, must } from '@veritick/domain'
import type { Session } from '../calls/index.ts'
import type { MarketItem } from '../market/index.ts'
import { AccountPush } from './account-push.ts'
import { Audience } from './audience.ts'
import type { Connection } from './connection.ts'
import type { Context } from './context.ts'
import { sessionEnded } from './login-refusal.ts'
import { QuotePush } from './quote-push.ts'
import { inSlices } from './slices.ts'
import { SNAPSHOTS_LOOKED_AT_EVERY_MS, SnapshotTurns } from './snapshot-turns.ts'
import { SupportTopic } from './support-push.ts'
import { topicOf } from './topics.ts'

type Parts = Pick<
  Context,
  'config' | 'core' | 'market' | 'sessions' | 'notices' | 'support' | 'files' | 'log' | 'monotonicClock' | 'ids'
>

export type HubStats = { readonly connections: number; readonly behind: number }

/** How often sessions and slow readers are looked at. */
const CHECK_EVERY_MILLIS = 500

export class Hub {
  readonly #parts: Parts
  readonly #audience = new Audience()
  readonly #quotes: QuotePush
  readonly #accounts: AccountPush
  readonly #support: SupportTopic
  /** By code; the instruments of a process do not change. */
  readonly #instruments: ReadonlyMap<string, InstrumentId>
  readonly #snapshots: SnapshotTurns
  #isChecking = false
  readonly #timers: readonly NodeJS.Timeout[]

  constructor(parts: Parts) {
    this.#parts = parts
    this.#instruments = new Map(parts.market.items().map(({ entry }) => [entry.terms.code, entry.terms.id]))
    this.#accounts = new AccountPush(parts, this.#audience)
    this.#support = new SupportTopic(parts, this.#audience)
    this.#quotes = new QuotePush(parts, this.#audience, () => this.#accounts.moved())
    this.#snapshots = new SnapshotTurns({
      begin: (connection, topic) => this.#begin(connection, topic),
      now: parts.monotonicClock,
      socketsPerAddress: parts.config.socketsPerAddress,
    })
    this.#timers = [
      setInterval(() => this.#checkConnections(), CHECK_EVERY_MILLIS),
      setInterval(() => this.#snapshots.look(), SNAPSHOTS_LOOKED_AT_EVERY_MS),
    ]
  }

  add(connection: Connection): void {
    this.#audience.add(connection)
  }

  remove(connection: Connection): void {
    this.#snapshots.forget(connection)
    this.#audience.remove(connection)
  }

  /** `symbols` narrows DAY_MARKET; a code without an instrument makes it `unknown`. */
  join(connection: Connection, name: string, symbols?: readonly string[]): 'joined' | 'unknown' | 'full' {
    const topic = topicOf(name)
    if (topic === undefined || (topic.kind === 'kline' && this.#itemOf(topic.code) === undefined)) return 'unknown'
    if (topic.kind === 'day' && symbols?.some((code) => this.#itemOf(code) === undefined)) return 'unknown'
    const joined = this.#audience.join(connection, name)
    if (joined === 'full') return 'full'
    if (topic.kind === 'day') connection.symbols = symbols && new Set(symbols)
    // A private topic has no first messages before the sign-in, which begins it.
    if (topic.kind !== 'private' || connection.session !== undefined) this.#snapshots.request(connection, name)
    return 'joined'
  }

  leave(connection: Connection, topic: string): void {
    this.#audience.leave(connection, topic)
  }

  /** The socket may have closed while the session was read; it was removed then, and nothing would remove it again. */
  signIn(connection: Connection, session: Session): void {
    if (!this.#audience.everyone().has(connection)) return
    if (connection.session !== undefined) this.signOut(connection)
    connection.session = session
    this.#audience.signIn(connection, session)
    for (const topic of connection.topics) {
      if (topicOf(topic)?.kind === 'private') this.#snapshots.request(connection, topic)
    }
  }

  signOut(connection: Connection): void {
    this.#audience.signOut(connection)
    connection.session = undefined
    for (const topic of PRIVATE_TOPICS) connection.renew(topic)
  }

  stats(): HubStats {
    const all = this.#audience.everyone()
    return { connections: all.size, behind: [...all].filter((each) => each.behind).length }
  }

  /** Closes every connection. */
  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#quotes.stop()
    this.#accounts.stop()
    this.#support.stop()
    for (const connection of this.#audience.everyone()) connection.close(SOCKET_CLOSE.goingAway, 'going away')
  }

  /** The snapshot comes first, also when the topic was sent before. */
  #begin(connection: Connection, name: string): void {
    const topic = must(topicOf(name), 'only known topics are joined')
    connection.renew(name)
    if (topic.kind === 'day') this.#quotes.startDayMarket(connection)
    else if (topic.kind === 'private') this.#accounts.start(connection, name)
    else {
      const item = must(this.#itemOf(topic.code), 'a kline topic has its instrument')
      this.#quotes.startKline(connection, name, item).catch((error: unknown) => {
        this.#parts.log.debug({ err: error }, 'a snapshot could not be read')
      })
    }
  }

  #checkConnections(): void {
    if (this.#isChecking) return
    this.#isChecking = true
    inSlices(this.#checking(), () => {
      this.#isChecking = false
    })
  }

  /** Looks at a connection at each step, and says how many messages that was. */
  *#checking(): Generator<number> {
    for (const connection of this.#audience.everyone()) yield 1 + this.#check(connection)
  }

  /** Returns the number of messages that were sent late. */
  #check(connection: Connection): number {
    const late = connection.checkConnection(this.#parts.monotonicClock())
    const { session } = connection
    if (session === undefined) return late
    if (!this.#parts.sessions.alive(session)) {
      this.signOut(connection)
      connection.say(sessionEnded(connection))
      return late
    }
    // The session was switched to another account: its private topics begin anew with a snapshot of that account.
    const current = this.#parts.sessions.current(session)
    if (current.account !== session.account) this.signIn(connection, current)
    return late
  }

  #itemOf(code: string): MarketItem | undefined {
    const id = this.#instruments.get(code)
    return id === undefined ? undefined : this.#parts.market.item(id)
  }
}
