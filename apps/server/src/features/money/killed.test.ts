/**
 * `kill -9` after each durable step of every movement of money, on PostgreSQL where it can be had: the next start and
 * the staff after it finish the step that was interrupted, once. The uploaded pictures are still there. The embedded
 * store, where the statements are the same, takes one way in and one way out; `KILLED_LONG` takes all on both.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { must } from '@veritick/domain'
import { programOf } from '@veritick/testing/programs'
import { openLocation, type StoreKind, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CrashReport, CrashTask } from '../../../../../tools/crash/crash-payments.ts'

const PROGRAM = fileURLToPath(new URL('../../../../../tools/crash/crash-payments.ts', import.meta.url))

type Ended = { readonly end: NodeJS.Signals | number | null; readonly said: readonly CrashReport[] }

/** One process for both stores. */
async function run(tasks: readonly CrashTask[]): Promise<Ended> {
  const child = spawn(process.execPath, [await programOf(PROGRAM)], {
    env: { ...process.env, CRASH_TASKS: JSON.stringify(tasks) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  )
  let text = ''
  for await (const piece of must(child.stdout ?? undefined, 'a pipe')) text += String(piece)
  return { end: await ended, said: text === '' ? [] : JSON.parse(text) }
}

/** The records after a deposit of 1,000 USD and `times` requests of one kind. */
const START = 'deposit finished 1000000000'
const usd = (whole: number) => `${whole}.000000`
const LEFT: Readonly<Record<string, (times: number) => object>> = {
  credited: (times) => ({
    balance: usd(1000 + 40 * times),
    records: { [START]: 1, 'deposit finished 40000000': times },
    ledger: { deposit: 1 + times },
    mails: { 'Your deposit was credited': 1 + times },
    pictures: 1 + times,
  }),
  agreed: (times) => ({
    balance: usd(1000 + 50 * times),
    records: { [START]: 1, 'deposit finished 50000000': times },
    ledger: { deposit: 1 + times },
    mails: { 'Your deposit was credited': 1 + times },
    pictures: 1 + times,
  }),
  declined: (times) => ({
    balance: usd(1000),
    records: { [START]: 1, 'deposit rejected 0': times },
    ledger: { deposit: 1 },
    mails: { 'Your deposit was credited': 1, 'Your deposit was rejected': times },
    pictures: 1 + times,
  }),
  card: (times) => ({
    balance: usd(1000 + 40 * times),
    records: { [START]: 1, 'deposit finished 40000000': times },
    ledger: { deposit: 1 + times },
    mails: { 'Your deposit was credited': 1 + times },
  }),
  paid: (times) => ({
    balance: usd(1000 - 30 * times),
    records: { [START]: 1, 'withdrawal paid': times },
    // A locked amount has left the balance already: the payment changes the balance no more.
    ledger: { deposit: 1, withdrawal_locked: times },
    mails: { 'Your withdrawal was approved': times, 'Your withdrawal was paid': times },
  }),
  rejected: (times) => ({
    balance: usd(1000),
    records: { [START]: 1, 'withdrawal rejected': times },
    ledger: { deposit: 1, withdrawal_locked: times, withdrawal_returned: times },
    mails: { 'Your withdrawal was not carried out': times },
  }),
  cancelled: (times) => ({
    balance: usd(1000),
    records: { [START]: 1, 'withdrawal cancelled': times },
    ledger: { deposit: 1, withdrawal_locked: times, withdrawal_returned: times },
    mails: { 'Your withdrawal was cancelled': times },
  }),
  corrected: (times) => ({
    balance: usd(1000 + 7 * times),
    records: { [START]: 1, 'correction booked': times },
    ledger: { deposit: 1, adjustment: times },
    mails: { 'Your balance was corrected': times },
  }),
  rewarded: (times) => ({
    balance: usd(1000 + 30 * times),
    records: { [START]: 1, 'reward paid': times },
    ledger: { deposit: 1, reward: times },
    mails: { 'Your invite reward was paid': times },
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
  rewarded: 4,
}

const KINDS = storeKinds()
const FEW = { ways: ['agreed', 'paid'] }
const waysOn = (kind: StoreKind): Pick<CrashTask, 'ways'> =>
  kind === KINDS.at(-1) || process.env.KILLED_LONG !== undefined ? {} : FEW

const locations: StoreLocation[] = []
let died: Ended
let again: Ended
beforeAll(async () => {
  for (const kind of KINDS) locations.push(await openLocation(kind, ['simulated']))
  const tasks = locations.map(({ dataDir, databaseUrl }, index) => ({
    ...{ dataDir, databaseUrl },
    ...waysOn(must(KINDS[index], 'the kind of the store')),
  }))
  died = await run(tasks)
  again = await run(tasks)
}, 1_800_000)
afterAll(async () => {
  for (const location of locations) await location.clean()
})

test.each(KINDS)('kill -9 on the %s store after every step of the ways of money', (kind) => {
  const { ways = Object.keys(LEFT) } = waysOn(kind)
  expect(died.end).toBe('SIGKILL')
  const steps = must(died.said[KINDS.indexOf(kind)]?.steps, 'it said how far each went')
  for (const way of ways) expect(steps[way], way).toBeGreaterThanOrEqual(must(STEPS_MIN[way], way))

  expect(again.end).toBe(0)
  const { scenarios, problems } = must(again.said[KINDS.indexOf(kind)]?.states, 'it said what stands')
  expect(problems).toEqual([])
  expect(Object.keys(scenarios).sort()).toEqual([...ways].sort())
  // One went its whole way before, one stood still after each step.
  for (const way of ways)
    expect(scenarios[way], way).toMatchObject({ locked: usd(0), ...must(LEFT[way], way)(1 + (steps[way] ?? 0)) })
})
