/** A slow store gets small steps, a fast one large ones again. */
import { expect, test } from 'vitest'
import { STEP_EVENTS_MIN, StepSize } from './step-size.ts'

const bounds = { eventsMax: 500, millis: 40 }
/** Steps of the size that is asked for, each event taking this many milliseconds. */
function steps(size: StepSize, count: number, millisAnEvent: number): number {
  for (let step = 0; step < count; step += 1) size.took({ events: size.events, millis: size.events * millisAnEvent })
  return size.events
}

test('a step takes its time, on a slow store and on a fast one', () => {
  const size = new StepSize(bounds)
  expect(size.events).toBe(500)
  expect(steps(size, 5, 0.4)).toBe(100)
  expect(steps(size, 5, 0.1)).toBe(400)
  expect(steps(size, 5, 0.01)).toBe(500)
})

test('a store that stands still gets steps of some events all the same', () => {
  const size = new StepSize(bounds)
  expect(steps(size, 10, 1000)).toBe(STEP_EVENTS_MIN)
})

test('one stall halves the steps, and steps of few events change nothing', () => {
  const size = new StepSize(bounds)
  size.took({ events: 500, millis: 10_000 })
  expect(size.events).toBe(250)
  size.took({ events: 3, millis: 10_000 })
  size.took({ events: 3, millis: 0 })
  expect(size.events).toBe(250)
})
