/**
 * Alerts that wait until a value comes to their level, such as the bid or the time, in the order in which it reaches
 * them. A binary heap whose items know their place in it: adding, taking and removing one moves as many items as the
 * heap has layers, also where thousands wait at one level. A value that reaches none costs one comparison. Pure.
 */
import { must } from '@veritick/domain'

type Waiting = {
  readonly alert: number
  readonly level: number
  /** Where the item stands in its queue. Only the queue writes it. */
  place: number
}

export class LevelQueue<Item extends Waiting> {
  readonly #sign: 1 | -1
  /** The item at `n` is reached no later than those at `2n + 1` and `2n + 2`. */
  readonly #items: Item[] = []

  /** `rising`: a level is reached by a value of it or more; `falling`: of it or less. */
  constructor(direction: 'rising' | 'falling') {
    this.#sign = direction === 'rising' ? 1 : -1
  }

  get size(): number {
    return this.#items.length
  }

  /** An alert is in the queue at most once. */
  add(item: Item): void {
    this.#rise(item, this.#items.length)
  }

  /** False: it does not wait here. */
  remove(item: Item): boolean {
    const { place } = item
    if (this.#items[place] !== item) return false
    const last = must(this.#items.pop(), 'the queue has the item')
    if (last === item) return true
    if (this.#sink(last, place) === place) this.#rise(last, place)
    return true
  }

  /** Whether `take` would give an alert. */
  isReached(value: number): boolean {
    const [nearest] = this.#items
    return nearest !== undefined && (value - nearest.level) * this.#sign >= 0
  }

  /** Takes the next alert that this value reaches. */
  take(value: number): Item | undefined {
    if (!this.isReached(value)) return undefined
    const [nearest] = this.#items
    const last = this.#items.pop()
    if (last !== undefined && last !== nearest) this.#sink(last, 0)
    return nearest
  }

  /** Puts the item at `start` or nearer to the top; those that it passes move one layer down. */
  #rise(item: Item, start: number): void {
    let place = start
    while (place > 0) {
      const above = (place - 1) >> 1
      const other = this.#at(above)
      if (this.#order(other, item) <= 0) break
      this.#put(other, place)
      place = above
    }
    this.#put(item, place)
  }

  /** Puts the item at `start` or farther from the top. Returns its place. */
  #sink(item: Item, start: number): number {
    let place = start
    for (;;) {
      let below = place * 2 + 1
      if (below >= this.size) break
      if (below + 1 < this.size && this.#order(this.#at(below + 1), this.#at(below)) < 0) below += 1
      const other = this.#at(below)
      if (this.#order(other, item) >= 0) break
      this.#put(other, place)
      place = below
    }
    this.#put(item, place)
    return place
  }

  #put(item: Item, place: number): void {
    this.#items[place] = item
    item.place = place
  }

  #at(place: number): Item {
    return must(this.#items[place], 'the place is inside the queue')
  }

  /** Nearer ones first; of one level the older ones. */
  #order(one: Waiting, other: Waiting): number {
    return (one.level - other.level) * this.#sign || one.alert - other.alert
  }
}
