/**
 * Alerts of one instrument that wait for the bid to move in one direction, in the order in which it reaches them. A
 * quote that reaches none costs one comparison. Pure.
 */

type Waiting = { readonly alert: number; readonly level: number }

export class LevelQueue<Item extends Waiting> {
  readonly #sign: 1 | -1
  /** The nearest one last, so that taking it moves no other. */
  readonly #items: Item[] = []

  /** `rising`: a level is reached by a bid of it or more; `falling`: of it or less. */
  constructor(direction: 'rising' | 'falling') {
    this.#sign = direction === 'rising' ? 1 : -1
  }

  get size(): number {
    return this.#items.length
  }

  /** An alert is in the queue at most once. */
  add(item: Item): void {
    this.#items.splice(this.#indexOf(item), 0, item)
  }

  /** False: it does not wait here. */
  remove(item: Item): boolean {
    const index = this.#indexOf(item)
    if (this.#items[index]?.alert !== item.alert) return false
    this.#items.splice(index, 1)
    return true
  }

  /** Takes the next alert that this bid reaches. */
  take(bid: number): Item | undefined {
    const nearest = this.#items[this.#items.length - 1]
    if (nearest === undefined || (bid - nearest.level) * this.#sign < 0) return undefined
    return this.#items.pop()
  }

  #indexOf(item: Waiting): number {
    let [from, to] = [0, this.#items.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      const other = this.#items[middle]
      if (other !== undefined && this.#order(other, item) < 0) from = middle + 1
      else to = middle
    }
    return from
  }

  /** Farther ones first; of one level the newer ones, so that the oldest fires first. */
  #order(one: Waiting, other: Waiting): number {
    return (other.level - one.level) * this.#sign || other.alert - one.alert
  }
}
