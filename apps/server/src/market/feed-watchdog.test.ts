/** When a feed counts as silent: by its own clock, and by real time where its clock stands still with it. */
import { millis } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import { FeedWatchdog } from './feed-watchdog.ts'

/** Seconds of a stalled feed until it counts as silent. */
function secondsUntilSilent(speed: number): number {
  const watchdog = new FeedWatchdog(millis(0), speed)
  for (let second = 1; second <= 60; second++) if (watchdog.isSilent(millis(0))) return second
  return Number.POSITIVE_INFINITY
}

describe('a feed whose clock stands still with it', () => {
  test.each([
    ['in real time', 1, 11],
    ['twice as fast', 2, 6],
    ['a thousand times as fast: never at once', 1_000, 6],
    ['moved by hand', 0, Number.POSITIVE_INFINITY],
  ])('%s', (_, speed, seconds) => expect(secondsUntilSilent(speed)).toBe(seconds))

  test('is alive as long as it says anything', () => {
    const watchdog = new FeedWatchdog(millis(0), 1)
    for (let second = 1; second <= 100; second++) {
      expect(watchdog.isSilent(millis(0))).toBe(false)
      if (second % 10 === 0) watchdog.received(millis(0))
    }
  })
})

test('a clock that goes on without the feed tells to the millisecond', () => {
  const watchdog = new FeedWatchdog(millis(1_000), 1)
  expect(watchdog.isSilent(millis(11_000))).toBe(false)
  expect(watchdog.isSilent(millis(11_001))).toBe(true)
  watchdog.received(millis(11_001))
  expect(watchdog.isSilent(millis(21_001))).toBe(false)
})
