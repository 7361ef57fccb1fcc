/** Sockets that have many messages each make a slice as long as many sockets that have one. */
import { expect, test } from 'vitest'
import { inSlices, MESSAGES_PER_SLICE } from './slices.ts'

test.each([
  { messages: 1, perSlice: MESSAGES_PER_SLICE },
  { messages: MESSAGES_PER_SLICE / 2, perSlice: 2 },
  { messages: MESSAGES_PER_SLICE * 3, perSlice: 1 },
])('steps of $messages messages: $perSlice of them before the event loop goes on', async ({ messages, perSlice }) => {
  let steps = 0
  const work = function* () {
    for (; steps < 2 * perSlice; steps += 1) yield messages
  }
  const ended = new Promise<void>((done) => inSlices(work(), done))
  expect(steps).toBe(perSlice - 1)
  await new Promise(setImmediate)
  expect(steps).toBe(2 * perSlice - 1)
  await ended
  expect(steps).toBe(2 * perSlice)
})

test('work without a step is done at once', () => {
  let isDone = false
  inSlices([].values(), () => {
    isDone = true
  })
  expect(isDone).toBe(true)
})
