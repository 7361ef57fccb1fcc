/** The wall clock against the monotonic one: what is believed, what halts the market, and what ends a halt. */
import { millis } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import { CheckedClock, DIFFERENCE_MAX, SETTLED_AFTER } from './clock.ts'

/** A Wednesday, 10:00 in New York: seven hours before the night. */
const START = Date.UTC(2026, 2, 4, 15)
const HOUR = 3_600_000

/** A machine whose clocks are moved by hand; both run by `pass`, only the wall clock by `set`. */
function runtime() {
  let wall = START
  let steady = 1_000
  const clock = new CheckedClock({ wallClock: () => millis(wall), monotonicClock: () => steady })
  return {
    clock,
    set: (by: number) => {
      wall += by
    },
    /** Real time, with a reading every tenth of a second; what the last one said. */
    pass: (duration: number) => {
      let read: number | undefined
      for (let passed = 0; passed < duration; passed += 100) {
        wall += 100
        steady += 100
        read = clock.read(millis(START))
      }
      return read
    },
  }
}

describe('a clock', () => {
  test('that runs evenly is believed', () => {
    const { clock, pass } = runtime()
    expect(pass(10_000)).toBe(START + 10_000)
    expect(clock.difference).toBeUndefined()
  })

  test('that differs by two seconds is believed, by more it is not, either way', () => {
    for (const sign of [1, -1]) {
      const near = runtime()
      near.set(sign * DIFFERENCE_MAX)
      expect(near.clock.read(millis(START))).toBe(START + sign * DIFFERENCE_MAX)
      const far = runtime()
      far.set(sign * (DIFFERENCE_MAX + 1))
      expect(far.clock.read(millis(START))).toBeUndefined()
      expect(far.clock.difference).toBe(sign * (DIFFERENCE_MAX + 1))
    }
  })

  test('that a time server moves slowly is followed; small steps that add up are not', () => {
    const slewed = runtime()
    for (let second = 0; second < 3_600; second += 2) {
      slewed.set(1)
      expect(slewed.pass(2_000)).toBeDefined()
    }
    const stepped = runtime()
    for (let step = 0; step < 3; step++) {
      stepped.set(1_500)
      stepped.pass(1_000)
    }
    expect(stepped.clock.difference).toBeGreaterThan(DIFFERENCE_MAX)
  })

  test('three days ahead for six seconds is never believed, and its return is at once', () => {
    const { clock, set, pass } = runtime()
    set(72 * HOUR)
    expect(pass(6_000)).toBeUndefined()
    set(-72 * HOUR)
    expect(pass(100)).toBe(START + 6_100)
    expect(clock.difference).toBeUndefined()
  })

  test('that stays an hour ahead is believed after a minute of even running: the machine was suspended', () => {
    const { set, pass } = runtime()
    set(HOUR)
    expect(pass(SETTLED_AFTER - 100)).toBeUndefined()
    expect(pass(200)).toBe(START + HOUR + SETTLED_AFTER + 100)
  })

  test('that jumps again meanwhile begins its minute anew', () => {
    const { set, pass } = runtime()
    set(HOUR)
    pass(SETTLED_AFTER - 1_000)
    set(HOUR)
    expect(pass(SETTLED_AFTER - 1_000)).toBeUndefined()
  })

  test('that leaps over a night is not believed by itself, however long it stays', () => {
    const { set, pass } = runtime()
    set(8 * HOUR)
    expect(pass(20 * SETTLED_AFTER)).toBeUndefined()
  })

  test('that is set back by an hour and stays is believed after a minute', () => {
    const { set, pass } = runtime()
    set(-HOUR)
    expect(pass(SETTLED_AFTER - 100)).toBeUndefined()
    expect(pass(200)).toBe(START - HOUR + SETTLED_AFTER + 100)
  })
})
