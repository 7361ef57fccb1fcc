/** The answered requests are written in their one form, and the page that describes it names every field. */
import { readFileSync } from 'node:fs'
import { must } from '@veritick/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeDecision } from './command-bytes.ts'
import type { Decision } from './decision.ts'
import type { OrderView } from './engine.ts'
import type { OrderSeen } from './queries.ts'
import { decodeRequest, decodeRequests, encodeRequests } from './request-bytes.ts'
import { EXAMPLES } from './scenarios/events.ts'

const page = readFileSync(new URL('../../../docs/domain/journal-format.md', import.meta.url), 'utf8')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const opened = EXAMPLES.order_opened

const view: OrderView = {
  order: opened.order,
  account: opened.account,
  instrument: opened.instrument,
  status: 'holding',
  side: opened.side,
  pending: undefined,
  lots: opened.lots,
  leverage: opened.leverage,
  price: opened.price,
  stopLoss: opened.stopLoss,
  takeProfit: opened.takeProfit,
  margin: opened.margin,
  fee: opened.fee,
  swap: opened.fee,
  placedAt: opened.at,
  openedAt: opened.at,
  openQuote: opened.quote,
  openConversion: opened.conversion,
  wasPending: false,
  openReference: undefined,
  closePrice: opened.price,
  profit: opened.fee,
  conversion: opened.conversion,
}
const order: OrderSeen = { view, quote: opened.quote }
const decisions: readonly Decision[] = [
  { ok: false, reason: 'margin_not_enough' },
  { ok: true, events: [opened], order },
  { ok: true, events: [EXAMPLES.credited], order: undefined },
]
const requests = decisions.map((decision, at) => ({
  key: `${at}`.repeat(32),
  content: `${at}`.repeat(64),
  decision: encodeDecision(decision),
}))
const { bytes, spans } = encodeRequests(requests)

describe('entries of requests', () => {
  test('are written as they always were', () => {
    expect(hex(bytes.subarray(0, 51))).toBe(`${'00'.repeat(16)}${'00'.repeat(32)}020013`)
    const second = must(spans[1], 'a place')
    const head = hex(bytes.subarray(second.start, second.start + 48))
    expect(head).toBe('11'.repeat(48))
  })

  test('are read as they were written, together and one by one', () => {
    expect(decodeRequests(bytes)).toEqual({ requests, spans })
    for (const [at, { start, length }] of spans.entries()) {
      const { key, content } = must(requests[at], 'a request')
      const read = decodeRequest(bytes.subarray(start, start + length))
      expect(read).toEqual({ key, content, decision: decisions[at] })
    }
  })

  test('of none are no bytes', () => {
    expect(encodeRequests([]).bytes.length).toBe(0)
    expect(decodeRequests(new Uint8Array()).requests).toEqual([])
  })

  test('that are damaged are refused, or are other entries in their one form', () => {
    for (let length = 1; length < bytes.length; length += 1) {
      if (spans.some(({ start }) => start === length)) continue
      expect(() => decodeRequests(bytes.subarray(0, length))).toThrow()
    }
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
        const changed = bytes.slice()
        changed[place] = (changed[place] ?? 0) ^ change
        expect(rewritten(changed)).toBe(hex(changed))
      }),
      { numRuns: 2_000 },
    )
  })
})

test('the page names the fields of an entry and of an order, in their order', () => {
  const names = (table: string) => [...table.matchAll(/^\| `(\w+)` \|/gm)].map((row) => row[1])
  const section = page.split('## Requests')[1]?.split('\n## ')[0] ?? ''
  const [entry = '', decision = '', shown = ''] = section.split('| --- | --- | --- |').slice(1)
  expect(names(entry)).toEqual(['key', 'content', 'decision'])
  expect(names(decision)).toEqual(['events', 'order'])
  expect(names(shown)).toEqual(Object.keys(view))
})

/** The same bytes where they were read; also where reading refused them. */
function rewritten(changed: Uint8Array): string {
  try {
    return hex(encodeRequests(decodeRequests(changed).requests).bytes)
  } catch {
    return hex(changed)
  }
}
