/** The queues of price alerts give what a scan of every alert at every quote gives. */
import { PRICE_ALERTS } from '@veritick/contract'
import { userId } from '@veritick/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PriceWatch, type Quote, rearmDistance, type Step, type WatchedAlert } from './watch.ts'

type State = { readonly alert: WatchedAlert; firedAt: number | undefined }

/** The rules as the documentation states them, looked at for every alert at every quote. */
class Scan {
  readonly #states = new Map<number, State>()

  put(alert: WatchedAlert): void {
    this.#states.set(alert.alert, { alert, firedAt: alert.firedAt })
  }

  remove(alert: number): void {
    this.#states.delete(alert)
  }

  quote({ instrument, bid, time }: Quote): string[] {
    const said: string[] = []
    for (const [id, state] of [...this.#states]) {
      const { alert, firedAt } = state
      if (alert.instrument !== instrument) continue
      const beyond = alert.side === 'above' ? bid - alert.price : alert.price - bid
      if (firedAt === undefined) {
        if (beyond < 0) continue
        said.push(`fires ${id} ${bid} ${time}`)
        if (alert.repeats) state.firedAt = time
        else this.#states.delete(id)
      } else if (time >= firedAt + PRICE_ALERTS.rearmMillis && beyond <= -rearmDistance(alert.price)) {
        said.push(`arms ${id} ${bid} ${time}`)
        state.firedAt = undefined
      }
    }
    return said.sort()
  }
}

/** All steps of a quote, from parts of at most `most` moves. */
function stepsOf(watch: PriceWatch, quote: Quote, most = 100): Step[] {
  const all: Step[] = []
  while (watch.isReached(quote)) {
    const { steps, moves } = watch.quote(quote, most)
    expect(steps.length).toBeLessThanOrEqual(moves)
    expect(moves).toBeLessThanOrEqual(most)
    expect(moves, 'a part moves something').toBeGreaterThan(0)
    all.push(...steps)
  }
  expect(watch.quote(quote, most), 'nothing is left').toEqual({ steps: [], moves: 0 })
  return all
}

const alertMade = fc.record({
  alert: fc.integer({ min: 1, max: 12 }),
  user: fc.constant(userId(1)),
  instrument: fc.integer({ min: 1, max: 2 }),
  side: fc.constantFrom('above', 'below'),
  price: fc.integer({ min: 9_900, max: 10_100 }),
  repeats: fc.boolean(),
  firedAt: fc.option(fc.integer({ min: 0, max: 90_000 }), { nil: undefined }),
})
const happening = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('put'), alert: alertMade }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), alert: fc.integer({ min: 1, max: 12 }) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('quote'),
      instrument: fc.integer({ min: 1, max: 3 }),
      bid: fc.integer({ min: 9_880, max: 10_120 }),
      passes: fc.integer({ min: 0, max: 60_000 }),
      most: fc.integer({ min: 1, max: 4 }),
    }),
  },
)

test('the queues and a scan of every alert say the same at every quote', () => {
  const seen = { fires: 0, arms: 0 }
  fc.assert(
    fc.property(fc.array(happening, { minLength: 60, maxLength: 200, size: 'max' }), (history) => {
      const [watch, scan] = [new PriceWatch(), new Scan()]
      let [time, version] = [0, 0]
      for (const each of history) {
        if (each.kind === 'put') {
          version++
          const alert = { ...each.alert, version, firedAt: each.alert.repeats ? each.alert.firedAt : undefined }
          for (const one of [watch, scan]) one.put(alert as WatchedAlert)
        } else if (each.kind === 'remove') {
          for (const one of [watch, scan]) one.remove(each.alert as number)
        } else {
          const { instrument, bid, passes, most } = each as Omit<Quote, 'time'> & { passes: number; most: number }
          time += passes
          const steps = stepsOf(watch, { instrument, bid, time }, most)
          for (const { kind } of steps) seen[kind]++
          expect(steps.map((step) => `${step.kind} ${step.alert.alert} ${step.bid} ${step.time}`).sort()).toEqual(
            scan.quote({ instrument, bid, time }),
          )
        }
      }
    }),
    { numRuns: 400 },
  )
  // A property that reaches neither would prove nothing.
  expect(Math.min(seen.fires, seen.arms)).toBeGreaterThan(100)
})

const ALERT = {
  alert: 1,
  user: userId(1),
  version: 1,
  instrument: 1,
  side: 'above',
  price: 10_000,
  repeats: true,
} as const
const at = (bid: number, time: number) => ({ instrument: 1, bid, time })

test('a price that swings around the level fires once until it has gone back far enough', () => {
  const watch = new PriceWatch()
  watch.put({ ...ALERT, firedAt: undefined })
  const kinds = (bid: number, time: number) => stepsOf(watch, at(bid, time)).map(({ kind }) => kind)
  expect(rearmDistance(10_000)).toBe(5)
  expect(kinds(9_999, 0)).toEqual([])
  expect(kinds(10_000, 1)).toEqual(['fires'])
  // Far enough, but too soon; then late enough, but not far enough.
  expect(kinds(9_990, 2)).toEqual([])
  expect(kinds(9_996, 60_001)).toEqual([])
  expect(kinds(10_003, 60_002)).toEqual([])
  expect(kinds(9_995, 60_003)).toEqual(['arms'])
  expect(kinds(10_000, 60_004)).toEqual(['fires'])
})

test('of two changes the newer one counts, in whatever order they arrive', () => {
  const watch = new PriceWatch()
  watch.put({ ...ALERT, version: 3, price: 11_000, firedAt: undefined })
  watch.put({ ...ALERT, version: 2, firedAt: undefined })
  expect(stepsOf(watch, at(10_500, 1))).toEqual([])
  expect(stepsOf(watch, at(11_000, 2))).toHaveLength(1)
  expect(watch.size).toBe(1)
})

test('a version that is watched keeps its state, which the store learns later', () => {
  const watch = new PriceWatch()
  const kinds = (bid: number, time: number) => stepsOf(watch, at(bid, time)).map(({ kind }) => kind)
  watch.put({ ...ALERT, firedAt: undefined })
  expect(kinds(10_000, 1)).toEqual(['fires'])
  // The row of the store, read before the step is stored: still armed.
  watch.put({ ...ALERT, firedAt: undefined })
  expect(kinds(10_001, 2)).toEqual([])
  expect(kinds(9_995, 60_001)).toEqual(['arms'])
  // The same again: still cooling.
  watch.put({ ...ALERT, firedAt: 1 })
  expect(kinds(10_000, 60_002)).toEqual(['fires'])
  watch.put({ ...ALERT, version: 2, firedAt: undefined })
  expect(kinds(10_000, 60_003), 'a change of the customer arms it').toEqual(['fires'])
})

test('a gap fires every alert that it passes, and a quote that reaches none returns at once', () => {
  const watch = new PriceWatch()
  for (let alert = 1; alert <= 100; alert++)
    watch.put({ ...ALERT, alert, price: 10_000 + alert, repeats: false, firedAt: undefined })
  expect(watch.isReached(at(10_000, 1))).toBe(false)
  expect(stepsOf(watch, at(10_050, 2), 7).map((step) => step.alert.alert)).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 1),
  )
  expect(watch.size).toBe(50)
})
