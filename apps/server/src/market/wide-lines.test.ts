/**
 * A source mixes two lines: the right one, and a wrong one within the guard whose rows are wider or narrower. The check
 * for leaps once looked at rows of about one width only, so it saw no leap, and the believed leaps widened the guard: a
 * real account made 168,980 of 100,000 USD in 40 seconds of feed.
 */
import { fileURLToPath } from 'node:url'
import { millis, must, points } from '@veritick/domain'
import { openTestServer } from '@veritick/testing/test-server'
import { expect, onTestFinished, test } from 'vitest'
import { loadCatalogue } from './catalogue.ts'
import { QuoteFlow } from './flow.ts'
import { clockOnly } from './flow-fixture.ts'

const BID = 108_500

test('a customer who knows the right line and trades on each row earns no more than at two rows', async () => {
  const server = await openTestServer({ checked: true })
  onTestFinished(() => server.close())
  let second = 0
  const row = (bid: number, ask: number) => server.feed.row('EURUSD', ++second * 1_000, [bid, ask])
  const right = () => row(BID + (second % 3), BID + (second % 3) + 10)
  for (let index = 0; index < 60; index++) right()
  const ana = await server.person()
  const closeAll = async () => {
    const { data } = await ana.does('myDeal', { status: 1 })
    const reasons = await Promise.all(data.map(({ Id }) => ana.reason('close', { id: Id })))
    return reasons.filter((reason) => reason === 'good').length
  }
  let trips = 0
  for (let index = 0; index < 20; index++) {
    row(BID - 200, BID - 175)
    await ana.asks('submit', { forex_id: 1, type: 1, status: 1, cont: '20.00', multiple: 30 })
    right()
    trips += await closeAll()
  }
  for (let wait = 0; wait < 130; wait++) right()
  trips += await closeAll()
  expect((await ana.does('myDeal', { status: 1 })).data).toEqual([])
  expect(trips).toBeLessThanOrEqual(2)
})

const catalogue = loadCatalogue(fileURLToPath(new URL('../../catalogue', import.meta.url)))
const entry = must(
  catalogue.instruments.find(({ terms }) => terms.code === 'EURUSD'),
  'EURUSD',
)
const nothing = () => {}
const SILENT = { info: nothing, warn: nothing, error: nothing } as never

function marketOf() {
  let now = millis(Date.UTC(2026, 2, 4, 15))
  let number = 0
  const flow = new QuoteFlow({
    feed: clockOnly(() => now),
    catalogue: { ...catalogue, instruments: [entry] },
    sessions: 'always',
    lastRollover: undefined,
    nextSequence: () => ++number,
    ended: nothing,
    log: SILENT,
  })
  flow.start(nothing)
  const item = must(flow.items.get(entry.terms.id), 'item')
  const send = (bid: number, ask: number, after = 1_000) => {
    now = millis(now + after)
    flow.quote({ instrument: entry.terms.id, time: now, bid: points(bid), ask: points(ask), volume: 1 })
    flow.alive(now)
  }
  return { item, send }
}

/** A trader who sees what is published and knows the right line. Earns points of one unit. */
class Knower {
  earned = 0
  trips = 0
  #at: { side: 1 | -1; price: number } | undefined
  see(quote: { bid: number; ask: number }, bid: number, ask: number) {
    if (this.#at !== undefined) {
      const { side, price } = this.#at
      const gain = side > 0 ? quote.bid - price : price - quote.ask
      const fair = side > 0 ? bid - price : price - ask
      if (gain > 0 && gain >= fair) {
        this.earned += gain
        this.trips++
        this.#at = undefined
      }
    }
    if (this.#at !== undefined) return
    if (bid > quote.ask) this.#at = { side: 1, price: quote.ask }
    else if (quote.bid > ask) this.#at = { side: -1, price: quote.bid }
  }
}

/** So many rows, one in `every` of the wrong line, `apart` points below the right one. */
function played(wrong: { every: number; inARow: number; apart: number; spread: number; calm: number }): Knower {
  const { item, send } = marketOf()
  const right = (index: number) => BID + (index % 5)
  for (let index = 0; index < wrong.calm; index++) send(right(index), right(index) + 10)
  const trader = new Knower()
  for (let index = 0; index < 600; index++) {
    const bid = right(index)
    if (index % wrong.every < wrong.inARow) send(bid - wrong.apart, bid - wrong.apart + wrong.spread)
    else send(bid, bid + 10)
    if (item.status === 'open') trader.see(must(item.quote, 'the status is open'), bid, bid + 10)
  }
  return trader
}

test.each([
  { every: 2, inARow: 1, apart: 200, spread: 25, calm: 250 },
  { every: 2, inARow: 1, apart: 1_500, spread: 25, calm: 250 },
  { every: 2, inARow: 1, apart: 10_000, spread: 25, calm: 250 },
  { every: 4, inARow: 2, apart: 5_425, spread: 25, calm: 60 },
  { every: 3, inARow: 1, apart: 180, spread: 0, calm: 250 },
  { every: 3, inARow: 1, apart: 180, spread: 4, calm: 250 },
])('a trader earns once at $inARow rows of $every that lie $apart points away, $spread wide', (wrong) => {
  const trader = played(wrong)
  expect(trader.trips).toBeLessThanOrEqual(1)
  expect(trader.earned).toBeLessThanOrEqual(wrong.apart + 4)
})
