/** The lanes of a store that answers whenever it can, with few connections. */
import type { LaneLimits, Lanes } from '../../../apps/server/src/store/interface.ts'
import { LANES } from '../../../apps/server/src/store/lanes.ts'

/** Longer than a test may take. */
export const NEVER_MS = 600_000
const patient = (limits: LaneLimits, connections = limits.connections): LaneLimits => ({
  ...limits,
  connections,
  waitMs: NEVER_MS,
  statementMs: NEVER_MS,
  lockMs: NEVER_MS,
  idleInTransactionMs: NEVER_MS,
  answerMs: NEVER_MS,
})
/**
 * The lanes without deadlines: fifty requests at once on a busy machine are only slow there, as on the embedded store.
 * Tests of the deadlines have the real ones.
 *
 * A new connection costs PostgreSQL 20 ms of processor time, and each reads the tables' descriptions anew: half of what
 * a server's opening costs there. Transactions keep all of theirs, because tests let them race.
 */
export const PATIENT: Lanes = {
  commit: patient(LANES.commit),
  background: patient(LANES.background, 1),
  reads: patient(LANES.reads, 2),
  transactions: patient(LANES.transactions),
}
