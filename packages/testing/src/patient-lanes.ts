/** The deadlines of a store that answers whenever it can. */
import type { LaneLimits, Lanes } from '../../../apps/server/src/store/interface.ts'
import { LANES } from '../../../apps/server/src/store/lanes.ts'

/** Longer than a test may take. */
export const NEVER_MS = 600_000
const patient = (limits: LaneLimits): LaneLimits => ({
  ...limits,
  waitMs: NEVER_MS,
  statementMs: NEVER_MS,
  lockMs: NEVER_MS,
  idleInTransactionMs: NEVER_MS,
  answerMs: NEVER_MS,
})
/**
 * The lanes without deadlines: fifty requests at once on a busy machine are only slow there, as on the embedded store.
 * Tests of the deadlines, and those that run on both stores, have the real ones.
 */
export const PATIENT: Lanes = {
  commit: patient(LANES.commit),
  background: patient(LANES.background),
  reads: patient(LANES.reads),
  transactions: patient(LANES.transactions),
}
