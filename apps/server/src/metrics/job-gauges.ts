/** How the periodic jobs stand: when each ended last, how often it ran and failed. Labels are the names in the code. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Context } from './context.ts'

const MILLIS = 1_000

export function registerJobGauges(registry: Registry, { jobs }: Pick<Context, 'jobs'>): void {
  const made = (name: string, help: string) => ({
    name: `veritick_${name}`,
    help,
    labelNames: ['job'],
    registers: [registry],
  })
  new Gauge({
    ...made(
      'job_last_success_timestamp_seconds',
      'When the last good run of a periodic job ended; 0: none did since the start',
    ),
    collect() {
      for (const { name, endedAt = 0 } of jobs.states()) this.set({ job: name }, endedAt / MILLIS)
    },
  })
  new Gauge({
    ...made('job_running', '1 while a run of a periodic job is in progress, otherwise 0'),
    collect() {
      for (const { name, isRunning } of jobs.states()) this.set({ job: name }, isRunning ? 1 : 0)
    },
  })
  counted(made('job_runs_total', 'Runs of a periodic job since the start'), () =>
    jobs.states().map(({ name, runs }) => [name, runs]),
  )
  counted(made('job_failures_total', 'Failed runs of a periodic job since the start'), () =>
    jobs.states().map(({ name, failures }) => [name, failures]),
  )
}

/** A counter that the scheduler keeps: it is set to what the scheduler says. */
function counted(
  setting: {
    readonly name: string
    readonly help: string
    readonly labelNames: string[]
    readonly registers: Registry[]
  },
  read: () => readonly (readonly [job: string, count: number])[],
): void {
  new Counter({
    ...setting,
    collect() {
      this.reset()
      for (const [job, count] of read()) this.inc({ job }, count)
    },
  })
}
