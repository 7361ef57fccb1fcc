/** The wall clock, the random source and lengths of time. */
export { type Runtime, randomBelow, randomId, realRuntime, runtimeOf } from './clock.ts'
export { GuardedTime } from './guarded-time.ts'
export { inTime, WorkLate } from './in-time.ts'
export { DAY_MS, HOUR_MS, isoOf, MINUTE_MS, SECOND_MS } from './times.ts'
