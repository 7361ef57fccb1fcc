/** Forged orders whose hashes are all right: the verifier recomputes every number and names the one that is wrong. */
import { accountId, lotUnits, micros, millis, points } from '@veritick/domain'
import type { Event, EventOf } from '@veritick/engine'
import { verify } from '@veritick/verify'
import { describe, expect, test } from 'vitest'
import { EURUSD, NOON, requestKey } from '../crash/world.ts'
import { DOLLARS, forged, OPENED, QUOTE, TERMS } from './forged-fixture.ts'

describe('right hashes do not make wrong numbers right', () => {
  const closed: EventOf<'order_closed'> = {
    kind: 'order_closed',
    at: NOON,
    order: 1,
    account: accountId(7),
    previous: 2,
    instrument: 1,
    price: points(138_990),
    profit: micros(-31_800_000),
    reason: 'stop_loss',
    reference: points(139_000),
    quote: { seq: 10, bid: points(138_990), ask: points(139_001), time: NOON },
    conversion: DOLLARS,
    request: undefined,
  }

  const placed: EventOf<'order_placed'> = {
    kind: 'order_placed',
    at: NOON,
    order: 1,
    account: accountId(7),
    instrument: 1,
    side: 'buy',
    pending: 'limit',
    lots: lotUnits(1_000),
    leverage: 30,
    target: points(139_000),
    stopLoss: points(138_900),
    takeProfit: undefined,
    quote: QUOTE,
    request: requestKey('k'),
  }
  const amended: EventOf<'order_amended'> = {
    kind: 'order_amended',
    at: NOON,
    order: 1,
    account: accountId(7),
    previous: 2,
    instrument: 1,
    target: points(139_200),
    stopLoss: points(139_100),
    takeProfit: undefined,
    quote: QUOTE,
    request: requestKey('a'),
  }
  const entered: EventOf<'order_opened'> = {
    ...OPENED,
    previous: 3,
    price: points(139_200),
    margin: micros(464_000_000),
    stopLoss: points(139_100),
    pending: true,
    reference: points(139_200),
    quote: { ...QUOTE, seq: 10, bid: points(139_192), ask: points(139_200) },
  }

  test('the true story holds', () => {
    expect(verify(forged([TERMS, OPENED, closed]))).toMatchObject({ ok: true })
    expect(verify(forged([TERMS, placed, amended, entered]))).toMatchObject({ ok: true })
  })

  test.each<[string, readonly Event[], RegExp]>([
    [
      'a changed order that fills at its old target',
      [TERMS, placed, amended, { ...entered, reference: placed.target }],
      /its reference is not the target/,
    ],
    [
      'a changed order that fills before its new target',
      [
        TERMS,
        placed,
        amended,
        { ...entered, price: points(139_201), quote: { ...entered.quote, ask: points(139_201) } },
      ],
      /its quote does not reach the target/,
    ],
    [
      'a limit order that a change makes a stop order',
      [TERMS, placed, { ...amended, target: points(139_400) }],
      /its kind \(limit or stop\) does not follow/,
    ],
    ['a change to the market', [TERMS, placed, { ...amended, target: points(139_308) }], /its target is the market/],
    [
      'a changed stop-loss above the target',
      [TERMS, placed, { ...amended, stopLoss: points(139_200) }],
      /its stop-loss is on the wrong side/,
    ],
    [
      'a change that leaves out the placement',
      [TERMS, { ...amended, previous: 1 }],
      /no pending order stands before it/,
    ],
    ['a change of a position', [TERMS, OPENED, amended], /no pending order stands before it/],
    ['a fill beside its quote', [TERMS, { ...OPENED, price: points(139_309) }], /a buy fills at the ask/],
    [
      'a margin one micro-dollar off',
      [TERMS, { ...OPENED, margin: micros(464_333_333) }],
      /margin is 464.333333 USD, by the rules it is 464.333334 USD/,
    ],
    ['a fee one micro-dollar off', [TERMS, { ...OPENED, fee: micros(350_001) }], /fee is 0.350001/],
    [
      'a profit one micro-dollar off',
      [TERMS, OPENED, { ...closed, profit: micros(-31_800_001) }],
      /profit is -31.800001/,
    ],
    [
      'a close before the opening',
      [TERMS, OPENED, { ...closed, at: millis(NOON - 1) }],
      /its moment is before that of the event before it/,
    ],
    ['a close at the wrong side', [TERMS, OPENED, { ...closed, price: points(139_001) }], /a long closes at the bid/],
    [
      'a stop-loss that was never set',
      [TERMS, { ...OPENED, stopLoss: undefined }, closed],
      /not the stop_loss that was set/,
    ],
    [
      'a stop-loss that was not reached',
      [
        TERMS,
        OPENED,
        {
          ...closed,
          price: points(139_001),
          quote: { ...closed.quote, bid: points(139_001) },
          profit: micros(-30_700_000),
        },
      ],
      /does not reach the stop_loss/,
    ],
    [
      'a stop-out without its numbers',
      [TERMS, OPENED, { ...closed, reason: 'stop_out', reference: undefined }],
      /no stop-out of this account/,
    ],
    [
      'a rate other than 1 for dollars',
      [TERMS, { ...OPENED, conversion: { ...DOLLARS, denominator: 2 } }],
      /a conversion where the quote currency is USD/,
    ],
    ['terms that came later', [OPENED, TERMS], /no terms of instrument 1 stand before it/],
    ['another version of the terms', [TERMS, { ...OPENED, terms: 2 }], /terms version 2/],
    ['another account', [TERMS, OPENED, { ...closed, account: accountId(8) }], /account 8/],
    [
      'a close that names no event of its order',
      [TERMS, OPENED, { ...closed, previous: 1 }],
      /it follows event 1 of the order, but event 2 stands before it/,
    ],
    [
      'an opening that names one before it',
      [TERMS, { ...OPENED, previous: 1 }],
      /event 1 of the order is missing before it/,
    ],
    ['a second beginning', [TERMS, OPENED, OPENED], /it begins the order, but event 2/],
    ['a second end', [TERMS, OPENED, closed, closed], /had ended before/],
    ['a size off the step', [TERMS, { ...OPENED, lots: lotUnits(1_001) }], /off the step/],
    [
      'a crossed quote',
      [TERMS, { ...OPENED, quote: { ...QUOTE, bid: points(139_309) } }],
      /no bid at or below its ask/,
    ],
    [
      'a price with more decimals than a program can count',
      [{ kind: 'instrument_set', at: NOON, terms: { ...EURUSD, pricePrecision: 300_000_000 } }, OPENED],
      /a price has at most 18 decimals, not 300000000/,
    ],
    ['an event of another kind', [TERMS, OPENED, { kind: 'rollover_done', at: NOON }], /order is not a number/],
  ])('%s', (_, events, finding) => {
    const verdict = verify(forged(events))
    expect(verdict.ok ? [] : verdict.findings.join('\n')).toMatch(finding)
  })
})
