/** The server with a money path that stops for ever after one of its durable steps. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { must } from '@veritick/domain'
import type { AppContext } from '../../apps/server/src/start/app-context.ts'
import { type Money, openMoney } from '../../apps/server/src/start/open-money.ts'

type Walk = { left: number; readonly stop: () => void }

const walks = new AsyncLocalStorage<Walk>()

export type Mortal = {
  /** Until it has ended or stands still after `dies` steps; how many steps it has made. */
  go(dies: number, walk: (money: Money) => Promise<unknown>): Promise<number>
}

export async function dying(context: AppContext): Promise<Mortal> {
  const money = await openMoney({
    ...context,
    store: { ...context.store, transaction: async (work) => step(await context.store.transaction(work)) },
    core: { ...context.core, submit: async (call) => step(await context.core.submit(call)) },
  })
  return {
    go: async (dies, walk) => {
      let mine: Walk | undefined
      await new Promise<unknown>((resolve, reject) => {
        mine = { left: dies, stop: () => resolve('stands still') }
        walks.run(mine, () => walk(money)).then(resolve, reject)
      })
      return dies - must(mine, 'it went').left
    },
  }
}

/** After a durable step; also for a call that the customer makes at the server's own port. */
export function step<Result>(result: Result): Promise<Result> {
  const walk = walks.getStore()
  if (walk === undefined) return Promise.resolve(result)
  walk.left -= 1
  if (walk.left > 0) return Promise.resolve(result)
  walk.stop()
  return new Promise(() => {})
}
