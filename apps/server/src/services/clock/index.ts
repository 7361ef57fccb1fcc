/** The wall clock, the random source and lengths of time. */
export { type Runtime, randomBelow, randomId, realRuntime } from './clock.ts'
export { DAY_MS, HOUR_MS, isoOf, MINUTE_MS, SECOND_MS } from './times.ts'
