/**
 * A source mixes a right line with a wrong one whose rows are wider or narrower. The gate once looked for leaps among
 * rows of about one width only, so it saw none, and the leaps that it believed widened the guard without end.
 */
import { expect, test } from 'vitest'
import { QuoteFlow } from '../../apps/server/src/market/flow.ts'
import { Foresight } from './lines.ts'
import { marketOf } from './market-of.ts'

const BID = 108_500
const ROWS = 600

test.each([
  { every: 2, inARow: 1, apart: 200, spread: 25, calm: 250 },
  { every: 2, inARow: 1, apart: 1_500, spread: 25, calm: 250 },
  { every: 2, inARow: 1, apart: 10_000, spread: 25, calm: 250 },
  { every: 4, inARow: 2, apart: 5_425, spread: 25, calm: 60 },
  { every: 3, inARow: 1, apart: 180, spread: 0, calm: 250 },
  { every: 3, inARow: 1, apart: 180, spread: 4, calm: 250 },
])('a trader who knows every row earns about once at $inARow rows of $every, $apart away, $spread wide', (wrong) => {
  const { item, send } = marketOf(QuoteFlow)
  const trader = new Foresight()
  for (let index = -wrong.calm; index < ROWS; index++) {
    const bid = BID + (Math.abs(index) % 5)
    const isWrong = index >= 0 && index % wrong.every < wrong.inARow
    if (isWrong) send(bid - wrong.apart, { after: 1_000, spread: wrong.spread })
    else send(bid, { after: 1_000 })
    if (index >= 0 && item.status === 'open' && item.quote !== undefined) trader.see(item.quote)
  }
  expect(trader.earned).toBeLessThan(2 * wrong.apart)
})
