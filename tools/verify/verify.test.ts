/**
 * Receipts of a real day: the true ones hold, every changed byte is found, and so is a receipt whose hashes are all
 * right but whose numbers are not.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountId, lotUnits, millis, must, points, ppm } from '@veritick/domain'
import { type Command, createEngine } from '@veritick/engine'
import { JOURNAL_KEY } from '@veritick/testing/journal-key'
import { USUAL_WORLD } from '@veritick/testing/migrated-database'
import { programOf } from '@veritick/testing/programs'
import { furtherTest } from '@veritick/testing/quick'
import { oneStoreKind, openLocation, type StoreLocation } from '@veritick/testing/stores'
import { headerBytes, leafHash, sha256 as sha256Hex, verify } from '@veritick/verify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Core, openCore } from '../../apps/server/src/core/core.ts'
import { type Receipt, receiptText } from '../../apps/server/src/core/receipt.ts'
import type { Store } from '../../apps/server/src/store/interface.ts'
import { openStore } from '../../apps/server/src/store/store.ts'
import { close, demo, NOON, opening, place, quote, requestKey, USDJPY } from '../crash/world.ts'
import { ROOT } from '../needs.mjs'

let where: StoreLocation
let store: Store
let core: Core
const ORDERS = 12
/** Commands about one order, all of which this day must hold. */
type OrderCommand = Exclude<Extract<Command, { request: string }>['kind'], 'reset_demo'>
const TO_SHOW: { readonly [Kind in OrderCommand]: true } = {
  place: true,
  close: true,
  reverse: true,
  cancel: true,
  set_stops: true,
  amend: true,
  close_part: true,
}
const submitted = new Set<string>()

async function submit(command: Command): Promise<void> {
  const { outcome } = await core.submit({ command })
  if (outcome.ok) submitted.add(command.kind)
}

const receipts = new Map<number, Receipt>()
/** Each kind of change at each place; npm test makes one at each, the kinds in turn. */
const isLong = process.env.VERIFY_LONG !== undefined
/** For tens of thousands of receipts read one after the other: half a minute on a machine that does nothing else. */
const ROOM = 400_000

/**
 * Twelve orders: closed by hand, stop-loss, take-profit after a pending, changed and cancelled, financed under two
 * terms, stopped out, still open, reversed, the one that the reversal opened, a financed position that closes in three
 * parts, and the first two of these parts.
 */
beforeAll(async () => {
  where = await openLocation(oneStoreKind()[0], [USUAL_WORLD])
  store = await openStore({ ...where, world: USUAL_WORLD })
  core = await openCore({
    journalKey: JOURNAL_KEY,
    store,
    engine: createEngine(),
    wallClock: () => millis(1_800_000_000_000),
    log: pino({ level: 'silent' }),
    onFatal: (error) => {
      throw error
    },
  })
  for (const command of opening()) core.market(command)
  for (const account of [7, 8]) await core.submit({ command: demo(account) })
  const orders = [
    place({ account: 7, key: '1' }),
    place({ account: 7, key: '2', side: 'sell', stopLoss: 139_500 }),
    place({ account: 7, key: '3', target: 139_200, takeProfit: 139_500, stopLoss: 138_000 }),
    place({ account: 7, key: '4', target: 139_900 }),
    place({ account: 7, key: '5', instrument: 2, side: 'sell', lots: 30_000, leverage: 10 }),
    place({ account: 8, key: '6', instrument: 2, lots: 400_000, leverage: 100 }),
    place({ account: 7, key: '7', takeProfit: 150_000 }),
    place({ account: 7, key: '8' }),
  ]
  for (const command of orders) await submit(command)
  const edit = {
    at: NOON,
    account: accountId(7),
    order: 2,
    stopLoss: points(139_450),
    takeProfit: undefined,
    request: requestKey('e'),
  }
  await submit({ kind: 'set_stops', ...edit })
  const moved = { target: points(139_950), stopLoss: points(139_000), takeProfit: undefined }
  await submit({ kind: 'amend', at: NOON, account: accountId(7), order: 4, ...moved, request: requestKey('a4') })
  await submit(close({ account: 7, order: 1, key: 'c1' }))
  await submit({ kind: 'cancel', at: NOON, account: accountId(7), order: 4, request: requestKey('c4') })
  const reversal = { account: accountId(7), order: 8, seenPrice: undefined, request: requestKey('r8') }
  await submit({ kind: 'reverse', at: NOON, ...reversal })
  await submit(place({ account: 7, key: '10', instrument: 2, side: 'sell', lots: 3_700, leverage: 10 }))
  core.market(quote({ at: NOON + 1, instrument: 1, seq: 2, bid: 139_190, ask: 139_199 }))
  core.market(quote({ at: NOON + 2, instrument: 1, seq: 3, bid: 139_510, ask: 139_519 }))
  const nights = { forex: 3, metals: 3, us_stocks: 1 }
  core.market({ kind: 'rollover', at: millis(NOON + 3), nights })
  core.market({ kind: 'set_instrument', at: NOON, terms: { ...USDJPY, version: 2, financingShort: ppm(9_000) } })
  core.market({ kind: 'rollover', at: millis(NOON + 4), nights })
  core.market(quote({ at: NOON + 5, instrument: 2, seq: 2, bid: 101_500, ask: 101_507 }))
  await submit(close({ account: 7, order: 5, key: 'c5', at: NOON + 5 }))
  for (const lots of [1_000, 700]) {
    const part = { account: accountId(7), order: 10, lots: lotUnits(lots), seenPrice: undefined }
    await submit({ kind: 'close_part', at: millis(NOON + 5), ...part, request: requestKey(`p${lots}`) })
  }
  await submit(close({ account: 7, order: 10, key: 'c10', at: NOON + 5 }))
  core.market(quote({ at: NOON + 6, instrument: 2, seq: 3, bid: 99_400, ask: 99_410 }))
  // A receipt shows durable events; it does not wait for the effects of a quote.
  await core.query({ kind: 'trading' })
  for (let order = 1; order <= ORDERS; order += 1)
    receipts.set(order, must(await core.receipt(order), `receipt of order ${order}`))
})

