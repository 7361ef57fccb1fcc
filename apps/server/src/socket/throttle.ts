/**
 * At most one push for each thing in a stretch of time: the first at once, the newest of what follows when its time has
 * come.
 */
export class Throttle<Thing> {
  readonly #every: number
  readonly #last = new Map<Thing, number>()
  readonly #due = new Set<Thing>()

  /** `every` in the unit of the clock whose times `mark` and `take` get. */
  constructor(every: number) {
    this.#every = every
  }

  /** Something new: calls `push` now, or lets `take` give the thing later. */
  mark(thing: Thing, now: number, push: (thing: Thing) => void): void {
    if (!this.#ripe(thing, now)) {
      this.#due.add(thing)
      return
    }
    this.#pushed(thing, now)
    push(thing)
  }

  /** The newest of the thing is being pushed: nothing of it waits any more. */
  settle(thing: Thing): void {
    this.#due.delete(thing)
  }

  /** The waiting things that may be pushed now. */
  take(now: number): Thing[] {
    const ripe = [...this.#due].filter((thing) => this.#ripe(thing, now))
    for (const thing of ripe) this.#pushed(thing, now)
    return ripe
  }

  #ripe(thing: Thing, now: number): boolean {
    const last = this.#last.get(thing)
    return last === undefined || now - last >= this.#every
  }

  #pushed(thing: Thing, now: number): void {
    this.#due.delete(thing)
    this.#last.set(thing, now)
  }
}
