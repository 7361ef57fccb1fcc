/**
 * Steps that wait for the store, in turns of their customers: hundreds of alerts of some customers at one price do not
 * delay the alert of another customer. Steps of one customer keep their order.
 */
import type { UserId } from '@veritick/domain'
import type { Step } from './watch.ts'

/** Customers of one transaction. */
export const CUSTOMERS_PER_TURN = 10
/** Steps of one customer in one transaction. */
export const STEPS_PER_CUSTOMER = 10

export class StepTurns {
  /** Steps that wait, by customer. The first customer is served next. */
  readonly #waiting = new Map<UserId, Step[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(steps: readonly Step[]): void {
    for (const step of steps) {
      const own = this.#waiting.get(step.alert.user)
      if (own === undefined) this.#waiting.set(step.alert.user, [step])
      else own.push(step)
    }
    this.#size += steps.length
  }

  /** The next turn, at most one step an alert. The steps wait until `done` is called with them. */
  next(): readonly Step[] {
    const turn: Step[] = []
    let customers = 0
    for (const own of this.#waiting.values()) {
      if (customers === CUSTOMERS_PER_TURN) break
      customers += 1
      const alerts = new Set<number>()
      for (const step of own.slice(0, STEPS_PER_CUSTOMER)) {
        if (alerts.has(step.alert.alert)) break
        alerts.add(step.alert.alert)
        turn.push(step)
      }
    }
    return turn
  }

  /** The steps of `next` are stored; customers with further steps go behind the others. */
  done(turn: readonly Step[]): void {
    const counts = new Map<UserId, number>()
    for (const { alert } of turn) counts.set(alert.user, (counts.get(alert.user) ?? 0) + 1)
    for (const [user, count] of counts) {
      const left = (this.#waiting.get(user) ?? []).slice(count)
      this.#waiting.delete(user)
      if (left.length > 0) this.#waiting.set(user, left)
    }
    this.#size -= turn.length
  }
}
