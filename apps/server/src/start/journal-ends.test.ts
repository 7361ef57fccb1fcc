/** The tree head goes to the log every hour. forged-hashes.test.ts starts the server with heads of the log. */
import { openTestServer } from '@veritick/testing/test-server'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { HOUR_MS } from '../services/clock/index.ts'
import { openJobs } from '../services/jobs/index.ts'
import { noteJournalEnds } from './journal-ends.ts'

test('an operator finds the head of the journal in the log each hour', async () => {
  const server = await openTestServer()
  onTestFinished(() => server.close())
  for (let count = 0; count < 3; count += 1) await server.person()
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const ticks: { readonly millis: number; readonly tick: () => void }[] = []
  const every = (millis: number, tick: () => void) => {
    ticks.push({ millis, tick })
    return () => {}
  }
  const { core, runtime } = server.context
  noteJournalEnds({ core, jobs: openJobs({ timers: { every }, now: runtime.now, log }), log })
  expect(ticks.map(({ millis }) => millis)).toEqual([HOUR_MS])
  expect(lines).toEqual([])
  for (const { tick } of ticks) tick()
  const { size, hash } = core.treeHead()
  expect(size).toBeGreaterThan(0)
  const head = { treeSize: size, treeHead: hash, batches: core.stats().batches }
  expect(lines).toMatchObject([{ ...head, msg: 'the tree head of the journal' }])
})
