/**
 * For every source, the rows on which an order is filled pay a trader who knows them all a bounded number of distances:
 * sources composed by chance, and some that were found by hand. To search further, raise SEEDS.
 */
import { expect, test } from 'vitest'
import { QuoteFlow } from '../../apps/server/src/market/flow.ts'
import { cost, draw, type Shape, type Source } from './adversary.ts'

const SEEDS = 60
/** In distances of the rows on which an order was filled, or guards: the limits of market/earnings.ts. */
const EARNED_MAX = 24
const EARNED_LARGE_MAX = 9
const TIMEOUT = { timeout: 240_000 }

test(`${SEEDS} sources composed by chance`, TIMEOUT, () => {
  for (let seed = 1; seed <= SEEDS; seed++)
    expect(cost(QuoteFlow, draw(seed), seed), `seed ${seed}`).toBeLessThan(EARNED_MAX)
})

const shape = (name: Shape['name'], rows: number, size = 3): Shape => ({ name, rows, size })
const SECOND = { after: 1_000, taught: [], taughtTimes: 0 }
const found: readonly (readonly [name: string, source: Omit<Source, 'apart'>])[] = [
  ['four wide rows between two lines', { ...SECOND, shapes: [shape('other line', 3), shape('wide over both', 4)] }],
  ['forty of them', { ...SECOND, shapes: [shape('other line', 3), shape('wide over both', 40)] }],
  [
    'rows that are never believed and teach',
    {
      ...SECOND,
      taught: [shape('garbage', 80)],
      taughtTimes: 1,
      shapes: [shape('other line', 2), shape('garbage', 3)],
    },
  ],
  ['a source that waits until it is believed', { ...SECOND, shapes: [shape('until believed', 1)] }],
  ['a price that steps round nine rungs', { ...SECOND, shapes: [shape('glide', 5), shape('glide', 3)] }],
  ['a price that glides to and fro', { ...SECOND, shapes: [shape('glide', 5)] }],
]

test.each(found.flatMap(([name, source]) => [150, 600, 2_300, 10_000].map((apart) => ({ name, source, apart }))))(
  '$name, $apart points apart',
  TIMEOUT,
  ({ source, apart }) => expect(cost(QuoteFlow, { ...source, apart }, 1)).toBeLessThan(EARNED_LARGE_MAX),
)
