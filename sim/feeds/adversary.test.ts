/**
 * For every source, the rows on which an order is filled pay a trader who knows them all a bounded number of distances:
 * sources composed by chance, and some that were found by hand. To search further, raise SEEDS.
 */
import { expect, test } from 'vitest'
import { QuoteFlow } from '../../apps/server/src/market/flow.ts'
import { cost, draw, farAndBack, type Shape, type Source } from './adversary.ts'

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
/** Over five prices, a quarter of the distance apart. */
const TAUGHT = { ...SECOND, taught: [shape('rungs', 60)], taughtTimes: 8 }
const TURNS = [shape('other line', 4), shape('other line', 4)]
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
  ['rows of before a start that teach', { ...TAUGHT, untraded: 'past', shapes: TURNS }],
  ['rows of a break that teach', { ...TAUGHT, untraded: 'break', shapes: TURNS }],
  [
    'rows that teach far away, and again before each turn, while the rate is not known',
    {
      ...{ ...SECOND, untraded: 'rate', once: [shape('out and back', 600)] },
      shapes: [{ ...shape('out and back', 60), isHidden: true }, shape('stay', 1), ...TURNS, ...TURNS],
    },
  ],
  [
    'turns while the rate is not known',
    { ...SECOND, untraded: 'rate', shapes: [{ ...shape('other line', 3), isHidden: true }, shape('stay', 3)] },
  ],
]
/** All of these stay near, but for a moment before. */
const farBefore: typeof found = [3, 60].flatMap((size) =>
  ([0, 12] as const).map((taughtTimes) => [
    `a moment ${size} times as far away, growing rungs ${taughtTimes} times, and rungs`,
    {
      ...{ after: 250, once: farAndBack(size), taught: [shape('growing rungs', 45)], taughtTimes },
      shapes: [shape('rungs', 8)],
    },
  ]),
)
const APART = [150, 600, 2_300, 10_000]
const apart = (sources: typeof found) =>
  sources.flatMap(([name, source]) => APART.map((points) => ({ name, source, points })))

test.each(apart(found))('$name, $points points apart', TIMEOUT, ({ source, points }) =>
  expect(cost(QuoteFlow, { ...source, apart: points }, 1)).toBeLessThan(EARNED_LARGE_MAX),
)

test.each(apart(farBefore))('$name, $points points apart', TIMEOUT, ({ source, points }) =>
  expect(cost(QuoteFlow, { ...source, apart: points }, 1)).toBeLessThan(EARNED_MAX),
)
