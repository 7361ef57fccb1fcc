/**
 * One decision about money is kept outside the store (decision 147), with 20,000 remembered records in each of the five
 * tables: one record that is appended and flushed, beside a file of JSON that is written whole, as it was before.
 * All of it stops the thread that answers orders.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ENDED_RECORDS_MAX,
  KNOWN_RECORDS_FILE,
  NewestSeals,
  RECORD_KEYS,
  type RecordTable,
  sealStartOf,
} from '../apps/server/src/services/seals/index.ts'
import { keepFile } from '../apps/server/src/store/index.ts'
import { median, print, takeTurns } from './measure.ts'

const folder = mkdtempSync(join(tmpdir(), 'veritick-bench-decisions-'))
const NOW = 1_800_000_000_000
const TABLES = Object.keys(RECORD_KEYS) as RecordTable[]
const sealOf = (table: string, id: number) => createHash('sha256').update(`${table} ${id}`).digest('hex')
const facts = { version: 3, at: NOW, user: 1_234_567_890, isOpen: false }

const whole: Record<string, object> = {}
const seals = new NewestSeals({ file: join(folder, KNOWN_RECORDS_FILE), log: undefined, now: () => NOW })
for (const table of TABLES)
  for (let id = 1; id <= ENDED_RECORDS_MAX; id += 1) {
    const seal = sealOf(table, id)
    whole[`${table} ${id}`] = { ...facts, seal, by: 'staff:123456789' }
    seals.keep(table, id, { ...facts, sealStart: sealStartOf(seal), by: sealStartOf(seal) })
  }

const msOf = (work: () => void): number => {
  const begun = performance.now()
  work()
  return performance.now() - begun
}
let decisions = 0
const pairs = await takeTurns({
  ours: () => {
    // The first decision of a second waits for the disk.
    seals.endTurn()
    decisions += 1
    const decided = { version: 1, sealStart: sealStartOf(sealOf('withdrawals', decisions)), user: 7, by: null }
    const record = { table: 'withdrawals', id: ENDED_RECORDS_MAX + decisions } as const
    return msOf(() => seals.sealed({ onEnd: (end) => end('committed') }, record, { ...decided, isOpen: true }))
  },
  peer: () => msOf(() => keepFile(join(folder, 'whole.json'), whole)),
})
rmSync(folder, { recursive: true })
const peer = 'a file of JSON that is written whole'
print({ name: 'a decision about money, facts kept', unit: 'ms', peer, pairs, target: { atMost: 0.1 } })
for (const side of ['ours', 'peer'] as const) process.stdout.write(`${side}: ${medianAndSlowest(side)}\n`)

function medianAndSlowest(side: 'ours' | 'peer'): string {
  const values = pairs.map((pair) => pair[side])
  return `median ${median(values).toFixed(1)} ms, slowest ${Math.max(...values).toFixed(1)} ms`
}
