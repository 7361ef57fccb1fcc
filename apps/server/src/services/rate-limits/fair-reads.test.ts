/** Reads that the store looks at many rows for use up the turns of the customer, and no turns of other customers. */
import { expect, test } from 'vitest'
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