afterAll(async () => {
  await core.stop()
  await store.close()
  await where.clean()
})

/** The events of order 10 before its first part closed. */
const FINANCED = ['instrument_set', 'order_opened', 'order_financed', 'instrument_set', 'order_financed']
const receiptOf = (order: number) => must(receipts.get(order), 'the receipt')
const fileOf = (receipt: Receipt) => Buffer.from(receiptText(receipt))
const kindsOf = (receipt: Receipt) => receipt.batches.flatMap((batch) => batch.events.map(({ event }) => event.kind))

describe('true receipts hold', () => {
  test('the day holds every command about an order', () => {
    expect([...submitted].sort()).toEqual(Object.keys(TO_SHOW).sort())
  })

  test.each([
    [1, ['instrument_set', 'order_opened', 'order_closed']],
    [2, ['instrument_set', 'order_opened', 'stops_set', 'order_closed']],
    [3, ['instrument_set', 'order_placed', 'order_opened', 'order_closed']],
    [4, ['instrument_set', 'order_placed', 'order_amended', 'order_cancelled']],
    [5, ['instrument_set', 'order_opened', 'order_financed', 'instrument_set', 'order_financed', 'order_closed']],
    [
      6,
      [
        'instrument_set',
        'order_opened',
        'order_financed',
        'instrument_set',
        'order_financed',
        'stopped_out',
        'order_closed',
      ],
    ],
    [7, ['instrument_set', 'order_opened', 'order_financed', 'order_financed']],
    [8, ['instrument_set', 'order_opened', 'order_closed']],
    [9, ['instrument_set', 'order_opened', 'order_financed', 'order_financed']],
    [10, [...FINANCED, 'order_split', 'order_split', 'order_closed']],
    [11, [...FINANCED, 'order_split', 'order_closed']],
    [12, [...FINANCED, 'order_split', 'order_split', 'order_closed']],
  ])('order %i', (order, kinds) => {
    const receipt = receiptOf(order)
    expect(kindsOf(receipt)).toEqual(kinds)
    expect(verify(fileOf(receipt))).toMatchObject({ ok: true, order })
  })

  test('one is told in words, and against the head that was noted', () => {
    const verdict = verify(fileOf(receiptOf(3)), core.treeHead().hash)
    expect(verdict.ok && verdict.lines).toEqual([
      '2014-05-08T12:00:00.000Z  limit order placed: buy 0.1000 lots EURUSD at 1.39200, quote 1',
      '2014-05-08T12:00:00.001Z  opened: buy 0.1000 lots EURUSD at 1.39199, margin 464.000000 USD, fee 0.350000 USD, quote 2',
      '2014-05-08T12:00:00.002Z  closed (take_profit) at 1.39510: profit 31.100000 USD, quote 3',
    ])
    expect(verify(fileOf(receiptOf(3)), core.treeHead().root).ok).toBe(true)
    expect(verify(fileOf(receiptOf(3)), '0'.repeat(64))).toMatchObject({ ok: false })
  })

  test('one without its last events holds too, and says no more than it shows', () => {
    const receipt = receiptOf(3)
    const shown = receipt.batches.flatMap((batch) => batch.events)
    const upTo = (count: number) => {
      const left = (batch: Receipt['batches'][number]) => batch.events.filter((event) => shown.indexOf(event) < count)
      const batches = receipt.batches
        .map((batch) => ({ ...batch, events: left(batch) }))
        .filter((batch) => batch.events.length > 0)
      return verify(fileOf({ ...receipt, batches }), core.treeHead().hash)
    }
    const lastLine = (count: number) => {
      const verdict = upTo(count)
      return verdict.ok ? verdict.lines.at(-1) : verdict.findings.join()
    }
    expect([2, 3].map(lastLine)).toEqual(['pending as far as this receipt shows', 'open as far as this receipt shows'])
    expect(lastLine(4)).toMatch(/closed \(take_profit\)/)
  })

  test.each([1, 2, 3, 4, 5, 6, 10, 11, 12])(
    'one of order %i without any of its events but the last is refused, by the name of the event',
    (order) => {
      const receipt = receiptOf(order)
      const own = receipt.batches.flatMap(({ events }) => events.filter(({ event }) => 'order' in event))
      expect(own.length).toBeGreaterThan(1)
      for (const taken of own.slice(0, -1)) {
        const batches = receipt.batches
          .map((batch) => ({ ...batch, events: batch.events.filter((event) => event !== taken) }))
          .filter((batch) => batch.events.length > 0)
        const verdict = verify(fileOf({ ...receipt, batches }), core.treeHead().hash)
        expect(verdict.ok ? '' : verdict.findings.join('\n')).toContain(
          `event ${taken.sequence} of the order is missing before it`,
        )
      }
    },
  )

  test('there is none of an order that never was', async () => {
    expect(await core.receipt(99)).toBeUndefined()
  })
})

