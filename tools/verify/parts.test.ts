/** Parts of a position before the verifier: true stories hold, and no part takes more or less than its share. */
import { lotUnits, micros, points } from '@veritick/domain'
import type { Event, EventOf } from '@veritick/engine'
import { verify } from '@veritick/verify'
import { describe, expect, test } from 'vitest'
import { NOON, requestKey } from '../crash/world.ts'
import { DOLLARS, forged, OPENED, QUOTE, TERMS } from './forged-fixture.ts'

const opened = { ...OPENED, stopLoss: undefined }
const { account } = OPENED
const financed: EventOf<'order_financed'> = {
  kind: 'order_financed',
  at: NOON,
  order: 1,
  account,
  previous: 2,
  instrument: 1,
  amount: micros(-812_583),
  nights: 1,
  quote: QUOTE,
  conversion: DOLLARS,
}
/** 0.03 of 0.10: 139.3000002, 0.105 and -0.2437749 USD, toward zero. */
const split: EventOf<'order_split'> = {
  kind: 'order_split',
  at: NOON,
  order: 1,
  account,
  previous: 3,
  part: 2,
  lots: lotUnits(300),
  margin: micros(139_300_000),
  fee: micros(105_000),
  swap: micros(-243_774),
  request: requestKey('p'),
}
const closed: EventOf<'order_closed'> = {
  kind: 'order_closed',
  at: NOON,
  order: 2,
  account,
  previous: 4,
  instrument: 1,
  price: points(139_300),
  profit: micros(-240_000),
  reason: 'user',
  reference: undefined,
  quote: QUOTE,
  conversion: DOLLARS,
  request: requestKey('p'),
}
const restClosed: EventOf<'order_closed'> = { ...closed, order: 1, profit: micros(-560_000), request: requestKey('r') }
const story = [TERMS, opened, financed, split]

test('the part and the rest each have a true story', () => {
  const part = verify(forged([...story, closed], 2))
  expect(part.ok && part.lines.slice(-2)).toEqual([
    '2014-05-08T12:00:00.000Z  split off order 1: 0.0300 lots',
    '2014-05-08T12:00:00.000Z  closed (user) at 1.39300: profit -0.240000 USD, quote 9',
  ])
  const rest = verify(forged([...story, restClosed], 1))
  expect(rest.ok && rest.lines.slice(-2)).toEqual([
    '2014-05-08T12:00:00.000Z  0.0300 lots split off as order 2',
    '2014-05-08T12:00:00.000Z  closed (user) at 1.39300: profit -0.560000 USD, quote 9',
  ])
})

test('the second part takes its share of what the first has left', () => {
  const second = { ...split, previous: 4, part: 3, margin: micros(139_300_000), swap: micros(-243_775) }
  const end = { ...closed, order: 3, previous: 5 }
  expect(verify(forged([...story, second, end], 3))).toMatchObject({ ok: true, order: 3 })
  const asFirst = verify(forged([...story, { ...second, swap: split.swap }, end], 3))
  expect(asFirst.ok ? '' : asFirst.findings.join()).toMatch(/swap of its part is -0.243774/)
})

describe('what does not follow is found', () => {
  test.each<[string, readonly Event[], number, RegExp]>([
    [
      'a margin one micro-dollar off',
      [{ ...split, margin: micros(139_300_001) }],
      2,
      /margin of its part is 139.300001/,
    ],
    ['a fee that the part does not share', [{ ...split, fee: micros(0) }], 2, /fee of its part is 0.000000/],
    ['financing that stays with the rest', [{ ...split, swap: micros(0) }], 1, /swap of its part is 0.000000/],
    ['a part of the whole size', [{ ...split, lots: lotUnits(1_000) }], 2, /not smaller than the position/],
    ['a part off the step', [{ ...split, lots: lotUnits(301) }], 2, /size of its part is outside the terms/],
    ['a rest below the minimum', [{ ...split, lots: lotUnits(950) }], 2, /size of the rest is outside the terms/],
    ['a part that closes as the whole', [split, { ...closed, profit: micros(-800_000) }], 2, /profit is -0.800000/],
    ['a rest that closes as the whole', [split, { ...restClosed, profit: micros(-800_000) }], 1, /profit is -0.800000/],
    ['the end of the part in the story of the rest', [split, closed], 1, /it speaks of order 2/],
    ['the end of the rest in the story of the part', [split, restClosed], 2, /it speaks of order 1/],
    ['a part that ends without the split', [{ ...closed, previous: 3 }], 2, /it speaks of order 1/],
    ['a split that leaves out the night', [{ ...split, previous: 2 }], 1, /it follows event 2 of the order/],
    [
      'a second split of the part',
      [split, { ...split, order: 2, previous: 4, part: 5 }, closed],
      2,
      /its part is not smaller/,
    ],
  ])('%s', (_, events, order, finding) => {
    const verdict = verify(forged([TERMS, opened, financed, ...events], order))
    expect(verdict.ok ? 'it holds' : verdict.findings.join('\n')).toMatch(finding)
  })
})
