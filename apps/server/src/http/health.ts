/** Whether the process is well, for load balancers on the app's port. Figures for the operator are in metrics/. */
import type { FastifyInstance } from 'fastify'
import type { JournalCheck } from '../core/journal-check.ts'
import type { House } from '../house.ts'
import { HEALTH_PATH } from './base.ts'

type Parts = Pick<House, 'core' | 'market'>

/** 200 while orders can be taken; `clock_halted` while the market clock is not believed. Says nothing that a stranger may not know. */
export function registerHealth(app: FastifyInstance, house: Parts): void {
  app.get(HEALTH_PATH, (_request, reply) => {
    const core = house.core.stats().state
    const state = core === 'running' && house.market.stats().clockFault !== undefined ? 'clock_halted' : core
    return reply
      .header('cache-control', 'no-store')
      .code(state === 'running' ? 200 : 503)
      .send({ status: state, journal_check: checkOf(house.core.journalCheck()) })
  })
}

const ALL = 100

/** In per cent: how many batches there are is the operator's business. What is damaged stands in the log and in the office. */
function checkOf({ state, checked, total }: JournalCheck): { readonly state: JournalCheck['state']; readonly percent: number } {
  return { state, percent: total === 0 ? ALL : Math.floor((checked * ALL) / total) }
}
