/**
 * Files that every visitor may read, in memory as they are sent: to read one anew takes the thread that answers orders
 * much longer than to send it. A file is named by what never changes, so its name is its ETag too. The memory
 * has a ceiling, and so has the rate of reading: visitors who ask for more files than it holds wait for each other.
 */

/** A file of a company has at most 3 MB, a picture of an article 2 MB. */
const KEPT_BYTES_MAX = 64 * 1024 ** 2
/** A first view waits for the files that were read before it: half a second for a picture of 2 MB. */
const READ_BYTES_PER_SECOND = 4 * 1024 ** 2

type Options = {
  readonly bytesMax?: number
  /** Milliseconds; only grows. */
  readonly now?: () => number
}

export class PublicFiles<Kept extends { readonly bytes: Buffer }> {
  readonly #bytesMax: number
  readonly #now: () => number
  /** The one that was asked for least recently comes first. */
  readonly #kept = new Map<string, Kept>()
  #bytes = 0
  #freeAt = 0

  constructor({ bytesMax = KEPT_BYTES_MAX, now = () => performance.now() }: Options = {}) {
    this.#bytesMax = bytesMax
    this.#now = now
  }

  find(name: string): Kept | undefined {
    const kept = this.#kept.get(name)
    if (kept === undefined) return undefined
    this.#kept.delete(name)
    this.#kept.set(name, kept)
    return kept
  }

  /** Resolves once the files that were read before have had their time. */
  async untilFree(): Promise<void> {
    for (let rest = this.#freeAt - this.#now(); rest > 0; rest = this.#freeAt - this.#now()) {
      await new Promise((resolve) => setTimeout(resolve, Math.ceil(rest)))
    }
  }

  /** Keeps a file that was just read. */
  add(name: string, file: Kept): void {
    this.forget(name)
    this.#kept.set(name, file)
    this.#bytes += file.bytes.length
    this.#freeAt = this.#now() + (file.bytes.length / READ_BYTES_PER_SECOND) * 1_000
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#bytesMax) break
      this.forget(oldest)
    }
  }

  /** Keeps other facts about a file, unless it has given way meanwhile. */
  renew(name: string, file: Kept): void {
    if (this.#kept.has(name)) this.#kept.set(name, file)
  }

  forget(name: string): void {
    this.#bytes -= this.#kept.get(name)?.bytes.length ?? 0
    this.#kept.delete(name)
  }
}
