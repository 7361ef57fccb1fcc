/**
 * A source whose spread goes to and fro before it mixes two lines. The gate once took each move of the bid for a usual
 * one, also where no order could earn by it. So leaps of the same size were believed.
 */
import { expect, test } from 'vitest'
import { QuoteFlow } from '../../apps/server/src/market/flow.ts'
import { Foresight } from './lines.ts'
import { marketOf } from './market-of.ts'

const BID = 108_500
const SPREAD = 10
/** Rows of each size that teach, a second apart, and rows of two lines after them, in blocks of five. */
const TAUGHT = 250
const MIXED = 300
const IN_BLOCK = 5
/** Each is at most ten times as wide as the one before, so it is soon usual. */
const SIZES = [20, 100, 400, 1_600]

/** How far bid and ask of row `index` lie from the line. */
type Row = (index: number, size: number) => { readonly bid: number; readonly ask: number }

/** The ask stands still, the bid goes away from it and back. */
const stillAsk: Row = (index, size) => ({ bid: -(index % 5) * size, ask: 0 })
/** Both go up and down together, in steps of a spread that has grown. */
const wideSpread: Row = (index, size) => {
  const bid = Math.abs((index % 16) - 8) * size
  return { bid, ask: bid + size }
}

test.each([
  ...SIZES.map((size) => ({ name: 'an ask that stands still', teaching: stillAsk, size, apart: 5.9 * size })),
  ...SIZES.map((size) => ({ name: 'a spread as wide as each step', teaching: wideSpread, size, apart: 5.9 * size })),
])('$name, $size points, teaches nothing: lines $apart apart earn a few times at most', ({ teaching, size, apart }) => {
  const { item, send } = marketOf(QuoteFlow)
  const row = (line: number, { bid, ask }: ReturnType<Row>) =>
    send(BID + line + bid, { after: 1_000, spread: SPREAD + ask - bid })
  for (let index = 0; index < 30; index++) row(0, { bid: index % 2, ask: index % 2 })
  for (const taught of SIZES.filter((each) => each <= size))
    for (let index = 0; index < TAUGHT; index++) row(0, teaching(index, taught))
  const trader = new Foresight()
  for (let index = 0; index < MIXED; index++) {
    row(Math.floor(index / IN_BLOCK) % 2 === 0 ? 0 : apart, { bid: 0, ask: 0 })
    if (item.status === 'open' && item.quote !== undefined) trader.see(item.quote)
  }
  expect(trader.earned).toBeLessThan(6 * apart)
})
