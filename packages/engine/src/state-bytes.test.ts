/** The state's bytes are one to one with the state; damage is noticed, another layout is not read. */
import { accountId, micros, millis } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import type { Engine } from './engine.ts'
import { createEngine } from './fast/fast-engine.ts'
import { EMPTY_BOOK } from './ledger.ts'
import { createReferenceEngine } from './reference/reference-engine.ts'
import { EXAMPLES } from './scenarios/events.ts'
import { type DurableState, decodeState, encodeState, STATE_LAYOUT } from './state-bytes.ts'

const { order_placed, order_opened, instrument_set } = EXAMPLES
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

const STATE: DurableState = {
  sequence: 300,
  orderNext: 7,
  feeType: 2,
  lastRollover: millis(1_399_582_800_000),
  demo: { ...EMPTY_BOOK, clientBalance: 10_000_000_000_000_000n, demoMint: -10_000_000_000_000_000n },
  real: { ...EMPTY_BOOK, clientBalance: 255n, fees: -255n },
  instruments: [
    { terms: { ...instrument_set.terms, id: 1 }, quote: undefined, conversion: undefined },
    { terms: instrument_set.terms, quote: order_opened.quote, conversion: order_opened.conversion },
  ],
  accounts: [
    {
      account: accountId(1),
      accountKind: 'demo',
      frozen: false,
      armedCall: true,
      armedWarning: true,
      balance: micros(-5),
      locked: micros(0),
      traded: micros(0),
    },
    {
      account: accountId(1001),
      accountKind: 'real',
      frozen: true,
      armedCall: false,
      armedWarning: true,
      balance: micros(255),
      locked: micros(64),
      traded: micros(500_000_000),
    },
  ],
  orders: [
    {
      order: 5,
      account: accountId(1001),
      instrument: 1,
      lastEvent: 9,
      side: 'sell',
      pending: 'stop',
      lots: order_placed.lots,
      leverage: 30,
      price: order_placed.target,
      stopLoss: order_placed.stopLoss,
      takeProfit: undefined,
      placedAt: order_placed.at,
      request: order_placed.request,
      targetSet: 9,
      opening: undefined,
    },
    {
      order: 6,
      account: accountId(1001),
      instrument: 12,
      lastEvent: 11,
      side: 'buy',
      pending: undefined,
      lots: order_opened.lots,
      leverage: 20,
      price: order_opened.price,
      stopLoss: undefined,
      takeProfit: order_opened.takeProfit,
      placedAt: order_opened.at,
      request: undefined,
      targetSet: undefined,
      opening: {
        at: order_opened.at,
        margin: order_opened.margin,
        fee: order_opened.fee,
        swap: micros(-33_000_000),
        quote: order_opened.quote,
        conversion: order_opened.conversion,
        pending: 'limit',
        reference: order_opened.reference,
      },
    },
  ],
  transfers: [
    { reference: '00'.repeat(16), account: accountId(1001), state: 'settled', amount: micros(5) },
    { reference: 'ff'.repeat(16), account: accountId(1001), state: 'locked', amount: micros(64) },
  ],
}

test('what is encoded is decoded', () => {
  expect(decodeState(encodeState(STATE))).toEqual(STATE)
})

test('lists in another order are the same state', () => {
  const turned = {
    ...STATE,
    instruments: STATE.instruments.toReversed(),
    accounts: STATE.accounts.toReversed(),
    orders: STATE.orders.toReversed(),
    transfers: STATE.transfers.toReversed(),
  }
  expect(hex(encodeState(turned))).toBe(hex(encodeState(STATE)))
})

describe('every single figure counts', () => {
  const [pending, holding] = STATE.orders
  const [demo, real] = STATE.accounts
  if (pending === undefined || holding?.opening === undefined || demo === undefined || real === undefined)
    throw new Error('the example is complete')
  test.each<[string, Partial<DurableState>]>([
    ['sequence', { sequence: 301 }],
    ['next order', { orderNext: 8 }],
    ['fee type', { feeType: 1 }],
    ['last rollover', { lastRollover: undefined }],
    ['a book', { demo: { ...STATE.demo, trading: 1n } }],
    ['the sign of a sum', { real: { ...STATE.real, fees: 255n } }],
    ['a notice flag', { accounts: [demo, { ...real, armedWarning: false }] }],
    ['what is locked', { accounts: [demo, { ...real, locked: micros(65) }] }],
    ['what was traded', { accounts: [demo, { ...real, traded: micros(500_000_001) }] }],
    ['a stop', { orders: [pending, { ...holding, stopLoss: holding.price }] }],
    ['who asked', { orders: [{ ...pending, request: 'ab'.repeat(16) }, holding] }],
    ['the swap', { orders: [pending, { ...holding, opening: { ...holding.opening, swap: micros(0) } }] }],
    ['a transfer', { transfers: STATE.transfers.slice(1) }],
  ])('%s', (_, change) => {
    expect(hex(encodeState({ ...STATE, ...change }))).not.toBe(hex(encodeState(STATE)))
  })
})

describe('a damaged snapshot is noticed', () => {
  const bytes = encodeState(STATE)
  test('cut anywhere', () => {
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => decodeState(bytes.slice(0, length))).toThrow('invariant violated')
  })
  test('with something behind it', () => {
    expect(() => decodeState(new Uint8Array([...bytes, 0]))).toThrow('more follow')
  })
  test('of another layout', () => {
    expect(() => decodeState(bytes.with(0, STATE_LAYOUT + 1))).toThrow(`layout ${STATE_LAYOUT + 1}`)
  })
  test('with a large number in a longer form', () => {
    const at = hex(bytes).indexOf('0001ff') / 2
    const longer = new Uint8Array([...bytes.slice(0, at), 0, 2, 0, 255, ...bytes.slice(at + 3)])
    expect(() => decodeState(longer)).toThrow('not in its one form')
  })
})

/** The bytes of the state that an engine loads, or the reason why it refuses them. */
function madeOf(load: () => Engine): string {
  try {
    return hex(load().stateBytes())
  } catch {
    return 'refused'
  }
}

describe.each([
  ['fast', createEngine],
  ['reference', createReferenceEngine],
])('the %s engine, from bytes', (_, create) => {
  const bytes = encodeState(STATE)
  const fromBytes = (given: Uint8Array) => () => {
    const engine = create()
    engine.loadBytes(given)
    return engine
  }
  const fromObjects = (given: Uint8Array) => () => {
    const engine = create()
    engine.load(decodeState(given))
    return engine
  }

  test('has the same state', () => {
    expect(madeOf(fromBytes(bytes))).toBe(hex(bytes))
  })

  test('stays as it is where the bytes are damaged', () => {
    const engine = fromBytes(bytes)()
    expect(() => engine.loadBytes(bytes.slice(0, -1))).toThrow('invariant violated')
    expect(hex(engine.stateBytes())).toBe(hex(bytes))
  })

  test('takes and refuses the bytes that the decoder does, with any byte changed', () => {
    for (let at = 0; at < bytes.length; at += 1)
      for (const change of [1, 2, 128]) {
        const changed = bytes.with(at, (bytes[at] ?? 0) ^ change)
        const made = madeOf(fromBytes(changed))
        const expected = madeOf(fromObjects(changed))
        // Lists out of order have the same meaning for the decoder; a snapshot of them does not have its hash.
        const isOutOfOrder = made === 'refused' && expected !== 'refused' && expected !== hex(changed)
        if (!isOutOfOrder) expect(made, `byte ${at} changed by ${change}`).toBe(expected)
      }
  })
})
