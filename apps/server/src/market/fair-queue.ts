/**
 * A fair queue for pages of candles. One page is worked on at a time, so orders never wait for charts. The askers
 * (networks) take turns in a ring. A turn of computing ends after a number of candles, not pages: an asker of a
 * thousand long pages delays only itself. Each asker has a bounded line; when all lines together are full, the longest
 * line loses its last page.
 */

/** Candles of one turn, about 60 ms of a core: a small chart in one, the longest page in fifteen. */
export const CANDLES_PER_TURN = 100
/** Requests that wait: of one network, and of all networks together. */
export type Lines = { readonly perAsker: number; readonly overall: number }
/** Of pages to compute: the home screens of two customers behind one address, with no candles computed yet. */
export const LINES_OF_COMPUTED: Lines = { perAsker: 160, overall: 400 }
/** Of pages to make: the home screens of 25 customers behind one address; a page takes some milliseconds. */
export const LINES_OF_MADE: Lines = { perAsker: 2_000, overall: 10_000 }

/** Thrown when too many pages wait: asking again later helps. */
export class HistoryBusy extends Error {}

type Waiting = { readonly begin: () => void; readonly refuse: (error: HistoryBusy) => void }

export class Turns {
  readonly #max: Lines
  /** The asker of the page that is worked on. */
  #current: string | undefined
  /** The ring: the first asker has the next turn. No line is empty. */
  readonly #lines = new Map<string, Waiting[]>()

  constructor(max: Lines) {
    this.#max = max
  }

  /** Resolves when a page of this asker may be worked on; `end` must follow. Throws HistoryBusy. */
  async begin(asker: string): Promise<void> {
    if (this.#current === undefined) {
      this.#current = asker
      return
    }
    const own = this.#lines.get(asker)?.length ?? 0
    if (own >= this.#max.perAsker || !this.#hasRoomFor(own)) throw tooMany()
    await new Promise<void>((begin, refuse) => this.#lineOf(asker).push({ begin, refuse }))
  }

  /** The turn of the page in work is over: others go first, and it goes on when the ring has come around. */
  async pause(): Promise<void> {
    const asker = this.#current
    const others = this.#lines.size - (asker !== undefined && this.#lines.has(asker) ? 1 : 0)
    if (asker === undefined || others === 0) return
    // A started page is completed before the asker's next one, and it is not evicted.
    await new Promise<void>((begin, refuse) => {
      this.#lineOf(asker).unshift({ begin, refuse })
      this.#next(asker)
    })
  }

  /** The page is done, or will not be. */
  end(): void {
    this.#next(this.#current)
  }

  /** An asker that had a turn goes behind all others, including those that came during the turn. */
  #next(had: string | undefined): void {
    const line = had === undefined ? undefined : this.#lines.get(had)
    if (had !== undefined && line !== undefined) {
      this.#lines.delete(had)
      this.#lines.set(had, line)
    }
    const [first] = this.#lines
    this.#current = first?.[0]
    if (first === undefined) return
    const [asker, waiting] = first
    const page = waiting.shift()
    if (waiting.length === 0) this.#lines.delete(asker)
    page?.begin()
  }

  /**
   * For one more page of an asker who has `own` in line; the newest page of the longest line goes where it is longer
   * than that.
   */
  #hasRoomFor(own: number): boolean {
    const lines = [...this.#lines.values()]
    if (lines.reduce((sum, line) => sum + line.length, 0) < this.#max.overall) return true
    const longest = lines.reduce((most, line) => (line.length > most.length ? line : most))
    if (longest.length <= own + 1) return false
    longest.pop()?.refuse(tooMany())
    return true
  }

  #lineOf(asker: string): Waiting[] {
    const line = this.#lines.get(asker) ?? []
    this.#lines.set(asker, line)
    return line
  }
}

const tooMany = () => new HistoryBusy('too many pages of candles wait')