describe('what editors and downloads change is allowed for', () => {
  const answer = () => ({ code: 1, msg: '', data: receiptOf(3) })
  const texts = () =>
    [receiptOf(3), answer()]
      .flatMap((whole) => [JSON.stringify(whole), JSON.stringify(whole, null, 2)])
      .flatMap((text) => [text, `${text}\n`])

  test('with or without the envelope, a final newline, Windows line ends', () => {
    for (const text of [...texts(), ...texts().map((each) => each.replaceAll('\n', '\r\n'))]) {
      expect(verify(Buffer.from(text)), text.slice(0, 40)).toMatchObject({ ok: true, order: 3 })
    }
  })

  test.each<[string, object | string]>([
    ['a refusal', { code: 3025, reason: 'order_unknown', msg: 'There is no such order.', data: null, field: 'id' }],
    ['an envelope of a refusal around a receipt', { code: 3025, msg: '', data: {} }],
    ['an envelope with more in it', { code: 1, msg: '', data: {}, more: 1 }],
    ['an envelope in an envelope', { code: 1, msg: '', data: { code: 1, msg: '', data: {} } }],
    ['a lone carriage return', '{\r"code":1}'],
    ['nothing', ''],
  ])('%s is no receipt', (_name, whole) => {
    const inside = (value: object | string) =>
      typeof value === 'string'
        ? value
        : JSON.stringify(value).replace('"data":{}', `"data":${JSON.stringify(receiptOf(3))}`)
    expect(verify(Buffer.from(inside(whole))).ok).toBe(false)
  })
})

describe('a changed byte is found', () => {
  /** The digits of hashes and of bytes: one of four is changed, and with `--all` each of those of one receipt. */
  const DIGITS = /[0-9a-f]{32,}/g
  const DIGITS_APART = 4

  /** The places at which a change is not found. */
  const missedIn = (file: Buffer, digitsApart = isLong ? 1 : DIGITS_APART): readonly number[] => {
    const missed: number[] = []
    const passedOver = new Set(
      [...file.toString('latin1').matchAll(DIGITS)].flatMap(({ 0: { length }, index }) =>
        Array.from({ length }, (_, digit) => index + digit).filter((_, digit) => digit % digitsApart > 0),
      ),
    )
    for (let at = 0; at < file.length; at += 1) {
      if (passedOver.has(at)) continue
      const byte = must(file[at], 'a byte')
      const others = substitutesOf(byte)
      for (const other of isLong ? others : [must(others[at % others.length], 'a change')]) {
        file[at] = other
        if (verify(file).ok) missed.push(at)
      }
      file[at] = byte
    }
    return missed
  }

  furtherTest.each<readonly [number, number | undefined]>([
    [3, 1],
    [6, undefined],
  ])(
    'at every place of the receipt of order %i',
    (order, digitsApart) => {
      const file = fileOf(receiptOf(order))
      expect(missedIn(file, digitsApart)).toEqual([])
      expect(verify(file).ok).toBe(true)
    },
    ROOM,
  )

  test('a byte more or less is found, too', () => {
    const file = fileOf(receiptOf(1))
    expect(verify(file.subarray(0, -2)).ok).toBe(false)
    for (const more of ['\n', ' ', '\r', '\n\n'])
      expect(verify(Buffer.concat([file, Buffer.from(more)])).ok, more).toBe(false)
    expect(verify(Buffer.concat([Buffer.from('\ufeff'), file])).ok).toBe(false)
  })

  test(
    'nor does the one-line form leave room for one: any place of it',
    () => {
      const file = Buffer.from(`${JSON.stringify(receiptOf(1))}\n`)
      expect(verify(file)).toMatchObject({ ok: true, order: 1 })
      expect(missedIn(file)).toEqual([])
    },
    ROOM,
  )
})

