/** Whether the process is well, for load balancers on the app's port. Figures for the operator are in metrics/. */
import type { FastifyInstance } from 'fastify'
import type { JournalCheck } from '../core/index.ts'
import { LIMITS } from '../services/rate-limits/index.ts'
import { HEALTH_PATH } from './base.ts'
import type { Context } from './context.ts'

type Parts = Pick<Context, 'core' | 'market' | 'store' | 'disk'>

/**
 * 200 while orders can be taken; otherwise 503: `clock_halted` while the market clock is not believed, and a reason
 * while the store is what refuses them. Says nothing that a stranger may not know.
 */
export function registerHealth(app: FastifyInstance, context: Parts): void {
  const config = { rateLimit: { max: LIMITS.network.health, timeWindow: '1 minute' } }
  app.get(HEALTH_PATH, { config }, (_request, reply) => {
    const { state: core, commitTrouble } = context.core.stats()
    const state = core === 'running' && context.market.stats().clockFault !== undefined ? 'clock_halted' : core
    return reply
      .header('cache-control', 'no-store')
      .code(state === 'running' && commitTrouble === undefined ? 200 : 503)
      .send({
        status: state,
        ...(commitTrouble === undefined ? {} : { reason: commitTrouble.reason }),
        journal_check: checkOf(context.core.journalCheck()),
      })
  })
}

const ALL = 100

/** In per cent, because the number of batches is internal. The log and the office name the damage. */
function checkOf({ state, checked, total }: JournalCheck): {
  readonly state: JournalCheck['state']
  readonly percent: number
} {
  return { state, percent: total === 0 ? ALL : Math.floor((checked * ALL) / total) }
}
