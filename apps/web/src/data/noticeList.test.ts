/** The notices that a tap marks as read. */
import type { WireNotice } from '@veritick/contract'
import { expect, test } from 'vitest'
import { chartOf, unreadBesideSupport, withRead } from './noticeList.ts'

const notice = (id: number): WireNotice => ({
  id,
  kind: 'margin_call',
  order: null,
  reason: null,
  equity: null,
  margin: null,
  amount: null,
  fee_before: null,
  fee_after: null,
  account: null,
  instrument: null,
  words: '',
  time: id,
  read: false,
})
const known = { list: [notice(9), notice(7), notice(4)], unread: 3 }

test.each([
  { which: { id: 7 }, read: [false, true, false], unread: 2 },
  { which: { until: 7 }, read: [false, true, true], unread: 1 },
  { which: { until: 9 }, read: [true, true, true], unread: 0 },
  { which: { id: 5 }, read: [false, false, false], unread: 3 },
])('$which', ({ which, read, unread }) => {
  const shown = withRead(known, which, unread)
  expect(shown.list.map((each) => each.read)).toEqual(read)
  expect(shown.unread).toBe(unread)
})

test('an unread answer of support is counted by the conversation only', () => {
  const support = { ...notice(11), kind: 'support' } as const
  expect(unreadBesideSupport({ list: [support, ...known.list], unread: 4 })).toBe(3)
  expect(unreadBesideSupport({ list: [{ ...support, read: true }, ...known.list], unread: 3 })).toBe(3)
})

test('a notice of a price alert leads to the chart of its instrument, while the instrument is offered', () => {
  const items = [{ Id: 4, Code: 'EURUSD' }]
  expect(chartOf({ instrument: 4 }, items)).toBe('/trade?code=EURUSD')
  expect([chartOf({ instrument: null }, items), chartOf({ instrument: 5 }, items)]).toEqual([undefined, undefined])
})
