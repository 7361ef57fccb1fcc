/**
 * `kill -9` after each durable step of every movement of money, on each store: the next start and the staff after it
 * finish the step that was interrupted, once. The uploaded pictures are still there.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { must } from '@veritick/domain'
import { programOf } from '@veritick/testing/programs'
import { openPlace, type Place, storeKinds } from '@veritick/testing/stores'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CrashReport, CrashTask } from '../../../../../tools/crash/crash-payments.ts'

const PROGRAM = fileURLToPath(new URL('../../../../../tools/crash/crash-payments.ts', import.meta.url))

async function run(
  task: CrashTask,
): Promise<{ readonly end: NodeJS.Signals | number | null; readonly said: CrashReport }> {
  const child = spawn(process.execPath, [await programOf(PROGRAM)], {
    env: { ...process.env, CRASH_TASK: JSON.stringify(task) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  )
  let text = ''
  for await (const piece of must(child.stdout ?? undefined, 'a pipe')) text += String(piece)
  return { end: await ended, said: text === '' ? {} : JSON.parse(text) }
}

/** What a customer has after depositing 1,000 USD, and what `times` requests of one kind leave beside it. */
const START = 'deposit finished 1000000000'
const usd = (whole: number) => `${whole}.000000`
const LEFT: Readonly<Record<string, (times: number) => object>> = {
  credited: (times) => ({
    balance: usd(1000 + 40 * times),
    records: { [START]: 1, 'deposit finished 40000000': times },
    ledger: { deposit: 1 + times },
    letters: { 'Your deposit was credited': 1 + times },
    pictures: 1 + times,
  }),
  agreed: (times) => ({
    balance: usd(1000 + 50 * times),
    records: { [START]: 1, 'deposit finished 50000000': times },
    ledger: { deposit: 1 + times },
    letters: { 'Your deposit was credited': 1 + times },
    pictures: 1 + times,
  }),
  declined: (times) => ({
    balance: usd(1000),
    records: { [START]: 1, 'deposit rejected 0': times },
    ledger: { deposit: 1 },
    letters: { 'Your deposit was credited': 1, 'Your deposit was rejected': times },
    pictures: 1 + times,
  }),
  card: (times) => ({
    balance: usd(1000 + 40 * times),
    records: { [START]: 1, 'deposit finished 40000000': times },
    ledger: { deposit: 1 + times },
    letters: { 'Your deposit was credited': 1 + times },
  }),
  paid: (times) => ({
    balance: usd(1000 - 30 * times),
    records: { [START]: 1, 'withdrawal paid': times },
    // What was locked has left the balance: being paid changes it no more.
    ledger: { deposit: 1, withdrawal_locked: times },
    letters: { 'Your withdrawal was approved': times, 'Your withdrawal was paid': times },
  }),
  rejected: (times) => ({
    balance: usd(1000),
    records: { [START]: 1, 'withdrawal rejected': times },
    ledger: { deposit: 1, withdrawal_locked: times, withdrawal_returned: times },
    letters: { 'Your withdrawal was not carried out': times },
  }),
  cancelled: (times) => ({
    balance: usd(1000),
    records: { [START]: 1, 'withdrawal cancelled': times },
    ledger: { deposit: 1, withdrawal_locked: times, withdrawal_returned: times },
    letters: { 'Your withdrawal was cancelled': times },
  }),
  corrected: (times) => ({
    balance: usd(1000 + 7 * times),
    records: { [START]: 1, 'correction booked': times },
    ledger: { deposit: 1, adjustment: times },
    letters: { 'Your balance was corrected': times },
  }),
}

/**
 * Reported, decided, booked, marked; asked, locked, waiting, approved twice, decided, settled, marked: fewer would be a
 * step unseen.
 */
const STEPS_MIN: Readonly<Record<string, number>> = {
  credited: 4,
  agreed: 5,
  declined: 2,
  card: 4,
  paid: 9,
  rejected: 7,
  cancelled: 7,
  corrected: 4,
}

describe.each(storeKinds())('kill -9 on the %s store', (kind) => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace(kind, ['simulated'])
  }, 60_000)
  afterAll(() => place.clean(), 60_000)

  test('after every step of every way of money', { timeout: 1_800_000 }, async () => {
    const task = { dataDir: place.dataDir, databaseUrl: place.databaseUrl }
    const died = await run(task)
    expect(died.end).toBe('SIGKILL')
    const steps = must(died.said.steps, 'it said how far each went')
    for (const [way, least] of Object.entries(STEPS_MIN)) expect(steps[way], way).toBeGreaterThanOrEqual(least)

    const { end, said } = await run(task)
    expect(end).toBe(0)
    const { scenarios, problems } = must(said.states, 'it said what stands')
    expect(problems).toEqual([])
    expect(Object.keys(scenarios).sort()).toEqual(Object.keys(LEFT).sort())
    // One went its whole way before, one stood still after each step.
    for (const [way, left] of Object.entries(LEFT))
      expect(scenarios[way], way).toMatchObject({ locked: usd(0), ...left(1 + (steps[way] ?? 0)) })
  })
})
