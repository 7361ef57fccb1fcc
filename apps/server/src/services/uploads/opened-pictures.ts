/**
 * Pictures that have opened with their owner and fingerprints, in memory. To open one takes long, and a request that is
 * refused afterwards may be repeated with it any number of times.
 */

/** The one that opened first is forgotten first. */
const OPENED_MAX = 10_000

export class OpenedPictures {
  readonly #opened = new Set<string>()

  /** `context`: the row of its encryption context. */
  has(context: string): boolean {
    return this.#opened.has(context)
  }

  add(context: string): void {
    this.#opened.add(context)
    const [first] = this.#opened
    if (this.#opened.size > OPENED_MAX && first !== undefined) this.#opened.delete(first)
  }
}
