/** The tags of entry, stop-loss and take-profit on a chart of 400 px. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coveredLabels, EDGE_TAGS_MAX, placeLines, placeTags, touchSpans, widestBetween } from './tagLayout.ts'

const room = { height: 400, top: 0, tagHeight: 20, price: 200 }
type Room = Parameters<typeof placeTags>[1]
const tagsOf = (lines: readonly number[], of: Room = room) =>
  placeTags(
    lines.map((y) => ({ y })),
    of,
  )
const ys = (lines: readonly number[], price: number | undefined = 200) =>
  tagsOf(lines, { ...room, price }).map(({ y }) => y)

it('a tag is at its line if there is space', () => expect(ys([50, 120, 300])).toEqual([50, 120, 300]))

it('tags of equal lines are stacked', () => expect(ys([100, 100, 100])).toEqual([100, 120, 140]))

it('a tag never covers the current price', () => {
  expect(ys([195])).toEqual([180])
  expect(ys([205])).toEqual([220])
  expect(ys([199, 200, 201])).toEqual([160, 180, 220])
})

it('a line out of range has its tag at that edge, with a mark', () => {
  expect(tagsOf([-500, 9_000])).toMatchObject([
    { y: 10, beyond: 'top' },
    { y: 390, beyond: 'bottom' },
  ])
  expect(ys([-500, -20, 5])).toEqual([10, 30, 50])
})

it('with the price at the edge all tags go to the other side', () => {
  expect(ys([2, 4], 5)).toEqual([25, 45])
  expect(ys([398, 399], 395)).toEqual([355, 375])
})

describe('a buy at 1.09636, its stop-loss at 1.09609, a pending order at 1.09500, the price at 1.09622', () => {
  const lines = [{ y: 331 }, { y: 371 }, { y: 530 }]
  it('keeps the stop-loss below the price: the order out of view goes to the other side', () =>
    expect(placeTags(lines, { ...room, tagHeight: 21, price: 353 })).toMatchObject([
      { y: 311, isAcross: false },
      { y: 374, isAcross: false },
      { y: 332, beyond: 'bottom', isAcross: true },
    ]))
  it('has the tag of a visible line on the other side, marked, only where its own has no space', () =>
    expect(placeTags(lines, { ...room, tagHeight: 21, price: 385 })).toMatchObject([
      { y: 322, isAcross: false },
      { y: 343, isAcross: false },
      { y: 364, isAcross: true, beyond: 'bottom' },
    ]))
})

it('a line on the pixel of the price is on the side of its own price', () => {
  const tag = (y: number, isAbove: boolean, price = 200) => placeTags([{ y, isAbove }], { ...room, price })
  expect(tag(200, true)).toMatchObject([{ y: 180, isAcross: false }])
  expect(tag(200, false)).toMatchObject([{ y: 220, isAcross: false }])
  // The price has left the pane at the top, and its tag is kept inside.
  expect(tag(-30, false, 20)).toMatchObject([{ y: 40, isAcross: false, beyond: 'top' }])
})

it('without space for all tags, the lines farthest from the price have none', () => {
  const low = tagsOf([5, 20, 30, 55, 90], { height: 100, top: 0, tagHeight: 20, price: 50 })
  expect(low.map(({ y }) => y)).toEqual([undefined, 10, 30, 70, 90])
})

it('a tag never covers the legend at the top', () => {
  const legend = { ...room, top: 36 }
  expect(tagsOf([-500, 4, 30, 90], legend).map(({ y }) => y)).toEqual([46, 66, 86, 106])
  expect(tagsOf([10, 60], { ...legend, price: 40 }).map(({ y }) => y)).toEqual([60, 80])
  expect(tagsOf([10, 60], { ...legend, price: 4 }).map(({ y }) => y)).toEqual([46, 66])
})

it('tags do not overlap or cover price and legend, and all are inside', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1_000, max: 1_400 }), { maxLength: 40 }),
      fc.option(fc.integer({ min: 0, max: 400 }), { nil: undefined }),
      fc.integer({ min: 0, max: 120 }),
      (lines, price, top) => {
        const places = tagsOf(lines, { ...room, price, top }).map(({ y }) => y)
        const shown = places.filter((y) => y !== undefined)
        const taken = price === undefined ? shown : [...shown, price]
        const sorted = [...taken].sort((one, two) => one - two)
        for (const [index, y] of sorted.entries())
          if (index > 0) expect(y - (sorted[index - 1] ?? 0)).toBeGreaterThanOrEqual(20)
        for (const y of shown) expect(y >= top + 10 && y <= 390).toBe(true)
      },
    ),
    { numRuns: 2_000 },
  )
})

describe('lines beyond an edge', () => {
  const edges = (lines: readonly (readonly [number, number])[], change: Partial<typeof room> = {}) => {
    const of = lines.map(([y, rank]) => ({ y, rank }))
    const { places, further } = placeLines(of, { ...room, ...change })
    return { ys: places.map(({ y }) => y), further }
  }
  const above = (...ys: readonly number[]) => ys.map((y) => [y, 1] as const)
  it('have a tag each while they are few', () =>
    expect(edges(above(-50, -9, -20, -60, 900))).toEqual({ ys: [30, 70, 50, 10, 390], further: [] }))
  it('are counted outside of the tags of the nearest ones', () =>
    expect(edges(above(-50, -9, -20, -60, -30, 60))).toEqual({
      ys: [undefined, 70, 50, undefined, 30, 90],
      further: [{ edge: 'top', y: 10, count: 2 }],
    }))
  it('have their number at the lower edge too', () =>
    expect(edges(above(450, 401, 500, 600, 700))).toEqual({
      ys: [350, 330, 370, undefined, undefined],
      further: [{ edge: 'bottom', y: 390, count: 2 }],
    }))
  it('of a lower rank keep their tag, however far they are', () =>
    expect(edges([...above(-1, -2, -3), [-900, 0], [-800, 0]])).toEqual({
      ys: [70, undefined, undefined, 30, 50],
      further: [{ edge: 'top', y: 10, count: 2 }],
    }))
  it('have fewer tags where the pane is low', () =>
    expect(edges(above(-1, -2, -3, -4), { height: 200, price: 190 })).toEqual({
      ys: [50, 30, undefined, undefined],
      further: [{ edge: 'top', y: 10, count: 2 }],
    }))
  it('have fewer tags where the price leaves less space, and the number goes before a tag', () => {
    expect(edges(above(-1, -2, -3, -4), { price: 50 })).toEqual({
      ys: [90, 70, 30, 10],
      further: [],
    })
    expect(edges(above(-1, -2, -3, -4), { height: 60, price: 50 })).toEqual({
      ys: [30, undefined, undefined, undefined],
      further: [{ edge: 'top', y: 10, count: 3 }],
    })
    expect(edges(above(-1, -2, -3, -4), { height: 40, price: 30 })).toEqual({
      ys: [10, undefined, undefined, undefined],
      further: [{ edge: 'top', y: undefined, count: 3 }],
    })
  })
  it('have few tags, are counted otherwise, and cover neither each other nor the price', () => {
    const line = fc.record({ y: fc.integer({ min: -1_000, max: 1_400 }), rank: fc.integer({ min: 0, max: 3 }) })
    const heights = fc.integer({ min: 80, max: 400 })
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 40 }),
        heights,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (lines, height, at) => {
          const price = Math.round(height * at)
          const { places, further } = placeLines(lines, { ...room, height, price })
          const tags = [...places, ...further.map(({ y, edge }) => ({ y, beyond: edge }))]
          const sorted = [price, ...tags.flatMap(({ y }) => (y === undefined ? [] : [y]))].sort((a, b) => a - b)
          for (const [index, y] of sorted.entries())
            if (index > 0) expect(y - (sorted[index - 1] ?? 0)).toBeGreaterThanOrEqual(20)
          for (const edge of ['top', 'bottom']) {
            const shown = tags.filter(({ y, beyond }) => y !== undefined && beyond === edge)
            expect(shown.length).toBeLessThanOrEqual(EDGE_TAGS_MAX)
            const without = places.filter(({ y, beyond }) => y === undefined && beyond === edge)
            const number = further.find((each) => each.edge === edge)
            if (number !== undefined) expect(number.count).toBeGreaterThan(1)
            if (number?.y !== undefined) expect(without).toHaveLength(number.count)
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

it('what connects a tag with its line passes the widest tag between them', () => {
  const tags = [
    { y: 50, width: 90 },
    { y: 70, width: 150 },
    { y: 200, width: 300 },
    { y: undefined, width: 400 },
  ]
  expect(widestBetween(tags, 50, 64, 20)).toBe(150)
  expect(widestBetween(tags, 50, 20, 20)).toBe(90)
})

describe('a label of the axis', () => {
  const hidden = (labels: readonly number[], tags: readonly (number | undefined)[], price?: number) =>
    coveredLabels(labels, { tags, price, tagHeight: 20 })
  it('stays where no tag touches it', () => expect(hidden([100, 130, 170], [50, undefined], 150)).toEqual([]))
  it('is hidden whole under the tag of a line, which is drawn after it', () =>
    expect(hidden([100], [110])).toEqual([{ top: 93, height: 14 }]))
  it('is hidden only where it sticks out from under the tag of the price, which was drawn before', () => {
    expect(hidden([110], [], 100)).toEqual([{ top: 110, height: 7 }])
    expect(hidden([90], [], 100)).toEqual([{ top: 83, height: 7 }])
    expect(hidden([100], [], 100)).toEqual([])
  })
})

describe('touch areas', () => {
  it('have a height of 44 px if there is space', () => expect(touchSpans([100])).toEqual([{ top: 78, height: 44 }]))
  it('end in the middle between two tags', () =>
    expect(touchSpans([100, 121, undefined])).toEqual([
      { top: 78, height: 32.5 },
      { top: 110.5, height: 32.5 },
      undefined,
    ]))
})
