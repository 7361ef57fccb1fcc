/**
 * The core in a thread or process of its own, on each store: the same answers, the same journal, and the same end when
 * it fails. Decisions of the queue before the core and of its client alone are tested once, on the embedded store.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MessagePort } from 'node:worker_threads'
import { accountId, millis, must } from '@veritick/domain'
import { JOURNAL_KEY } from '@veritick/testing/journal-key'
import { programOf, SERVER_MAIN } from '@veritick/testing/programs'
import { openLocation, type StoreKind, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { copyTemplate } from '@veritick/testing/template'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { close, demo, NOON, opening, place as placing, quote, requestKey } from '../../../../tools/crash/world.ts'
import { CoreBusy, CoreEnded } from '../journal/errors.ts'
import { readKept } from '../store/index.ts'
import { openStore } from '../store/store.ts'
import { WAITING_MAX } from './command-queue.ts'
import type { Core, PublishedBatch } from './core.ts'
import { CORE_PROCESS } from './core-channel.ts'
import { KEYED_WAITING_MAX, openCoreThread } from './core-client.ts'
import { KNOWN_BATCH_FILE } from './known-batch.ts'
import type { Submitted } from './submission.ts'

const FLOOD = 200
/** Lot units: margin for all of them is there. */
const LOTS = 100

const realClocks = { wallClock: () => millis(Date.now()), monotonicClock: () => performance.now() }
const PLACES = storeKinds().flatMap((kind): { kind: StoreKind; in: 'thread' | 'process' }[] =>
  kind === 'embedded'
    ? [{ kind, in: 'thread' }]
    : [
        { kind, in: 'thread' },
        { kind, in: 'process' },
      ],
)

