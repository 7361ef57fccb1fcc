/**
 * Ceilings for work that costs the server much (receipts and statements) or holds a connection to the store (changes).
 * A caller has few under way at once, so one caller never takes the turns of the others, and all callers together have
 * few, so that orders never wait for them. A request beyond a ceiling waits in the caller's own queue; past its end it
 * is refused.
 */
import { TurnRefused } from './fair-reads.ts'

export type WorkCeilings = {
  /** Worked on at once, of one caller and of all. */
  readonly perCaller: number
  readonly overall: number
  /** Waiting, of one caller and of all. */
  readonly waitingPerCaller: number
  readonly waiting: number
}

/** `Caller`: the number of a customer, or the name of a session. */
export type WorkLimit<Caller = number> = {
  /**
   * Calls `work` in its turn and returns its result. `hasWaited`: it was not called at once. Throws TurnRefused without
   * calling it.
   */
  run<T>(caller: Caller, work: (hasWaited: boolean) => Promise<T>): Promise<T>
}

/** The requests of one caller. */
type Own = { running: number; readonly queue: (() => void)[] }

export function workLimit<Caller = number>(ceilings: WorkCeilings): WorkLimit<Caller> {
  /** In the order of their turns: a caller whose work ended goes to the end. */
  const callers = new Map<Caller, Own>()
  let running = 0
  let waiting = 0

  function begin(caller: Caller, own: Own): void {
    running += 1
    own.running += 1
    if (!callers.has(caller)) callers.set(caller, own)
  }

  function beginNext(): void {
    if (running >= ceilings.overall) return
    for (const [caller, own] of callers) {
      if (own.running >= ceilings.perCaller) continue
      const next = own.queue.shift()
      if (next === undefined) continue
      waiting -= 1
      begin(caller, own)
      next()
      return
    }
  }

  function end(caller: Caller, own: Own): void {
    running -= 1
    own.running -= 1
    callers.delete(caller)
    if (own.running > 0 || own.queue.length > 0) callers.set(caller, own)
    beginNext()
  }

  return {
    run: async (caller, work) => {
      const own = callers.get(caller) ?? { running: 0, queue: [] }
      const waits = running >= ceilings.overall || own.running >= ceilings.perCaller
      if (!waits) begin(caller, own)
      else {
        // One request of each caller may always wait: many callers together fill the room for no other.
        const isRoomFull = waiting >= ceilings.waiting && own.queue.length > 0
        const isFull = own.queue.length >= ceilings.waitingPerCaller || isRoomFull
        if (isFull) throw new TurnRefused('as many requests wait for their turn as may')
        if (!callers.has(caller)) callers.set(caller, own)
        waiting += 1
        await new Promise<void>((start) => own.queue.push(start))
      }
      try {
        return await work(waits)
      } finally {
        end(caller, own)
      }
    },
  }
}
