/** The receipt of a long that its stop-loss closed, as the server sends it, as facts. */
import type { WireReceipt } from '@veritick/contract'
import { expect, it } from 'vitest'
import { receiptFile, stepsOf } from './receipt.ts'

const hash = (digit: string) => digit.repeat(64)
const quote = (seq: number, bid: number, ask: number) => ({ seq, bid, ask, time: 1_399_553_170_000 })
const header = (batch: number, first_event: number) => ({
  batch,
  first_event,
  event_count: 1,
  event_bytes: 90,
  request_count: 1,
  market_time: 1_399_553_170_000,
  wall_time: 1_399_553_170_000,
  epoch: 1,
  schema: 2,
  tree_size: 3,
  body_hash: hash('c'),
  previous_hash: hash('b'),
  snapshot_hash: hash('0'),
  tree_root: hash('d'),
})
const receipt: WireReceipt = {
  format: 'veritick-receipt-2',
  order: 7,
  head: { size: 9, root: hash('f'), hash: hash('e') },
  carrier: { header: header(10, 40), hash: hash('9') },
  batches: [
    {
      header: header(4, 11),
      hash: hash('1'),
      events_root: hash('a'),
      path: [hash('2'), hash('3')],
      events: [
        {
          sequence: 11,
          bytes: '00',
          path: [hash('4')],
          event: {
            kind: 'order_opened',
            at: 1_399_553_170_120,
            lots: 1_000,
            price: 139_790,
            margin: 465_916_667,
            fee: 700_000,
            stopLoss: 139_300,
            takeProfit: null,
            quote: quote(812, 139_775, 139_790),
          },
        },
        { sequence: 12, bytes: '00', path: [], event: { kind: 'something_of_a_later_version', at: 1 } },
      ],
    },
    {
      header: header(6, 20),
      hash: hash('5'),
      events_root: hash('a'),
      path: [hash('6')],
      events: [
        {
          sequence: 20,
          bytes: '00',
          path: [],
          event: {
            kind: 'order_closed',
            at: 1_399_553_999_000,
            price: 139_298,
            profit: -49_200_000,
            reason: 'stop_loss',
            quote: quote(4_711, 139_298, 139_313),
          },
        },
      ],
    },
  ],
}

it('shows each event with its figures, its quote and its place', () => {
  const [opened, closed, ...more] = stepsOf(receipt, 5)
  expect(more).toEqual([])
  expect(opened).toMatchObject({
    kind: 'order_opened',
    sequence: 11,
    batch: 4,
    at: 1_399_553_170_120,
    hashes: 3,
    batchHash: hash('1'),
  })
  expect(opened?.facts).toEqual([
    { label: 'lots', kind: 'lots', value: 1_000 },
    { label: 'price', kind: 'price', values: ['1.39790'] },
    { label: 'quote', kind: 'text', value: '#812' },
    { label: 'bid_ask', kind: 'price', values: ['1.39775', '1.39790'] },
    { label: 'margin', kind: 'money', value: '465.916667' },
    { label: 'fee', kind: 'money', value: '-0.700000' },
    { label: 'stop_loss', kind: 'price', values: ['1.39300'] },
    { label: 'take_profit', kind: 'off' },
  ])
  expect(closed?.facts).toEqual([
    { label: 'price', kind: 'price', values: ['1.39298'] },
    { label: 'quote', kind: 'text', value: '#4711' },
    { label: 'bid_ask', kind: 'price', values: ['1.39298', '1.39313'] },
    { label: 'profit', kind: 'money', value: '-49.200000' },
    { label: 'reason', kind: 'reason', value: 'stop_loss', cancelled: false },
  ])
})

it('creates the file for the verifier, unchanged', () => {
  const { name, text } = receiptFile(receipt)
  expect(name).toBe('veritick-receipt-7.json')
  expect(JSON.parse(text)).toEqual(receipt)
  expect(text.endsWith('}\n')).toBe(true)
})
