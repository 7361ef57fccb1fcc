/**
 * Which requests count as answered: the bounds by time and count, keys that name their time, and an index read from the
 * journal that knows what the one before the restart knew. Rows and statements are the same on both stores, so the
 * embedded one reads many pages, and starts again, once each.
 */
import { accountId, KEY_AHEAD_MAX_MS, type Millis, micros, millis, must, REQUEST_KEPT_MS } from '@veritick/domain'
import { createEngine, decodeRequests, encodeDecision } from '@veritick/engine'
import { JOURNAL_KEY } from '@veritick/testing/journal-key'
import { firstOf, furtherTest } from '@veritick/testing/quick'
import { openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { copyTemplate } from '@veritick/testing/template'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { demo, NOON, opening, place as placing, requestKey } from '../../../../tools/crash/world.ts'
import { requestsFrom } from '../journal/rows.ts'
import type { Store } from '../store/interface.ts'
import { openStore } from '../store/store.ts'
import { type Core, openCore } from './core.ts'
import { AnsweredRequests } from './requests.ts'
import type { Submitted } from './submission.ts'

const WALL = 1_800_000_000_000
const ORDERS = 12
const COUNT_MAX = 5
const DAY = 86_400_000

/** `now`: the right time, which passes. `ahead`: by how much the wall clock is wrong. */
type Clock = { now: number; ahead?: number }

const KINDS = firstOf(1, [...storeKinds()].reverse())

/** The newest batch; `load` takes it as proven. */
async function headOf(store: Store): Promise<{ readonly batch: number; readonly hash: Uint8Array }> {
  const rows = await store.query<{ batch: number; hash: Uint8Array }>(
    'select batch, hash from journal order by batch desc limit 1',
  )
  return must(rows[0], 'the journal has a batch')
}

describe.each(KINDS)('on the %s store', (kind) => {
  let where: StoreLocation
  beforeAll(async () => {
    where = await openLocation(kind)
  })
  afterAll(() => where.clean())

  async function open(world: string, clock: Clock): Promise<{ core: Core; store: Store; shut(): Promise<void> }> {
    const store = await openStore({ ...where, world })
    const core = await openCore({
      journalKey: JOURNAL_KEY,
      store,
      engine: createEngine(),
      wallClock: () => millis(clock.now + (clock.ahead ?? 0)),
      monotonicClock: () => clock.now,
      log: pino({ level: 'silent' }),
      onFatal: (error) => {
        throw error
      },
    })
    for (const command of opening(NOON, store.epoch * 100)) core.market(command)
    let isOpen = true
    const shut = async () => {
      if (!isOpen) return
      isOpen = false
      await core.stop()
      await store.close()
    }
    onTestFinished(shut)
    return { core, store, shut }
  }

  const fresh = (world: string, clock: Clock) => {
    if (kind === 'embedded') copyTemplate(where.dataDir, world)
    return open(world, clock)
  }
  const buy = (core: Core, key: string, namedAt?: number) =>
    core.submit({
      command: placing({ account: 7, key }),
      request: { key: requestKey(key), content: key, namedAt: namedAt === undefined ? undefined : millis(namedAt) },
    })

  test('the keys of many large batches are read page by page, each batch once', async () => {
    const { core, store } = await fresh('pages', { now: WALL })
    await core.submit({ command: demo(7) })
    for (let at = 0; at < ORDERS; at += 1) await buy(core, `page ${at}`)
    const whole = await store.query('select batch from journal where request_count > 0 order by batch')
    // As if each had this many: two of them are more than is read at once.
    await store.query('update journal set request_count = 6000 where request_count > 0')
    const read: { batch: number }[] = []
    for await (const { batch, requests } of requestsFrom(store.query, 1, Number.MAX_SAFE_INTEGER))
      if (decodeRequests(requests).requests.length > 0) read.push({ batch })
    expect(read).toEqual(whole)
    expect(read.length).toBe(ORDERS)
  })

  test('a wall clock that is days ahead for a moment forgets no key and refuses none, also after a restart', async () => {
    const clock: Clock = { now: WALL }
    const { core, shut } = await fresh('jumped', clock)
    await core.submit({ command: demo(7) })
    const [named, plain] = [await buy(core, 'named', WALL), await buy(core, 'plain')]
    clock.ahead = 3 * DAY
    expect(said(await buy(core, 'during the jump'))).toBe('opened 3')
    clock.ahead = 0
    clock.now += 60_000
    const repeats = async (core: Core) => [await buy(core, 'named', WALL), await buy(core, 'plain')]
    const first = [named, plain].map((each) => ({ ...each, repeated: true }))
    expect(await repeats(core)).toEqual(first)
    expect(said(await buy(core, 'after', clock.now))).toBe('opened 4')

    await shut()
    const again = await open('jumped', clock)
    expect(await repeats(again.core)).toEqual(first)
    expect(said(await buy(again.core, 'after a restart', clock.now))).toBe('opened 5')
    expect(await holdings(again.core)).toBe(5)
  })

  if (kind !== KINDS.at(-1)) return

  test('a key that names its time is refused once its answer may be forgotten, and is never carried out twice', async () => {
    const clock = { now: WALL }
    const { core, shut } = await fresh('named', clock)
    await core.submit({ command: demo(7) })
    const first = await buy(core, 'a', WALL)
    expect(said(first)).toBe('opened 1')
    expect(await buy(core, 'late', WALL - REQUEST_KEPT_MS)).toEqual(EXPIRED)
    expect(await buy(core, 'ahead', WALL + KEY_AHEAD_MAX_MS + 1)).toEqual(AHEAD)
    expect(said(await buy(core, 'a little ahead', WALL + KEY_AHEAD_MAX_MS))).toBe('opened 2')

    clock.now = WALL + REQUEST_KEPT_MS - 1
    expect(await buy(core, 'a', WALL)).toEqual({ ...first, repeated: true })
    clock.now = WALL + REQUEST_KEPT_MS
    const { sequence, batches } = core.stats()
    expect(await buy(core, 'a', WALL)).toEqual(EXPIRED)
    expect(await buy(core, 'a little ahead', WALL + KEY_AHEAD_MAX_MS)).toEqual(EXPIRED)
    expect(core.stats()).toMatchObject({ sequence, batches })
    await shut()
    const again = await open('named', clock)
    expect(await buy(again.core, 'a', WALL)).toEqual(EXPIRED)
    expect(await holdings(again.core)).toBe(2)
  })

  furtherTest(
    'a start while the wall clock is days ahead: keys answered before are refused, later ones are new',
    async () => {
      const clock: Clock = { now: WALL }
      const { core, shut } = await fresh('started-ahead', clock)
      await core.submit({ command: demo(7) })
      expect(said(await buy(core, 'before', WALL))).toBe('opened 1')
      await shut()
      clock.ahead = 3 * DAY
      const again = await open('started-ahead', clock)
      expect(said(await buy(again.core, 'during', WALL + 3 * DAY))).toBe('opened 2')
      clock.ahead = 0
      clock.now += 60_000
      expect(await buy(again.core, 'before', WALL)).toEqual(EXPIRED)
      expect(said(await buy(again.core, 'after', clock.now))).toBe('opened 3')
      expect(await holdings(again.core)).toBe(3)
    },
  )

  furtherTest(
    'an index of few keys forgets the oldest, refuses their times, and is the same when a start reads it',
    async () => {
      const clock = { now: WALL }
      const { core, store, shut } = await fresh('bounded', clock)
      await core.submit({ command: demo(7) })
      const running = new AnsweredRequests(store.query, () => clock.now, {
        changes: COUNT_MAX,
        unchanged: COUNT_MAX,
        read: 1_000,
      })
      for (let order = 1; order <= ORDERS; order += 1) {
        clock.now += KEY_AHEAD_MAX_MS
        await buy(core, `order ${order}`)
      }
      await running.load(clock.now, await headOf(store))
      const standings = (index: AnsweredRequests, namedAt?: Millis) =>
        Array.from({ length: ORDERS }, (_, at) =>
          index.standing({ key: requestKey(`order ${at + 1}`), namedAt }, clock.now, accountId(7)),
        )
      const forgotten = ORDERS - COUNT_MAX
      const known = Array(COUNT_MAX).fill('answered')
      expect(standings(running)).toEqual([...Array(forgotten).fill('new'), ...known])

      // The newest of the forgotten ones was answered then; a key that names that time may be one of them.
      const newest = WALL + forgotten * KEY_AHEAD_MAX_MS
      const naming = (at: number) => standings(running, millis(at))
      expect(naming(newest + KEY_AHEAD_MAX_MS)).toEqual([...Array(forgotten).fill('idempotency_key_expired'), ...known])
      expect(naming(newest + KEY_AHEAD_MAX_MS + 1)).toEqual([...Array(forgotten).fill('new'), ...known])
      const { outcome } = await running.find(requestKey(`order ${ORDERS}`))
      expect(outcome.ok && outcome.order?.view.order).toBe(ORDERS)

      const credit = {
        kind: 'credited',
        at: NOON,
        account: accountId(7),
        category: 'deposit',
        amount: micros(1),
      } as const
      const event = { ...credit, reference: requestKey('deposit') }
      const decision = encodeDecision({ ok: true, events: [event], order: undefined })
      const spans = [{ key: requestKey('one more'), start: 0, length: 50 }]
      running.remember({ batch: 99, at: clock.now }, { bytes: new Uint8Array(50), spans, requests: [{ decision }] })
      expect(standings(running)).toEqual([...Array(forgotten + 1).fill('new'), ...known.slice(1)])
      await shut()
    },
  )

  test.each(
    firstOf(1, [
      ['a batch that counts no requests', 'request_count = 0'],
      ['a batch with an earlier time', 'wall_time = 1'],
      ['another key', "requests = overlay(requests placing '\\xff'::bytea from 3)"],
      ['requests that are moved to the events', "events = events || requests, requests = ''"],
      ['a body that agrees in itself', "requests = '\\x00', body_hash = sha256(events || '\\x00')"],
    ]),
  )('%s, changed after the chain was checked: the keys are not read', async (_, change) => {
    const clock = { now: WALL }
    const { core, store } = await fresh(`changed-${change.length}`, clock)
    await core.submit({ command: demo(7) })
    for (const key of ['first', 'second', 'third']) await buy(core, key)
    const head = await headOf(store)
    const index = () => new AnsweredRequests(store.query, () => clock.now)
    const untouched = index()
    await untouched.load(clock.now, head)
    const key = requestKey('second')
    expect((await untouched.find(key)).outcome.ok).toBe(true)
    await store.query(`update journal set ${change} where batch = $1 - 1`, [head.batch])
    await expect(index().load(clock.now, head)).rejects.toThrow(
      /was changed while the start read it|do not have the hash/,
    )
    if (change.includes('requests =')) await expect(untouched.find(key)).rejects.toThrow('were changed')
  })

  furtherTest(
    'strangers with full accounts of keys do not push out those of a customer, also after a restart',
    async () => {
      const clock = { now: WALL }
      const { core, store } = await fresh('strangers', clock)
      const strangers = [21, 22, 23]
      for (const account of [7, ...strangers]) await core.submit({ command: demo(account) })
      const key = (account: number, place: number) => requestKey(`${account} ${place}`)
      const ask = (account: number, place: number, lots: number) =>
        core.submit({
          command: placing({ account, key: `${account} ${place}`, lots }),
          request: { key: key(account, place), content: '' },
        })
      expect(said(await ask(7, 0, 1_000))).toBe('opened 1')
      expect(said(await ask(7, 1, 490_000))).toBe('margin_not_enough')
      for (let place = 0; place < ORDERS; place += 1) {
        clock.now += KEY_AHEAD_MAX_MS
        for (const account of strangers) {
          expect(said(await ask(account, place, place % 2 === 0 ? 1_000 : 490_000))).toMatch(
            place % 2 === 0 ? /^opened/ : /^margin_not_enough$/,
          )
        }
      }
      const index = new AnsweredRequests(store.query, () => clock.now, { changes: 7, unchanged: 5, read: 1_000 })
      await index.load(clock.now, await headOf(store))
      const at = (account: number, place: number, namedAt?: number) => {
        const asked = {
          key: key(account, place),
          content: '',
          namedAt: namedAt === undefined ? undefined : millis(namedAt),
        }
        return index.standing(asked, clock.now, accountId(account))
      }
      expect(at(7, 0)).toBe('answered')
      expect((await index.find(key(7, 0))).outcome.ok).toBe(true)
      // A refusal that is forgotten is decided anew; refusals never push out what was carried out.
      expect(at(7, 1)).toBe('new')
      expect(strangers.map((account) => [6, 8, 10].map((place) => at(account, place)))).toEqual([
        ['new', 'answered', 'answered'],
        ['new', 'answered', 'answered'],
        ['new', 'answered', 'answered'],
      ])
      // The strangers' keys that name an early time are refused; those of the customer are not.
      expect(at(21, 0, WALL)).toBe('idempotency_key_expired')
      expect(at(7, 99, WALL)).toBe('new')
    },
  )

  test('a deposit that was credited is answered as the first time, also after a restart, and is credited once', async () => {
    const clock = { now: WALL }
    const first = await fresh('credited', clock)
    await first.core.submit({ command: { kind: 'open_account', at: NOON, account: accountId(9), accountKind: 'real' } })
    const credit = (core: Core, key = 'deposit') => {
      const amount = micros(40_000_000)
      const reference = requestKey('deposit')
      const command = {
        kind: 'credit',
        at: NOON,
        account: accountId(9),
        category: 'deposit',
        amount,
        reference,
      } as const
      return core.submit({ command, request: { key: requestKey(key), content: 'deposit' } })
    }
    const credited = await credit(first.core)
    expect(said(credited)).toBe('credited')
    expect(await credit(first.core)).toEqual({ ...credited, repeated: true })
    await first.shut()
    const second = await open('credited', clock)
    expect(await credit(second.core)).toEqual({ ...credited, repeated: true })
    expect((await credit(second.core, 'another key')).outcome).toEqual({ ok: false, reason: 'transfer_exists' })
    expect(must(await second.core.query({ kind: 'account', account: accountId(9) }), 'the account').balance).toBe(
      40_000_000,
    )
  })

  furtherTest('a refusal is answered again, and stands in a batch without events', async () => {
    const clock = { now: WALL }
    const { core, store, shut } = await fresh('refused', clock)
    await core.submit({ command: demo(7) })
    const command = placing({ account: 7, key: 'big', lots: 490_000, leverage: 10 })
    const ask = (core: Core) => core.submit({ command, request: { key: requestKey('big'), content: 'big' } })
    const refused = await ask(core)
    expect(refused.outcome).toEqual({ ok: false, reason: 'margin_not_enough' })
    const rows = await store.query('select event_count, request_count from journal order by batch desc limit 1')
    expect(rows).toEqual([{ event_count: 0, request_count: 1 }])
    expect(said(await buy(core, 'a'))).toBe('opened 1')
    // The batch that holds the order begins with the same event as the one without events.
    expect(await core.receipt(1)).toMatchObject({ order: 1 })
    await shut()
    const again = await open('refused', clock)
    expect(await ask(again.core)).toEqual({ ...refused, repeated: true })
    expect(said(await buy(again.core, 'b'))).toBe('opened 2')
  })
})

const EXPIRED = { outcome: { ok: false, reason: 'idempotency_key_expired' }, repeated: false }
const AHEAD = { outcome: { ok: false, reason: 'idempotency_key_ahead' }, repeated: false }

const holdings = async (core: Core): Promise<number> =>
  must(await core.query({ kind: 'account', account: accountId(7) }), 'the account').holdings

function said({ outcome }: Submitted): string {
  if (!outcome.ok) return outcome.reason
  return outcome.events.map((event) => (event.kind === 'order_opened' ? `opened ${event.order}` : event.kind)).join(' ')
}
