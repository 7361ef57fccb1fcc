/** Rate limits: by network, by customer, by guesses, and fair turns for expensive reads. */
export { type Allowance, allowanceOf } from './allowance.ts'
export { type Attempts, attemptsOf, signInAttempts } from './attempts.ts'
export { ceilingOf } from './ceiling.ts'
export { ReadsBusy, type ReadTurns, readTurnsOf } from './fair-reads.ts'
export { type WorkLimit, workLimit } from './work-limit.ts'
