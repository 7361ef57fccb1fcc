/** The scheduler under a clock that the test turns: periods, overlap, failures, the end. */
import { type Millis, millis } from '@veritick/domain'
import pino from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Jobs, openJobs, type Timers } from './jobs.ts'

/** Ticks when the test lets time pass. */
function fakeClock() {
  const timers = new Set<{ readonly every: number; due: number; readonly tick: () => void }>()
  let now = 0
  const given: Timers = {
    every: (every, tick) => {
      const timer = { every, due: now + every, tick }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  }
  /** Lets each run go on until it waits for the test. */
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  const pass = async (duration: number) => {
    const end = now + duration
    for (;;) {
      const [next] = [...timers].filter((timer) => timer.due <= end).sort((one, two) => one.due - two.due)
      if (next === undefined) break
      now = next.due
      next.due += next.every
      next.tick()
      await settle()
    }
    now = end
    await settle()
  }
  return { timers: given, now: (): Millis => millis(now), pass, settle, active: () => timers.size }
}

let clock: ReturnType<typeof fakeClock>
let lines: { readonly job?: string; readonly level: number }[]
let jobs: Jobs

beforeEach(() => {
  clock = fakeClock()
  lines = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  jobs = openJobs({ timers: clock.timers, now: clock.now, log })
})

/** A job whose runs end when the test says so. */
function slow(name: string, everyMs: number) {
  const ends: ((fault?: Error) => void)[] = []
  const run = () =>
    new Promise<number>((resolve, reject) => {
      const number = ends.length + 1
      ends.push((fault) => (fault === undefined ? resolve(number) : reject(fault)))
    })
  const job = jobs.add({ name, everyMs, run })
  const end = async (number: number, fault?: Error) => {
    ends[number - 1]?.(fault)
    await clock.settle()
  }
  return { job, end, begun: () => ends.length }
}

describe('when a job runs', () => {
  test('after each period, and at the start where it says so', async () => {
    const runs: string[] = []
    jobs.add({ name: 'fast', everyMs: 1_000, run: async () => void runs.push('fast') })
    jobs.add({ name: 'first', everyMs: 3_000, atStart: true, run: async () => void runs.push('first') })
    expect(runs).toEqual(['first'])
    await clock.pass(3_000)
    expect(runs).toEqual(['first', 'fast', 'fast', 'fast', 'first'])
  })

  test('a tick during a run is left out', async () => {
    const { begun, end } = slow('slow', 1_000)
    await clock.pass(5_000)
    expect(begun()).toBe(1)
    await end(1)
    await clock.pass(1_000)
    expect(begun()).toBe(2)
  })

  test('calls during a run share one run after it', async () => {
    const { job, begun, end } = slow('slow', 60_000)
    const first = job.run()
    const later = [job.run(), job.run(), job.run()]
    expect(begun()).toBe(1)
    await end(1)
    expect(begun()).toBe(2)
    await end(2)
    expect([await first, ...(await Promise.all(later))]).toEqual([1, 2, 2, 2])
  })

  test('a call at the very end of a run overlaps no run that others wait for', async () => {
    const { job, begun, end } = slow('slow', 60_000)
    const again = job.run().then(() => job.run())
    const waiting = job.run()
    await end(1)
    expect(begun()).toBe(2)
    await end(2)
    expect([await again, await waiting, begun()]).toEqual([2, 2, 2])
  })

  test('two jobs have two names', () => {
    jobs.add({ name: 'same', everyMs: 1_000, run: async () => {} })
    expect(() => jobs.add({ name: 'same', everyMs: 1_000, run: async () => {} })).toThrow('one job has the name same')
  })
})

describe('when a run fails', () => {
  test('it is logged with its name and counted, and the next tick runs again', async () => {
    const { begun, end } = slow('broken', 1_000)
    await clock.pass(1_000)
    await end(1, new Error('the store is away'))
    expect(lines).toMatchObject([{ job: 'broken', level: 50 }])
    expect(jobs.states()).toMatchObject([{ name: 'broken', runs: 1, failures: 1, failedAt: 1_000, endedAt: undefined }])
    await clock.pass(1_000)
    expect(begun()).toBe(2)
    await end(2)
    expect(jobs.states()).toMatchObject([{ runs: 2, failures: 1, endedAt: 2_000 }])
  })

  test('the first of many failures is logged, then one a minute, and the first after a success', async () => {
    let isAway = true
    const run = async () => {
      if (isAway) throw new Error('the disk is full')
    }
    jobs.add({ name: 'candles', everyMs: 1_000, run })
    await clock.pass(60_000)
    expect(lines).toHaveLength(1)
    await clock.pass(1_000)
    expect(lines).toHaveLength(2)
    expect(jobs.states()).toMatchObject([{ runs: 61, failures: 61, failedAt: 61_000 }])
    isAway = false
    await clock.pass(1_000)
    isAway = true
    await clock.pass(2_000)
    expect(lines).toHaveLength(3)
  })

  test('the caller who asked for the run is told, and a caller who waited gets the next run', async () => {
    const { job, end } = slow('broken', 60_000)
    const first = job.run()
    const second = job.run()
    await Promise.all([expect(first).rejects.toThrow('away'), end(1, new Error('away'))])
    await end(2)
    expect(await second).toBe(2)
  })

  test('only what may be logged is logged', async () => {
    const run = () => Promise.reject(new Error('to ana@example.com'))
    jobs.add({ name: 'mails', everyMs: 1_000, run, loggable: () => ({ cause: 'Error' }) })
    await clock.pass(1_000)
    expect(lines).toMatchObject([{ job: 'mails', cause: 'Error' }])
    expect(JSON.stringify(lines)).not.toContain('ana@example.com')
  })
})

test('a run that came too early is no failure, and the log says once that the job waits', async () => {
  let isReady = false
  class NotYet extends Error {}
  const run = () => (isReady ? Promise.resolve() : Promise.reject(new NotYet('the tables are being filled')))
  jobs.add({ name: 'early', everyMs: 1_000, run, isTooEarly: (error) => error instanceof NotYet })
  await clock.pass(3_000)
  expect(lines).toMatchObject([{ job: 'early', level: 30 }])
  expect(jobs.states()).toMatchObject([{ runs: 3, failures: 0, failedAt: undefined, endedAt: undefined }])
  isReady = true
  await clock.pass(1_000)
  isReady = false
  await clock.pass(1_000)
  expect(lines).toHaveLength(2)
  expect(jobs.states()).toMatchObject([{ runs: 5, failures: 0, endedAt: 4_000 }])
})

describe('the end', () => {
  test('stop waits for the run and its successor, and no tick follows', async () => {
    const { job, begun, end } = slow('slow', 1_000)
    await clock.pass(1_000)
    const waiting = job.run()
    let isStopped = false
    const stopped = jobs.stop().then(() => {
      isStopped = true
    })
    await end(1)
    expect(isStopped).toBe(false)
    await end(2)
    await stopped
    expect([await waiting, begun(), clock.active(), jobs.states()]).toEqual([2, 2, 0, []])
    await clock.pass(10_000)
    expect(begun()).toBe(2)
  })

  test('a stopped job gives its name free', async () => {
    const { job } = slow('again', 1_000)
    await job.stop()
    expect(() => slow('again', 1_000)).not.toThrow()
  })
})
