/**
 * Jobs that read the read tables wait while these are being filled: the log says so once, and nothing has failed. The
 * invite rewards read none of them.
 */
import { openTestServer } from '@veritick/testing/test-server'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openClosures } from '../features/closures/index.ts'
import { openInvites } from '../features/invites/index.ts'
import { openRanking } from '../features/ranking/index.ts'
import { CoreBusy } from '../journal/index.ts'
import { DAY_MS } from '../services/clock/index.ts'
import { openJobs } from '../services/jobs/index.ts'

test('the ranking and the erasure wait for the read tables, then run; the invite rewards run at once', async () => {
  const server = await openTestServer()
  await server.person()
  server.passTime(DAY_MS)
  const { context } = server
  const lines: { readonly job?: string; readonly level: number }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const jobs = openJobs({ timers: { every: () => () => {} }, now: context.runtime.now, log })
  let isFilled = false
  const busy = () => Promise.reject(new CoreBusy('the read tables are being filled from the journal'))
  const core = { ...context.core, projected: () => (isFilled ? context.core.projected() : busy()) }
  const parts = { ...context, core, jobs, log }
  const ranking = openRanking(parts)
  const invites = await openInvites(parts)
  const closures = openClosures(parts)
  for (const _ of [1, 2]) {
    await expect(ranking.refresh()).rejects.toBeInstanceOf(CoreBusy)
    await expect(closures.sweep()).rejects.toBeInstanceOf(CoreBusy)
    expect(await invites.earn()).toBe(0)
  }
  // The jobs that begin at the start come in any order.
  expect(lines.map(({ job, level }) => `${job} ${level}`).toSorted()).toEqual(['account_erasure 30', 'ranking 30'])
  expect(jobs.states().map(({ failures }) => failures)).toEqual([0, 0, 0, 0])
  isFilled = true
  await ranking.refresh()
  expect(await closures.sweep()).toEqual({ erased: 0 })
  const days = await context.store.query('select 1 from equity_days')
  expect([days.length, lines.length]).toEqual([1, 2])
  await jobs.stop()
  await server.close()
})
