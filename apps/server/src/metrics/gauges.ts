/**
 * The gauges that are read when /metrics is asked: progress of the write path, age of prices, waiting work. None is
 * about a person.
 */
import { Gauge, type Registry } from 'prom-client'
import type { HubStats } from '../socket/index.ts'
import type { Context } from './context.ts'
import { registerJobGauges } from './job-gauges.ts'
import { registerKeepingGauges } from './keeping-gauges.ts'
import { registerStoreGauges } from './store-gauges.ts'
import { waitBriefly } from './store-wait.ts'

type Parts = Pick<Context, 'core' | 'market' | 'store' | 'runtime' | 'disk' | 'config' | 'files' | 'jobs'>

const MILLIS = 1_000

export function registerGauges(
  registry: Registry,
  parts: { readonly context: Parts; readonly hub: { stats(): HubStats } },
): void {
  const { context, hub } = parts
  const { core, market } = context
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `veritick_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('running', '1 while orders can be taken, otherwise 0', () => {
    const { state, commitTrouble } = core.stats()
    return state === 'running' && commitTrouble === undefined ? 1 : 0
  })
  gauge('journal_sequence', 'Sequence of the newest durable event', () => core.stats().sequence)
  gauge('journal_batches', 'Batches in the journal', () => core.stats().batches)
  gauge('commit_milliseconds', 'How long the newest batch took to become durable', () => core.stats().commitMs)
  gauge('command_queue', 'Commands and queries whose answer waits for the store', () => core.stats().waiting)
  gauge('projection_lag_events', 'Durable events that the read tables lack', () => core.stats().projectionLag)
  gauge('sockets', 'Open sockets', () => hub.stats().connections)
  gauge('sockets_behind', 'Sockets whose reader does not keep up', () => hub.stats().behind)
  gauge('feed_silent', '1 while no prices come, otherwise 0', () => (market.stats().silent ? 1 : 0))
  gauge(
    'instruments_open',
    'Instruments that can be traded now',
    () => market.items().filter((item) => item.status === 'open').length,
  )
  gauge('instruments_held', 'Instruments whose newest quote waits to be confirmed', () => {
    return market.items().filter((item) => item.status === 'held').length
  })
  gauge('clock_halted', '1 while the market clock is not believed and nothing is traded', () =>
    market.stats().clockFault === undefined ? 0 : 1,
  )
  gauge('clock_halts', 'Times at which the clock halted the market since the start', () => market.stats().halts)
  gauge('instruments_stale', 'Instruments whose session is open and whose price is too old', () => {
    return market.items().filter((item) => item.stale).length
  })
  registerStoreGauges(registry, context)
  registerKeepingGauges(registry, context)
  registerJobGauges(registry, context)
  quoteAges(registry, context)
  waitingMessages(registry, context)
}

/** Of the instruments of the catalogue whose market is not closed. Market time. */
function quoteAges(registry: Registry, { market }: Parts): void {
  new Gauge({
    name: 'veritick_quote_age_seconds',
    help: 'Market time since the last good quote, of instruments whose market is not closed',
    labelNames: ['instrument'],
    registers: [registry],
    collect() {
      this.reset()
      const clock = market.clock()
      for (const { entry, quote, status } of market.items()) {
        if (status === 'closed' || quote === undefined) continue
        this.set({ instrument: entry.terms.code }, Math.max(0, clock - quote.time) / MILLIS)
      }
    },
  })
}

function waitingMessages(registry: Registry, { store, runtime }: Parts): void {
  const oldest = new Gauge({
    name: 'veritick_messages_oldest_seconds',
    help: 'Since when the oldest mail or text message waits; 0: none waits',
    registers: [registry],
  })
  new Gauge({
    name: 'veritick_messages_waiting',
    help: 'Mails and text messages that wait to be sent',
    registers: [registry],
    async collect() {
      // The other figures are read most while the store is in trouble: without an answer these stay as they were.
      await waitBriefly(
        look((count, since) => {
          this.set(count)
          oldest.set(since === null ? 0 : Math.max(0, runtime.now() - since) / MILLIS)
        }),
      )
    },
  })
  async function look(seen: (count: number, since: number | null) => void): Promise<void> {
    const [row] = await store.query<{ count: number; oldest: number | null }>(
      'select count(*) as count, min(created_at) as oldest from messages where due_at is not null',
    )
    seen(row?.count ?? 0, row?.oldest ?? null)
  }
}
