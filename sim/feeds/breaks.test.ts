/**
 * A source that walks to and fro in the daily break, when no order is filled. The gate once took its moves for usual
 * ones: a single row 18 % beside the price was believed after the break, filled orders and stopped customers out.
 */
import { expect, test } from 'vitest'
import { QuoteFlow } from '../../apps/server/src/market/flow.ts'
import { marketOf } from './lines.ts'

const BID = 108_500
const FROM = Date.UTC(2026, 2, 4, 21, 50)
/** 16:58 to 17:05 in New York. */
const BREAK = { from: Date.UTC(2026, 2, 4, 21, 58), to: Date.UTC(2026, 2, 4, 22, 5) }
const CALM_AFTER = 40
/** The walk goes over nine steps, each larger than the ones before it. */
const STEPS = [150, 1_050, 3_000] as const

test.each([2_000, 20_000, -20_000])(
  'a single row %d points beside the price after a break is not believed',
  (spike) => {
    const { item, send } = marketOf(QuoteFlow, { start: FROM, sessions: 'real' })
    let now = FROM
    for (let index = 0; now < BREAK.from - 1_000; index++) now = send(BID + (index % 5), { after: 1_000 })
    const third = (BREAK.to - BREAK.from) / STEPS.length
    for (let index = 0; now < BREAK.to - 1_000; index++) {
      const step = STEPS[Math.max(0, Math.floor((now - BREAK.from) / third))] ?? STEPS[0]
      now = send(BID + Math.abs((index % 18) - 9) * step, { after: 500 })
    }
    for (let index = 0; index < CALM_AFTER; index++) now = send(BID + (index % 5), { after: 1_000 })
    expect(item.status).toBe('open')
    send(BID + spike, { after: 1_000 })
    expect(item.status).toBe('held')
  },
)
