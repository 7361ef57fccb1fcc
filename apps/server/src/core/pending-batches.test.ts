/**
 * Decisions that the store has not taken when the write path ends: the next start has them, once, or is refused. The
 * owner of the store can hold a commit and then keep it from ever being stored, here by raising the epoch.
 */
import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountId, must } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import { demo, NOON, opening, place, quote, requestKey } from '../../../../tools/crash/world.ts'
import { CoreEnded } from '../journal/errors.ts'
import type { Core, StartTasks } from './core.ts'
import { KNOWN_BATCH_FILE } from './known-batch.ts'
import { startsOf } from './opened-fixture.ts'
import { PENDING_BATCHES_FILE, pendingLines } from './pending-batches.ts'
import { StateFault } from './state-faults.ts'

const PATIENCE = { timeout: 30_000 }
const STARTS = 120_000
const ACCOUNT = 7

const buy = (core: Core, key: string) =>
  core.submit({
    command: place({ account: ACCOUNT, key }),
    request: { key: requestKey(key), content: key },
  })
const holdings = async (core: Core) => (await core.query({ kind: 'account', account: accountId(ACCOUNT) }))?.holdings

/** A store with one account, and a data folder beside it. */
async function worldOf(name: string) {
  const { open, dataDir } = await startsOf(name)
  const keptIn = join(dataDir, name)
  const file = join(keptIn, PENDING_BATCHES_FILE)
  let isHeld = false
  let release = () => {}
  let released = Promise.resolve()
  const hold = () => {
    isHeld = true
    released = new Promise((resolve) => {
      release = () => {
        isHeld = false
        resolve()
      }
    })
  }
  async function start(more: { readonly tasks?: StartTasks; readonly keptIn?: string } = {}) {
    let commitIn: Awaited<ReturnType<typeof open>>['store']['commit'] | undefined
    const opened = await open({
      keptIn,
      ...more,
      commit: async (sql, params) => {
        if (isHeld) await released
        return must(commitIn, 'the start has its own commits')(sql, params)
      },
      own: (commit) => {
        commitIn = commit
      },
    })
    for (const command of opening(NOON, opened.store.epoch * 100)) opened.core.market(command)
    return opened
  }
  const refused = async (tasks: StartTasks = {}): Promise<StateFault> => {
    const fault = await start({ tasks }).catch((error: unknown) => error)
    if (!(fault instanceof StateFault)) throw new Error(`the start was to be refused: ${String(fault)}`)
    return fault
  }
  const first = await start()
  await first.core.submit({ command: demo(ACCOUNT) })
  expect(linesOf(file), 'a commit in time is not kept').toEqual([])
  return { first, start, refused, hold, release: () => release(), file, keptIn }
}

/** Two orders are decided, the second while the first is being committed; neither is ever stored by this process. */
async function droppedBy(world: Awaited<ReturnType<typeof worldOf>>): Promise<number> {
  const { first, hold, release } = world
  const { core, store, fatal, stop } = first
  hold()
  const one = buy(core, 'one')
  await expect.poll(() => core.stats().commitAgeMs).toBeGreaterThan(0)
  const two = buy(core, 'two')
  const { batches } = core.stats()
  await store.query('update fence set epoch = epoch + 1')
  release()
  await expect(one).rejects.toBeInstanceOf(CoreEnded)
  await expect(two).rejects.toBeInstanceOf(CoreEnded)
  expect(fatal).toMatchObject([{ reason: 'fence_lost' }])
  await stop()
  return batches
}

const linesOf = (file: string) => (existsSync(file) ? pendingLines(file) : [])

