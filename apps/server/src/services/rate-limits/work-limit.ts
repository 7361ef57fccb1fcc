/**
 * Ceilings for work that costs the server much (receipts and statements) or holds a connection to the store (changes).
 * A customer has few under way at once, so one customer never takes the turns of the others, and all customers together
 * have few, so that orders never wait for them. A request beyond a ceiling waits in the customer's own queue; past its
 * end it is refused.
 */
import { TurnRefused } from './fair-reads.ts'

export type WorkCeilings = {
  /** Worked on at once, of one customer and of all. */
  readonly perCustomer: number
  readonly overall: number
  /** Waiting, of one customer and of all. */
  readonly waitingPerCustomer: number
  readonly waiting: number
}

/** `Caller`: the number of a customer, or the name of a session. */
export type WorkLimit<Caller = number> = {
  /** Calls `work` in its turn and returns its result. Throws TurnRefused without calling it. */
  run<T>(user: Caller, work: () => Promise<T>): Promise<T>
}

type Customer = { running: number; readonly queue: (() => void)[] }

export function workLimit<Caller = number>(ceilings: WorkCeilings): WorkLimit<Caller> {
  /** Customers in the order of their turns: one whose work ended goes to the end. */
  const customers = new Map<Caller, Customer>()
  let running = 0
  let waiting = 0

  function begin(user: Caller, customer: Customer): void {
    running += 1
    customer.running += 1
    if (!customers.has(user)) customers.set(user, customer)
  }

  function beginNext(): void {
    if (running >= ceilings.overall) return
    for (const [user, customer] of customers) {
      if (customer.running >= ceilings.perCustomer) continue
      const next = customer.queue.shift()
      if (next === undefined) continue
      waiting -= 1
      begin(user, customer)
      next()
      return
    }
  }

  function end(user: Caller, customer: Customer): void {
    running -= 1
    customer.running -= 1
    customers.delete(user)
    if (customer.running > 0 || customer.queue.length > 0) customers.set(user, customer)
    beginNext()
  }

  return {
    run: async (user, work) => {
      const customer = customers.get(user) ?? { running: 0, queue: [] }
      if (running < ceilings.overall && customer.running < ceilings.perCustomer) begin(user, customer)
      else {
        // One request of each customer may always wait: many customers together fill the room for no other.
        const isRoomFull = waiting >= ceilings.waiting && customer.queue.length > 0
        const isFull = customer.queue.length >= ceilings.waitingPerCustomer || isRoomFull
        if (isFull) throw new TurnRefused('as many requests wait for their turn as may')
        if (!customers.has(user)) customers.set(user, customer)
        waiting += 1
        await new Promise<void>((start) => customer.queue.push(start))
      }
      try {
        return await work()
      } finally {
        end(user, customer)
      }
    },
  }
}
