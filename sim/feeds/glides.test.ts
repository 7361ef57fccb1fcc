/**
 * A source whose price leaps away and glides back row by row, or glides away and leaps back. None of its leaps goes
 * back to a price that it had left by a leap, so a gate that counts only leaps back sees no fault. A trader who knew
 * the right price earned the distance at each turn.
 */
import { must } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import { QuoteFlow } from '../../apps/server/src/market/flow.ts'
import { Random } from '../random.ts'
import { Foresight } from './lines.ts'
import { marketOf } from './market-of.ts'

const BID = 108_500
const CALM = 250
const ROWS = 600
/** The guard is 217. */
const APART_MAX = 200
const APART_MIN = 90
const EARNED_MAX = 10 * APART_MAX

const cases = [
  { name: 'leaps down, glides back', side: -1, step: 15, isBack: true, isDrawn: false },
  { name: 'leaps up, glides back', side: 1, step: 15, isBack: true, isDrawn: false },
  { name: 'leaps down, glides back fast', side: -1, step: 30, isBack: true, isDrawn: false },
  { name: 'leaps down, glides back slowly', side: -1, step: 8, isBack: true, isDrawn: false },
  { name: 'leaps down by another distance each time, glides back', side: -1, step: 15, isBack: true, isDrawn: true },
  { name: 'glides down, leaps back', side: -1, step: 15, isBack: false, isDrawn: false },
  { name: 'glides up, leaps back', side: 1, step: 15, isBack: false, isDrawn: false },
]

describe('a trader who knows each row of ten minutes earns a few times the distance', () => {
  test.each(cases)('of a price that $name', ({ side, step, isBack, isDrawn }) => {
    const random = new Random(1)
    const { item, send } = marketOf(QuoteFlow)
    const trader = new Foresight()
    let [apart, off] = [APART_MAX, 0]
    for (let index = 0; index < CALM + ROWS; index++) {
      const right = BID + ((index * 7) % 11)
      if (index >= CALM) {
        if (off > 0) off -= step
        else off = apart = isDrawn ? random.between(APART_MIN, APART_MAX) : APART_MAX
      }
      const away = Math.max(0, off)
      const wrong = index < CALM ? 0 : isBack ? away : apart - away
      send(right + side * wrong, { after: 1_000 })
      if (index >= CALM && item.status === 'open') trader.see(must(item.quote, 'open'))
    }
    expect(trader.earned).toBeLessThan(EARNED_MAX)
  })
})