describe('the owner of the store ends the process before its orders are stored', { timeout: STARTS }, () => {
  test('the next start has both orders, in their order and once, and their requests have their answers', async () => {
    const world = await worldOf('dropped')
    const batches = await droppedBy(world)
    expect(linesOf(world.file).map((line) => JSON.parse(line).batch)).toEqual([batches + 1, batches + 2])
    const { core, store, stop } = await world.start()
    expect(linesOf(world.file)).toEqual([])
    expect(await holdings(core)).toBe(2)
    for (const [at, key] of ['one', 'two'].entries()) {
      const again = await buy(core, key)
      expect(again).toMatchObject({ repeated: true, outcome: { ok: true, order: { view: { order: at + 1 } } } })
    }
    await core.projected()
    expect(await store.query('select count(*)::int as rows from orders')).toEqual([{ rows: 2 }])
    await stop()
    const last = await world.start()
    expect(await holdings(last.core)).toBe(2)
    await last.stop()
  })

  test('the journal without the batch before them refuses the start, until the operator accepts the loss', async () => {
    const world = await worldOf('lacking')
    const batches = await droppedBy(world)
    rmSync(join(world.keptIn, KNOWN_BATCH_FILE))
    // Another server with the same key and a data folder of its own has become the writer.
    const other = await world.start({ keptIn: `${world.keptIn}-other` })
    await buy(other.core, 'of the other')
    await other.stop()
    const fault = await world.refused()
    expect(fault.message).toContain(`batches ${batches + 1} to ${batches + 2} of ${world.file} do not go on from there`)
    expect(fault.remedy).toContain(`--accept-loss=${batches + 1}`)
    expect((await world.refused({ acceptedLoss: batches })).message).toBe(fault.message)
    const after = await world.start({ tasks: { acceptedLoss: batches + 1 } })
    expect(await holdings(after.core)).toBe(1)
    expect((await buy(after.core, 'one')).repeated).toBe(false)
    await after.stop()
    expect(linesOf(world.file)).toEqual([])
  })

  test.each([
    [
      'a code that the key does not make',
      (line: string) => line.replace(/"mac":"../, '"mac":"AA'),
      'its message authentication code',
    ],
    [
      'another time',
      (line: string) => line.replace(/"wallTime":\d/, '"wallTime":9'),
      'its hash is not the hash of its',
    ],
    [
      'other events',
      (line: string) => line.replace(/"events":"..../, '"events":"AAAA'),
      'its events and requests do not',
    ],
    ['no batch', () => '{}', 'it is not the line of a batch'],
  ])('a file with %s refuses the start and stays', async (_, change, why) => {
    const world = await worldOf('changed')
    const batches = await droppedBy(world)
    const lines = linesOf(world.file)
    writeFileSync(world.file, `${lines[0]}\n${change(must(lines[1], 'two lines'))}\n`)
    const fault = await world.refused()
    expect(fault.message).toContain(`${world.file} is damaged, line 2: ${why}`)
    expect(existsSync(world.file)).toBe(true)
    const after = await world.start({ tasks: { acceptedLoss: batches + 1 } })
    expect(await holdings(after.core)).toBe(0)
    await after.stop()
  })

  test('a killed process left a line without its end: the batches before it count', async () => {
    const world = await worldOf('torn')
    await droppedBy(world)
    const [first, second] = linesOf(world.file)
    const third = must(second, 'two lines').slice(0, 100)
    writeFileSync(world.file, `${first}\n${second}\n${third}\0\0`)
    const { core, stop } = await world.start()
    expect(await holdings(core)).toBe(2)
    await stop()
  })

  test('a store that refuses the batches refuses the start, and the batches are kept', async () => {
    const world = await worldOf('refusing')
    const batches = await droppedBy(world)
    const { store, stop } = await world.start({ keptIn: `${world.keptIn}-other` })
    await store.query(`alter table journal add constraint full_now check (batch <= ${batches}) not valid`)
    await stop()
    const fault = await world.refused()
    expect(fault.message).toBe(
      `the store refuses batch ${batches + 1}, which the last process had decided and not stored (23514)`,
    )
    expect(linesOf(world.file)).toHaveLength(2)
  })
})

describe('a commit waits for long', { timeout: STARTS }, () => {
  test('what is decided meanwhile is kept too, and nothing of it when all is stored', async () => {
    const world = await worldOf('late')
    const { core, stop } = world.first
    world.hold()
    const order = buy(core, 'one')
    await expect.poll(() => linesOf(world.file).length, PATIENCE).toBeGreaterThan(0)
    const kept = linesOf(world.file).length
    core.market(demo(8))
    await expect.poll(() => linesOf(world.file).length, PATIENCE).toBeGreaterThan(kept)
    // Prices that change nothing are not kept.
    core.market(quote({ at: NOON + 1_000, instrument: 1, seq: 900, bid: 139_310, ask: 139_318 }))
    const copy = `${world.file}.copy`
    copyFileSync(world.file, copy)
    world.release()
    expect((await order).outcome.ok).toBe(true)
    await core.submit({ command: demo(9) })
    await expect.poll(() => linesOf(world.file).length, PATIENCE).toBe(0)
    await stop()

    copyFileSync(copy, world.file)
    const next = await world.start()
    expect(linesOf(world.file), 'the journal has them').toEqual([])
    expect(await holdings(next.core)).toBe(1)
    expect(next.core.stats().batches).toBe(core.stats().batches)
    await next.stop()
  })
})
