/**
 * The tree head goes to the log every hour, and the newest batch to the data folder every minute. forged-hashes.test.ts
 * starts the server with heads of the log.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { millis } from '@veritick/domain'
import { openTestServer } from '@veritick/testing/test-server'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { KNOWN_BATCH_FILE } from '../core/index.ts'
import { HOUR_MS, MINUTE_MS } from '../services/clock/index.ts'
import { openJobs } from '../services/jobs/index.ts'
import { noteJournalEnds } from './journal-ends.ts'

const NOON = millis(1_800_000_000_000)
const PATIENCE = { timeout: 20_000 }

test('an operator finds the head in the log each hour, and the newest batch in a file each minute', async () => {
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
  const { core, store, runtime } = server.context
  const dataDir = mkdtempSync(join(tmpdir(), 'veritick-ends-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const jobs = openJobs({ timers: { every }, now: runtime.now, log })
  noteJournalEnds({ config: { dataDir, world: 'simulated' }, core, store, wallClock: () => NOON, jobs, log })
  expect(ticks.map(({ millis }) => millis)).toEqual([HOUR_MS, MINUTE_MS])
  expect(lines).toEqual([])
  for (const { tick } of ticks) tick()
  const { size, hash } = core.treeHead()
  expect(size).toBeGreaterThan(0)
  const head = { treeSize: size, treeHead: hash, batches: core.stats().batches }
  expect(lines).toMatchObject([{ ...head, msg: 'the tree head of the journal' }])
  const file = join(dataDir, 'simulated', KNOWN_BATCH_FILE)
  await expect.poll(() => existsSync(file), PATIENCE).toBe(true)
  const [newest] = await store.query<{ batch: number; hash: string }>(
    `select batch, encode(hash, 'hex') as hash from journal order by batch desc limit 1`,
  )
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...newest, keptAt: new Date(NOON).toISOString() })
})
