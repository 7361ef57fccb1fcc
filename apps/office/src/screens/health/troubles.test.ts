/** The warnings that follow from the figures of the platform. */
import { HEALTH_TROUBLES } from '@veritick/contract/office'
import { expect, test } from 'vitest'
import { oldestQuotes, pricesState, troublesOf } from './troubles.ts'
import { book, well } from './well-fixture.ts'

test('a platform that is well has no troubles', () => expect(troublesOf(well)).toEqual([]))

test('books that do not balance come first and are grave', () => {
  const found = troublesOf({ ...well, books: [{ ...book, sum: '-0.000001' }], feed: { ...well.feed, stale: 2 } })
  expect(found.map((trouble) => trouble.grave)).toEqual([true, false])
  expect(found[0]?.text).toMatch(/do not balance: −0.000001/)
  expect(troublesOf({ ...well, books: [{ ...book, uneven: 1 }] })[0]?.grave).toBe(true)
})

test('a damaged journal comes first, with what is damaged', () => {
  const check = {
    state: 'damaged' as const,
    checked: 1,
    total: 9,
    damage: 'journal batch 2 is damaged: its end is missing',
  }
  const [first] = troublesOf({ ...well, books: [{ ...book, uneven: 1 }], journal: { ...well.journal, check } })
  expect(first).toMatchObject({ grave: true, text: expect.stringContaining('journal batch 2 is damaged') })
})

test('older batches that cannot be read are grave', () => {
  const check = { state: 'unread' as const, checked: 1, total: 9, damage: null }
  const [first] = troublesOf({ ...well, journal: { ...well.journal, check } })
  expect(first).toMatchObject({ grave: true, text: expect.stringContaining('could not be read several times') })
})

test('each record of money that does not prove itself is named, with what to do', () => {
  const records = [
    { kind: 'withdrawal' as const, id: 7, fault: 'received was 5 and is 500' },
    { kind: 'deposit' as const, id: 9, fault: 'deposit 9 is in progress, but no decision stands in the audit log' },
  ]
  const found = troublesOf({ ...well, records })
  expect(found.map(({ grave }) => grave)).toEqual([true, true])
  expect(found[0]?.text).toMatch(/^Withdrawal 7 does not prove itself: received was 5 .* send nothing .* docs/)
})

test('silence is graver than some stale prices, and said once', () => {
  const found = troublesOf({ ...well, feed: { ...well.feed, silent: true, stale: 20 } })
  expect(found).toHaveLength(1)
  expect(found[0]?.text).toMatch(/No prices/)
})

test('a clock that is not believed is named with its error and what to do', () => {
  const said = (clock_fault: NonNullable<(typeof well)['feed']['clock_fault']>) =>
    troublesOf({ ...well, feed: { ...well.feed, silent: true, clock_fault } }).map(({ text }) => text)
  expect(said({ kind: 'jumped', off_ms: 3 * 86_400_000 })).toEqual([
    expect.stringContaining('is 3 d ahead: trading is paused'),
  ])
  expect(said({ kind: 'behind_journal', off_ms: -90_000 })).toEqual([
    expect.stringContaining('is 1 min behind of the market time'),
  ])
})

test('a store for trying out is said, and is no emergency', () => {
  const found = troublesOf({ ...well, store: { ...well.store, kind: 'embedded', trial_only: true } })
  expect(found.map((trouble) => trouble.grave)).toEqual([false])
})

test('the oldest quotes are of what is open', () => {
  const one = { id: 1, code: 'EURUSD', status: 'open', stale: false, quote_age: 5 }
  const instruments = [
    one,
    { ...one, code: 'AAPL', quote_age: 900 },
    { ...one, code: 'KO', status: 'closed', quote_age: 9_000 },
  ]
  expect(oldestQuotes(instruments, 1)).toEqual([{ code: 'AAPL', age: 900 }])
})

test.each(HEALTH_TROUBLES)('%s is told in a sentence', (reason) => {
  const found = troublesOf({ ...well, troubles: [{ reason, since: 1 }] })
  expect(found).toHaveLength(1)
  expect(found[0]?.text).toMatch(/^[A-Z].{30,}\.$/)
})

test('what stops orders is grave, what only stands still is not', () => {
  const graveOf = (reason: (typeof HEALTH_TROUBLES)[number]) =>
    troublesOf({ ...well, troubles: [{ reason, since: 1 }] })[0]?.grave
  const grave = ['commit_late', 'store_disk_full', 'store_lost', 'store_read_only', 'data_disk_full']
  expect(HEALTH_TROUBLES.filter(graveOf)).toEqual(grave)
})

test('read tables that are being filled are said once, with how far they are', () => {
  const engine = { ...well.engine, projection_lag: 750_001 }
  const journal = { ...well.journal, sequence: 3_000_000 }
  const troubles = [{ reason: 'projection_behind' as const, since: 9 }]
  const found = troublesOf({ ...well, engine, journal, troubles })
  expect(found.map(({ text }) => text)).toEqual([
    expect.stringMatching(/refused as busy .* They hold 2,249,999 of 3,000,000 events \(74%\)\.$/),
  ])
})

test('a closed market is neither live nor silent', () => {
  const named = (open: number, silent: boolean) => pricesState({ open, silent }).name
  expect([named(0, false), named(0, true), named(20, true), named(20, false)]).toEqual([
    'market closed',
    'market closed',
    'none arrive',
    'arriving',
  ])
})

test('figures that are old are said with the time of their reading', () => {
  const troubles = [{ reason: 'figures_old' as const, since: 9 }]
  const said = (figures_at: number | null) => troublesOf({ ...well, troubles, figures_at }).map(({ text }) => text)
  expect(said(Date.UTC(2026, 10, 23, 7, 31, 5))).toEqual([
    'The store does not answer in time: the figures of books, queues and sessions below were read at ' +
      '2026-11-23 07:31:05 UTC.',
  ])
  expect(said(null)[0]).toMatch(/below were not read since the start\.$/)
})

test('a backup that is missing or old is said; one of the last night is not', () => {
  const hour = 3_600_000
  const said = (hours: number) =>
    troublesOf({ ...well, at: 100 * hour, backup: { at: (100 - hours) * hour, bytes: null } })
  expect(said(28)).toEqual([])
  expect(said(29)).toEqual([
    { text: 'The newest complete backup is 1 d 5 h old. Read the log of the nightly backup.', grave: false },
  ])
  expect(troublesOf({ ...well, backup: null })).toEqual([
    { text: 'No complete backup was made yet. Make one: npm run backup.', grave: false },
  ])
})
