/** Whether the process is well: for load balancers on the app's port, in figures for the operator on a port of its own. */
import Fastify, { type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { JournalCheck } from '../core/journal-check.ts'
import type { LaneUsage } from '../db/store.ts'
import type { House } from '../house.ts'
import type { HubStats } from '../socket/hub.ts'

type Parts = Pick<House, 'core' | 'market' | 'store' | 'disk'>

/**
 * 200 while orders can be taken; otherwise 503: `clock_halted` while the market clock is not believed, and a reason while the store is what
 * refuses them. Says nothing that a stranger may not know.
 */
export function registerHealth(app: FastifyInstance, house: Parts): void {
  app.get('/healthz', (_request, reply) => {
    const { state: core, commitTrouble } = house.core.stats()
    const state = core === 'running' && house.market.stats().clockFault !== undefined ? 'clock_halted' : core
    return reply
      .header('cache-control', 'no-store')
      .code(state === 'running' && commitTrouble === undefined ? 200 : 503)
      .send({
        status: state,
        ...(commitTrouble === undefined ? {} : { reason: commitTrouble.reason }),
        journal_check: checkOf(house.core.journalCheck()),
      })
  })
}

function held({ market }: Parts): number {
  return market.items().filter((item) => item.status === 'held').length
}

const ALL = 100

/** In per cent: how many batches there are is the operator's business. What is damaged stands in the log and in the office. */
function checkOf({ state, checked, total }: JournalCheck): { readonly state: JournalCheck['state']; readonly percent: number } {
  return { state, percent: total === 0 ? ALL : Math.floor((checked * ALL) / total) }
}

/** Listens on the loopback address only. */
export async function openMetrics(options: {
  readonly house: Parts
  readonly hub: { stats(): HubStats }
  readonly port: number
}): Promise<FastifyInstance> {
  const { house, hub, port } = options
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `veritick_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('journal_sequence', 'Sequence of the newest durable event', () => house.core.stats().sequence)
  gauge('journal_batches', 'Batches in the journal', () => house.core.stats().batches)
  gauge('commit_milliseconds', 'How long the newest batch took to become durable', () => house.core.stats().commitMs)
  gauge('waiting', 'Answers that wait for the store', () => house.core.stats().waiting)
  gauge('projection_lag_events', 'Durable events that the read tables lack', () => house.core.stats().projectionLag)
  gauge('commit_age_milliseconds', 'How long the commit that runs has taken so far', () => house.core.stats().commitAgeMs)
  gauge('commit_late', '1 while a commit is late and orders are refused as busy', () => flag(house.core.stats().commitTrouble))
  gauge('projection_late', '1 while the store keeps the read tables from following', () => flag(house.core.stats().projectionTrouble))
  gauge('data_disk_free_bytes', 'Free space of DATA_DIR', () => house.disk.free() ?? Number.NaN)
  registerLanes(registry, house.store)
  gauge('sockets', 'Open sockets', () => hub.stats().connections)
  gauge('sockets_behind', 'Sockets whose reader does not keep up', () => hub.stats().behind)
  gauge('clock_halted', '1 while the market clock is not believed and nothing is traded', () =>
    house.market.stats().clockFault === undefined ? 0 : 1,
  )
  gauge('clock_halts', 'Times at which the clock halted the market since the start', () => house.market.stats().halts)
  gauge('instruments_held', 'Instruments whose newest quote waits to be confirmed', () => held(house))
  gauge(
    'instruments_open',
    'Instruments that can be traded now',
    () => house.market.items().filter((item) => item.status === 'open').length,
  )
  const app = Fastify({ logger: false })
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
  await app.listen({ host: '127.0.0.1', port })
  return app
}

const flag = (trouble: object | undefined): number => (trouble === undefined ? 0 : 1)

/** Connections to PostgreSQL; no series on the embedded store. */
function registerLanes(registry: Registry, store: House['store']): void {
  const byLane = (name: string, help: string, read: (lane: LaneUsage) => number) =>
    new Gauge({
      name: `veritick_store_${name}`,
      help,
      labelNames: ['lane'],
      registers: [registry],
      collect() {
        for (const usage of store.usage()) this.set({ lane: usage.lane }, read(usage))
      },
    })
  byLane('connections_used', 'Connections that work for a caller', ({ used }) => used)
  byLane('connections_max', 'Connections that the lane may have', ({ max }) => max)
  byLane('callers_waiting', 'Callers that wait for a connection', ({ waiting }) => waiting)
}
