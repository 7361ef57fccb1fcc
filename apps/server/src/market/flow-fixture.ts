/**
 * A feed for tests and benches that hand the rows to the flow of the market themselves. It has a clock and says
 * nothing.
 */
import type { Millis } from '@veritick/domain'
import { type Feed, GUARD_MIN } from './feed.ts'

export function clockOnly(clock: () => Millis, more: Partial<Feed> = {}): Feed {
  return {
    name: 'rows',
    simulated: true,
    history: undefined,
    speed: 0,
    covers: () => true,
    clock,
    clockFault: () => undefined,
    spacing: () => 0,
    guardMin: () => GUARD_MIN,
    ordinaryPrice: () => undefined,
    open: async () => {},
    run: () => {},
    stop: async () => {},
    ...more,
  }
}
