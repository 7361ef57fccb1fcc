/**
 * Rate limits. `LIMITS` names every limit; what applies them:
 *
 * - `allowanceOf`: changes of one customer, staff member or order, by two buckets of tokens; too many are refused
 * - `readTurnsOf`: reads of one customer, by a bucket and a queue; a read waits for its turn, then is refused
 * - `networkTurnsOf`: requests of one network that are worked on at once, for each kind of work; its customers take
 *   turns. All networks together have a ceiling too, and take turns
 * - `workLimit`: costly answers and changes in the store, by numbers of running and waiting ones; customers take turns
 * - `attemptsOf`: wrong guesses, by windows; an attempt counts before it is checked and is given back when it was right
 * - `ceilingOf`: one kind of event by key, by windows; `networkCeilingOf`: by network
 * - `NetworkHolds`: open things by network, such as connections
 *
 * Limits of codes are counted in the store (services/codes), limits of calls by network in http/. `networkScopes` gives
 * the wider networks of IPv6 that are counted too.
 */
export { type Allowance, allowanceOf } from './allowance.ts'
export { type Attempt, type Attempts, attemptsOf, checkCounted, signedIn, signInAttempts } from './attempts.ts'
export { type Ceiling, ceilingOf, networkCeilingOf } from './ceiling.ts'
export { type Looked, type ReadTurns, readTurnsOf, TurnRefused } from './fair-reads.ts'
export { callsPerMinute, LIMITS } from './limits.ts'
export { NetworkHolds } from './network-holds.ts'
export { type NetworkScope, networkScopes } from './network-scopes.ts'
export { type NetworkTurns, networkTurnsOf } from './network-turns.ts'
export { Tally } from './tally.ts'
export { WindowCounters } from './window-counters.ts'
export { type WorkLimit, workLimit } from './work-limit.ts'
