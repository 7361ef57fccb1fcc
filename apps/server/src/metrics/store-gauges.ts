/**
 * How the store keeps up, for /metrics: the commit that runs, what is late, connections by their use, the free space of
 * DATA_DIR.
 */
import { Gauge, type Registry } from 'prom-client'
import { type LaneUsage, sumUsage } from '../store/index.ts'
import type { Context } from './context.ts'

type Parts = Pick<Context, 'core' | 'store' | 'disk'>

export function registerStoreGauges(registry: Registry, { core, store, disk }: Parts): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `veritick_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('commit_age_milliseconds', 'How long the commit that runs has taken so far', () => core.stats().commitAgeMs)
  gauge('commit_late', '1 while a commit is late and orders are refused as busy', () =>
    flag(core.stats().commitTrouble),
  )
  gauge('projection_late', '1 while the store keeps the read tables from following', () =>
    Number(core.stats().projectionTrouble?.reason === 'projection_late'),
  )
  gauge('data_disk_free_bytes', 'Free space of DATA_DIR', () => disk.free() ?? Number.NaN)
  registerLanes(registry, () => sumUsage([...store.usage(), ...core.stats().connections]))
}

const flag = (trouble: object | undefined): number => (trouble === undefined ? 0 : 1)

/** Connections to PostgreSQL; no series on the embedded store. */
function registerLanes(registry: Registry, usages: () => readonly LaneUsage[]): void {
  const byLane = (name: string, help: string, read: (lane: LaneUsage) => number) =>
    new Gauge({
      name: `veritick_store_${name}`,
      help,
      labelNames: ['lane'],
      registers: [registry],
      collect() {
        for (const usage of usages()) this.set({ lane: usage.lane }, read(usage))
      },
    })
  byLane('connections_used', 'Connections that work for a caller', ({ used }) => used)
  byLane('connections_max', 'Connections that the lane may have', ({ max }) => max)
  byLane('callers_waiting', 'Callers that wait for a connection', ({ waiting }) => waiting)
}
