/** The house with a money of its own, in which whoever goes a way stands still for ever after one of its durable steps. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { must } from '@veritick/domain'
import { type Money, openMoney } from '../../apps/server/src/features/money/money.ts'
import type { House } from '../../apps/server/src/house.ts'

type Walk = { left: number; readonly stop: () => void }

const walks = new AsyncLocalStorage<Walk>()

export type Mortal = {
  /** Until it has ended or stands still after `dies` steps; how many steps it has made. */
  go(dies: number, walk: (money: Money) => Promise<unknown>): Promise<number>
}

export async function dying(house: House): Promise<Mortal> {
  const money = await openMoney({
    ...house,
    store: { ...house.store, transaction: async (work) => step(await house.store.transaction(work)) },
    core: { ...house.core, submit: async (call) => step(await house.core.submit(call)) },
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

/** After a durable step; also for what somebody asks at the server's own door. */
export function step<Result>(result: Result): Promise<Result> {
  const walk = walks.getStore()
  if (walk === undefined) return Promise.resolve(result)
  walk.left -= 1
  if (walk.left > 0) return Promise.resolve(result)
  walk.stop()
  return new Promise(() => {})
}
