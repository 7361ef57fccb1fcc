/** The services that move money, over a store and a core that stop for ever after a chosen durable step. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { must } from '@veritick/domain'
import { separateJobs } from '@veritick/testing/test-jobs'
import { type Invites, openInvites } from '../../apps/server/src/features/invites/index.ts'
import type { AppContext } from '../../apps/server/src/start/app-context.ts'
import { type Money, openMoney } from '../../apps/server/src/start/open-money.ts'

type Run = { left: number; readonly stop: () => void }

const runs = new AsyncLocalStorage<Run>()

/** Every service that moves money. */
export type MoneyPaths = Pick<Money, 'deposits' | 'withdrawals' | 'corrections'> & { readonly invites: Invites }

export type MoneyWithSteps = {
  /** Runs until the work has ended, or has stopped after `steps` durable steps. Returns the number of steps made. */
  run(steps: number, work: (money: MoneyPaths) => Promise<unknown>): Promise<number>
}

/** Opens the services over the store and core of the context; `run` of the result stops them. */
export async function openSteppedMoney(context: AppContext): Promise<MoneyWithSteps> {
  const parts: AppContext = {
    ...context,
    jobs: separateJobs(),
    store: { ...context.store, transaction: async (work) => step(await context.store.transaction(work)) },
    core: { ...context.core, submit: async (call) => step(await context.core.submit(call)) },
  }
  const money = { ...(await openMoney(parts)), invites: await openInvites(parts) }
  return {
    run: async (steps, work) => {
      let mine: Run | undefined
      await new Promise<unknown>((resolve, reject) => {
        mine = { left: steps, stop: () => resolve('stopped') }
        runs.run(mine, () => work(money)).then(resolve, reject)
      })
      return steps - must(mine, 'it has run').left
    },
  }
}

/** After a durable step; also for a call that the customer makes at the server's own port. */
export function step<Result>(result: Result): Promise<Result> {
  const run = runs.getStore()
  if (run === undefined) return Promise.resolve(result)
  run.left -= 1
  if (run.left > 0) return Promise.resolve(result)
  run.stop()
  return new Promise(() => {})
}