describe('the batch that carries the head, its hash computed anew', () => {
  /** The receipt of order 3 with another header around the same hashes. */
  const carriedBy = (header: Partial<Receipt['carrier']['header']>) => {
    const receipt = receiptOf(3)
    const changed = { ...receipt.carrier.header, ...header }
    return verify(fileOf({ ...receipt, carrier: { header: changed, hash: sha256Hex(headerBytes(changed)) } }))
  }
  const findings = (verdict: ReturnType<typeof verify>) => (verdict.ok ? '' : verdict.findings.join('\n'))

  test('as it is, it holds', () => {
    expect(carriedBy({})).toMatchObject({ ok: true })
  })

  test.each<[string, (header: Receipt['carrier']['header']) => Partial<Receipt['carrier']['header']>, RegExp]>([
    ['another root', () => ({ tree_root: '0'.repeat(64) }), /its tree_root is not the root of the head/],
    ['another size', ({ tree_size }) => ({ tree_size: tree_size - 1 }), /its tree_size is not the size of the head/],
    ['a batch before those that are shown', () => ({ batch: 1 }), /it does not follow batch/],
    ['a batch that is in its own tree', ({ tree_size }) => ({ batch: tree_size }), /is not of batches before it/],
    ['an older epoch', () => ({ epoch: 0 }), /its epoch is lower/],
    ['another layout', () => ({ schema: 1 }), /its layout is 1/],
  ])('%s is found', (_, change, finding) => {
    expect(findings(carriedBy(change(receiptOf(3).carrier.header)))).toMatch(finding)
  })

  test('a root of events that is not in the tree is found, with paths that lead to it', () => {
    const receipt = receiptOf(4)
    const [first, ...rest] = receipt.batches
    const { events, ...batch } = must(first, 'a batch')
    const event = must(events[0], 'an event')
    const bytes = Buffer.from(event.bytes, 'hex')
    const single = { ...batch, header: { ...batch.header, event_count: 1, first_event: event.sequence } }
    const forged = { ...single, events_root: leafHash(bytes), events: [{ ...event, path: [] }] }
    expect(findings(verify(fileOf({ ...receipt, batches: [forged, ...rest] })))).toMatch(
      /path does not lead to the head's root/,
    )
  })
})

describe('npm run verify', () => {
  test('exits with 0, 1 or 2', async () => {
    const program = await programOf(join(ROOT, 'tools/verify/main.ts'))
    const folder = mkdtempSync(join(tmpdir(), 'veritick-verify-'))
    const file = join(folder, 'receipt.json')
    const run = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { cwd: ROOT, encoding: 'utf8' })
    writeFileSync(file, receiptText(receiptOf(2)))
    const good = run(file, '--head', core.treeHead().hash)
    expect([good.status, good.stdout]).toEqual([0, expect.stringContaining('It is the head you gave.')])
    expect(good.stdout).toContain('Everything shown holds')
    expect(good.stdout).toContain('Not proven by a receipt alone: that no later event of the order exists')
    writeFileSync(file, receiptText(receiptOf(2)).replace('"account": 7', '"account": 8'))
    const bad = run(file)
    expect([bad.status, bad.stdout]).toEqual([
      1,
      expect.stringContaining('event.account is shown as 8, the bytes say 7'),
    ])
    const missing = run(join(folder, 'nothing.json'))
    expect([missing.status, missing.stderr]).toEqual([2, `There is no file ${join(folder, 'nothing.json')}\n`])
    expect(run().status).toBe(2)
    rmSync(folder, { recursive: true })
  })
})

/** One bit, the case of a letter, another digit, a blank: what a slip or a clever hand would change. */
function substitutesOf(byte: number): readonly number[] {
  const digit = byte >= 0x30 && byte <= 0x39 ? 0x30 + ((byte - 0x30 + 1) % 10) : 0x30
  return [...new Set([byte ^ 0x01, byte ^ 0x20, digit, 0x20])].filter((other) => other !== byte)
}
