/**
 * Finds code that asks the core inside a transaction of the store. An answer of the core waits for commits, and on the
 * embedded store no commit is carried out while a transaction is open, so the two would wait for each other for ever.
 * On PostgreSQL the transaction would hold its locks and its connection for a commit longer. Tests switch it on: Node
 * must then follow every promise, which slows each request.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Core } from '../core/index.ts'
import type { Lane, Store } from '../store/index.ts'

/** `isOpen`: work that the transaction began and did not wait for may outlive it. */
type Open = { isOpen: boolean }

export type WatchedTransactions = {
  /** Its transactions are known to the core that is watched. */
  watchStore(store: Store): Store
  /** Throws where it is asked inside such a transaction. */
  watchCore(core: Core): Core
}

/** `told`: gets each fault, because the caller may catch it. */
export function watchTransactions(told: (fault: Error) => void): WatchedTransactions {
  const current = new AsyncLocalStorage<Open>()

  const watchLane = <Watched extends Lane>(lane: Watched): Watched => ({
    ...lane,
    transaction: (work) =>
      lane.transaction(async (tx) => {
        const open: Open = { isOpen: true }
        try {
          return await current.run(open, () => work(tx))
        } finally {
          open.isOpen = false
        }
      }),
  })

  const outside = <Arguments extends readonly unknown[], Result>(
    call: string,
    asks: (...given: Arguments) => Promise<Result>,
  ) => {
    return (...given: Arguments): Promise<Result> => {
      if (current.getStore()?.isOpen !== true) return asks(...given)
      const fault = new Error(`core.${call} was called inside a transaction: ask before it and pass the answer in`)
      told(fault)
      return Promise.reject(fault)
    }
  }

  return {
    watchStore: (store) => ({ ...watchLane(store), background: watchLane(store.background) }),
    watchCore: (core) => ({
      ...core,
      submit: outside('submit', core.submit),
      standing: outside('standing', core.standing),
      query: outside('query', core.query) as Core['query'],
      projected: outside('projected', core.projected),
      receipt: outside('receipt', core.receipt),
      consistency: outside('consistency', core.consistency),
    }),
  }
}
