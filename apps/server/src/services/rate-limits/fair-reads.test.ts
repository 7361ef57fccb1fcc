/**
 * Reads that the store looks at many rows for use up the turns of the customer, and no turns of other customers. Nor do
 * reads that wait take the places of other customers.
 */
import { must } from '@veritick/domain'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Looked, readTurnsOf } from './fair-reads.ts'
import { LIMITS } from './limits.ts'

const { atOnce, perSecond, rows } = LIMITS.reads
const SECOND = 1_000
const ana = { user: 1, tokenHash: 'phone of ana' }
const ben = { user: 2, tokenHash: 'phone of ben' }
const small = async () => 'read'
/** A page of a history of so many rows. */
const page = (count: number) => async (looked: Looked) => {
  looked(count)
  return 'read'
}

/** Whether the next read of the customer has its turn at once. A refusal and a later turn both take longer. */
async function isAtOnce(read: Promise<string>): Promise<boolean> {
  const later = new Promise<string>((resolve) => setTimeout(() => resolve('later'), 40))
  read.catch(() => {})
  return (await Promise.race([read, later])) === 'read'
}

test('a page of a long history counts as many reads of its customer', async () => {
  let now = 0
  const turns = readTurnsOf(() => now)
  await turns.run(ana, page(rows * (atOnce - 1)))
  expect(await isAtOnce(turns.run(ana, small))).toBe(false)
  expect(await isAtOnce(turns.run(ben, small))).toBe(true)
  now += 2 * SECOND
  expect(await isAtOnce(turns.run(ana, small))).toBe(true)
})

test('a page of a short history is one read', async () => {
  const turns = readTurnsOf(() => 0)
  for (let read = 0; read < atOnce; read += 1) await turns.run(ana, page(rows - 1))
  expect(await isAtOnce(turns.run(ana, small))).toBe(false)
})

test('the share of a session counts rows too, so that no session reads long histories by it', async () => {
  let now = 0
  const turns = readTurnsOf(() => now)
  await turns.run(ana, page(rows * 1_000 * perSecond))
  // By the share: the customer has no turn for 1,000 s.
  await turns.run(ana, page(rows * LIMITS.protection.atOnce))
  const refused = turns.run(ana, small)
  expect(await isAtOnce(refused)).toBe(false)
  await expect(refused).rejects.toThrow('this customer reads more than may be read')
  now += 5 * SECOND
  expect(await isAtOnce(turns.run(ana, small))).toBe(true)
}, 10_000)

/** The state of a read, while the clock stands: it waits, was answered, or was refused. */
async function outcomeOf(read: Promise<string>): Promise<string> {
  let outcome = 'waits'
  read.then(
    () => {
      outcome = 'read'
    },
    (error: Error) => {
      outcome = error.message
    },
  )
  await allWork()
  return outcome
}

const allWork = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Timers of the test, which may be many: those of the tools take long for ten thousand. */
function openClock(): { readonly turns: ReturnType<typeof readTurnsOf>; pass(millis: number): Promise<void> } {
  let now = 0
  let timers: { readonly at: number; readonly run: () => void }[] = []
  vi.stubGlobal('setTimeout', (run: () => void, millis: number) => timers.push({ at: now + millis, run }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const pass = async (millis: number) => {
    now += millis
    const due = timers.filter(({ at }) => at <= now)
    timers = timers.filter(({ at }) => at > now)
    for (const { run } of due) run()
    await allWork()
  }
  return { turns: readTurnsOf(() => now), pass }
}

/** Uses up what a customer may read at once, and asks for so many reads more. */
async function asksFor(turns: ReturnType<typeof readTurnsOf>, reader: typeof ana, more: number): Promise<void> {
  for (let read = 0; read < atOnce; read += 1) await turns.run(reader, small)
  for (let read = 0; read < more; read += 1) turns.run(reader, small).catch(() => {})
}

test('a customer who asks from thousands of connections fills no place of another', async () => {
  const { turns, pass } = openClock()
  await asksFor(turns, ana, 2 * LIMITS.reads.waiting)
  await asksFor(turns, ben, 0)
  const waiting = turns.run(ben, small)
  expect(await outcomeOf(waiting)).toBe('waits')
  await pass(SECOND / perSecond)
  expect(await outcomeOf(waiting)).toBe('read')
})

test('a customer whose reads take long has few that wait, and a refusal is as late as a turn', async () => {
  const { turns, pass } = openClock()
  let end = () => {}
  const ended = new Promise<string>((resolve) => {
    end = () => resolve('read')
  })
  // 20 a second are begun, and none ends.
  const reads: Promise<string>[] = []
  while (reads.length <= LIMITS.reads.running + LIMITS.reads.waitingPerCustomer) {
    for (let read = 0; read < perSecond; read += 1) reads.push(turns.run(ana, () => ended))
    for (const read of reads) read.catch(() => {})
    await pass(SECOND)
  }
  const late = turns.run(ana, () => ended)
  expect(await outcomeOf(late)).toBe('waits')
  await pass(LIMITS.reads.waitMs)
  expect(await outcomeOf(late)).toBe('this customer reads more than may be read')
  end()
  expect(await outcomeOf(must(reads[LIMITS.reads.running], 'a read that waited'))).toBe('read')
})

test('many customers fill the room, and one read of each other may wait all the same', async () => {
  const { turns } = openClock()
  const waitingOfEach = (perSecond * LIMITS.reads.waitMs) / SECOND
  for (let user = 3; user <= 3 + LIMITS.reads.waiting / waitingOfEach; user += 1)
    await asksFor(turns, { user, tokenHash: `phone of ${user}` }, waitingOfEach)
  await asksFor(turns, ben, 0)
  expect(await outcomeOf(turns.run(ben, small))).toBe('waits')
  expect(await outcomeOf(turns.run(ben, small))).toBe('as many reads wait as may')
})