describe.each(PLACES)('on the $kind store, in a $in', ({ kind, in: inWhat }) => {
  let where: StoreLocation
  let threadFile: string

  beforeAll(async () => {
    where = await openLocation(kind)
    threadFile = await programOf(SERVER_MAIN)
  })
  afterAll(() => where.clean())

  async function open(
    world: string,
    clocks = realClocks,
  ): Promise<{ core: Core; fatal: Error[]; shut(): Promise<void> }> {
    if (kind === 'embedded') copyTemplate(where.dataDir, world)
    const log = pino({ level: 'silent' })
    const store = await openStore({ ...where, world, log, threadFile })
    const fatal: Error[] = []
    const core = await openCoreThread({
      journalKey: JOURNAL_KEY,
      threadFile,
      place: inWhat,
      store,
      log,
      logLevel: 'silent',
      onFatal: (error) => void fatal.push(error),
      tasks: {},
      keptIn: join(where.dataDir, `${world}-kept`),
      ...clocks,
    })
    for (const command of opening(NOON, store.epoch * 1_000)) core.market(command)
    let isOpen = true
    const shut = async () => {
      if (!isOpen) return
      isOpen = false
      await core.stop()
      await store.close()
    }
    onTestFinished(shut)
    return { core, fatal, shut }
  }

  const buy = (core: Core, key: string) =>
    core.submit({ command: placing({ account: 7, key, lots: LOTS }), request: { key: requestKey(key), content: key } })
  const orderOf = ({ outcome }: Submitted) =>
    must(outcome.ok ? outcome.order : undefined, 'an order was placed').view.order

  test('what is told in one turn happens in its order: answered, published, projected and proven', async () => {
    const { core } = await open(`flood_${inWhat}`)
    const published: PublishedBatch[] = []
    core.onPublished((batch) => void published.push(batch))
    await core.submit({ command: demo(7) })
    const placed = await Promise.all(Array.from({ length: FLOOD }, (_, index) => buy(core, `order ${index}`)))
    expect(placed.map(orderOf)).toEqual(Array.from({ length: FLOOD }, (_, index) => index + 1))
    const sequences = published.flatMap(({ firstSequence, events }) => events.map((_, index) => firstSequence + index))
    expect(sequences).toEqual(sequences.map((_, index) => (sequences[0] ?? 0) + index))
    await core.projected()
    expect(core.stats()).toMatchObject({ state: 'running', waiting: 0, projectionLag: 0, sequence: sequences.at(-1) })
    expect(await core.query({ kind: 'account', account: accountId(7) })).toMatchObject({ holdings: FLOOD })
    expect(await core.receipt(orderOf(must(placed[3], 'an order')))).toMatchObject({ order: 4, head: core.treeHead() })
    expect(await core.consistency(1)).toEqual(expect.any(Array))
    expect(await core.receipt(9_999)).toBeUndefined()

    // A price told before an order fills it, and one told after it does not.
    core.market(quote({ at: NOON + 1_000, instrument: 1, seq: 900_000, bid: 139_405, ask: 139_412 }))
    const bought = buy(core, 'between')
    core.market(quote({ at: NOON + 2_000, instrument: 1, seq: 900_001, bid: 139_505, ask: 139_512 }))
    const { outcome } = await bought
    expect(outcome.ok && outcome.order?.view).toMatchObject({ price: 139_412, openQuote: { seq: 900_000 } })
  })

  /** Neither the store nor the way to the core has a part in it. */
  const testOnce = (name: string, run: () => Promise<void>) => {
    if (kind === 'embedded') test(name, run)
  }

  testOnce('prices as text are read with their command, after its key; a wrong one is refused by name', async () => {
    const { core } = await open(`written_${kind}_${inWhat}`)
    await core.submit({ command: demo(7) })
    const end = (key: string, seenPrice: string) =>
      core.submit({
        command: close({ account: 7, order: 1, key }),
        prices: { target: undefined, stopLoss: undefined, takeProfit: undefined, seenPrice },
        request: { key: requestKey(key), content: 'close' },
      })
    const standing = () => core.standing({ key: requestKey('a') }, accountId(7))
    expect(await standing()).toBe('new')
    const bought = buy(core, 'a')
    // The order is on its way: the answer waits for it.
    expect(await standing()).toBe('answered')
    const wrong = end('b', '1.393001')
    const closed = end('b', '1.39299')
    core.market(quote({ at: NOON + 1_000, instrument: 1, seq: 900_000, bid: 139_205, ask: 139_212 }))
    expect((await bought).outcome.ok).toBe(true)
    // Sent again while the first is on its way, so it gets the first answer.
    const refused = { ok: false, reason: 'price_off_step', price: 'seenPrice' }
    expect([await wrong, await closed]).toEqual([
      { outcome: refused, repeated: false },
      { outcome: refused, repeated: true },
    ])
    const done = await end('b', '1.39299')
    expect(done.outcome.ok && done.outcome.events).toMatchObject([{ price: 139_205, reference: 139_299 }])
    expect(await end('b', 'nonsense')).toEqual({ ...done, repeated: true })
  })

  test.runIf(inWhat === 'thread')('orders of many turns gather while answers are owed', async () => {
    const { core } = await open(`gather_${kind}`)
    await core.submit({ command: demo(7) })
    const sent = vi.spyOn(MessagePort.prototype, 'postMessage')
    onTestFinished(() => sent.mockRestore())
    const frames = () => sent.mock.calls.filter(([message]) => 'frame' in message).length
    const placed: Promise<Submitted>[] = []
    for (let index = 0; index < FLOOD; index += 1) {
      placed.push(buy(core, `turn ${index}`))
      await new Promise((resolve) => setImmediate(resolve))
    }
    const answers = await Promise.all(placed)
    expect(answers.map(orderOf)).toEqual(Array.from({ length: FLOOD }, (_, index) => index + 1))
    expect(frames()).toBeLessThan(FLOOD / 2)
    const before = frames()
    await buy(core, 'alone')
    expect(frames() - before, 'an order that meets an idle core').toBe(1)
  })

  test('a repeat gets its first answer, also after the thread was stopped and started again', async () => {
    const first = await open(`again_${kind}_${inWhat}`)
    await first.core.submit({ command: demo(7) })
    const one = await buy(first.core, 'a')
    const ended = await first.core.submit({
      command: close({ account: 7, order: orderOf(one), key: 'b' }),
      request: { key: requestKey('b'), content: 'b' },
    })
    await first.shut()
    await expect(buy(first.core, 'c')).rejects.toBeInstanceOf(CoreEnded)
    const store = await openStore({ ...where, world: `again_${kind}_${inWhat}`, threadFile })
    const log = pino({ level: 'silent' })
    const core = await openCoreThread({
      journalKey: JOURNAL_KEY,
      threadFile,
      place: inWhat,
      store,
      log,
      logLevel: 'silent',
      onFatal: () => {},
      tasks: {},
      ...realClocks,
    })
    onTestFinished(async () => {
      await core.stop()
      await store.close()
    })
    expect(await buy(core, 'a')).toEqual({ ...one, repeated: true })
    const again = await core.submit({
      command: close({ account: 7, order: orderOf(one), key: 'b' }),
      request: { key: requestKey('b'), content: 'b' },
    })
    expect(again).toEqual({ ...ended, repeated: true })
  })

  test('a request whose key is known gets its first answer also while the queue is full', async () => {
    const { core } = await open(`full_${kind}_${inWhat}`)
    await core.submit({ command: demo(7) })
    const first = await buy(core, 'a')
    const onItsWay = buy(core, 'b')
    const look = () => core.query({ kind: 'account', account: accountId(7) })
    // All in one turn: the core has no chance to answer any of them.
    const looks = Array.from({ length: WAITING_MAX - 1 }, look)
    await expect(look()).rejects.toBeInstanceOf(CoreBusy)
    const repeats = [buy(core, 'a'), buy(core, 'b')]
    const unkeyed = core.submit({ command: placing({ account: 7, key: 'c', lots: LOTS }) })
    expect(await Promise.all(repeats)).toEqual([
      { ...first, repeated: true },
      { ...(await onItsWay), repeated: true },
    ])
    expect(await unkeyed).toEqual({ outcome: { ok: false, reason: 'busy' }, repeated: false })
    await Promise.all(looks)
    expect(await look()).toMatchObject({ holdings: 2 })
  })

  testOnce('a key that cannot be looked up is not refused as busy: busy says that nothing was done', async () => {
    const { core } = await open(`over_${kind}_${inWhat}`)
    await core.submit({ command: demo(7) })
    await buy(core, 'a')
    const repeats = Array.from({ length: KEYED_WAITING_MAX }, () => buy(core, 'a'))
    await expect(buy(core, 'a')).rejects.toBeInstanceOf(CoreBusy)
    expect((await Promise.all(repeats)).filter(({ repeated }) => !repeated)).toEqual([])
  })

  testOnce(
    'a thread that says nothing for as long as a late commit takes counts as one, since the clock says so',
    async () => {
      const clock = { wall: 1_900_000_000_000, monotonic: 5_000 }
      const clocks = { wallClock: () => millis(clock.wall), monotonicClock: () => clock.monotonic }
      const { core } = await open(`silent_${kind}_${inWhat}`, clocks)
      await core.submit({ command: demo(7) })
      expect(core.stats().commitTrouble).toBeUndefined()
      // No message of the thread can arrive before the next turn.
      clock.wall += 90_000
      clock.monotonic += 90_000
      expect(core.stats().commitTrouble).toEqual({ reason: 'commit_late', since: 1_900_000_000_000 })
      await core.submit({ command: demo(8) })
      expect(core.stats().commitTrouble).toBeUndefined()
    },
  )

  test('a fault of the engine ends the thread and is told once; what waits is rejected', async () => {
    const { core, fatal } = await open(`broken_${inWhat}`)
    await core.submit({ command: demo(7) })
    // A number that does not rise breaks a promise of the market to the engine.
    core.market(quote({ at: NOON + 1_000, instrument: 1, seq: 1, bid: 139_405, ask: 139_412 }))
    await expect(buy(core, 'a')).rejects.toBeInstanceOf(CoreEnded)
    await expect.poll(() => fatal.length).toBe(1)
    expect(fatal[0]).toMatchObject({ reason: 'engine_broken' })
    expect(core.stats().state).toBe('failed')
    const known = JSON.parse(readKept(join(where.dataDir, `broken_${inWhat}-kept`, KNOWN_BATCH_FILE)))
    expect(known).toMatchObject({ batch: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test.runIf(inWhat === 'process')('signals that the whole group gets do not end the process', async () => {
    const { core, fatal } = await open(`signals_${kind}`)
    await core.submit({ command: demo(7) })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      for (const pid of childrenNamed(CORE_PROCESS)) process.kill(pid, signal)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await buy(core, 'a')).outcome.ok).toBe(true)
    expect(fatal).toEqual([])
  })

  test.runIf(inWhat === 'process')(
    'a process that is killed is told once, what waits is rejected, what was answered stands',
    async () => {
      const world = `killed_${kind}`
      const { core, fatal, shut } = await open(world)
      await core.submit({ command: demo(7) })
      const first = await buy(core, 'a')
      const waiting = buy(core, 'b')
      for (const pid of childrenNamed(CORE_PROCESS)) process.kill(pid, 'SIGKILL')
      await expect(waiting).rejects.toBeInstanceOf(CoreEnded)
      await expect.poll(() => fatal.length).toBe(1)
      expect(fatal[0]).toMatchObject({ reason: 'engine_broken' })
      await shut()
      const again = await open(world)
      expect(await buy(again.core, 'a')).toEqual({ ...first, repeated: true })
    },
  )
})

/** Processes that this one started with the argument. */
function childrenNamed(argument: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = / \w (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/\(.*\)/, ''))?.[1]
        return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(argument)
      } catch {
        return false
      }
    })
}
