/**
 * Decisions that are not durable yet, in their order: units that collect, and before them the batches that they were
 * sealed into. The oldest batch is the one that is being committed. The others were sealed while it did not return, so
 * that they could be kept in the data folder (pending-batches.ts). A sealed batch never changes again: it is committed
 * as it was kept.
 */
import type { Millis } from '@veritick/domain'
import { type AnsweredRequest, type Event, EventBuffer } from '@veritick/engine'
import type { Logger } from 'pino'
import type { JournalWriter, SealedContent } from './journal-writer.ts'

/**
 * Events after which a batch is closed, so that one row stays below a few megabytes; its requests are at most
 * WAITING_MAX. The events of one command are never parted. A batch that ends with a snapshot is not cut: the state
 * holds everything that was decided.
 */
const BATCH_EVENTS_MAX = 10_000

/** One command or one query on its way into a batch. */
export type Unit = {
  readonly events: readonly Event[]
  /** When it was decided. A batch has that of its last unit: a start asks the feed for what came later. */
  readonly marketTime: Millis | undefined
  readonly request: AnsweredRequest | undefined
  /** Writes a batch even without events, so that it carries the tree. */
  readonly carriesTree?: true
  /** Delivers the answer; `undefined`: no caller waits for one. */
  readonly settle: (() => void) | undefined
  readonly fail: ((error: Error) => void) | undefined
}

/** `sealed`: missing where nothing was decided. */
export type SealedUnits = { readonly units: readonly Unit[]; readonly sealed: SealedContent | undefined }

type Options = {
  readonly writer: Pick<JournalWriter, 'allDurable' | 'isSnapshotDue' | 'keep' | 'keeps' | 'seal'>
  readonly wallClock: () => Millis
  /** The newest that was seen. */
  readonly marketTime: () => Millis | undefined
  readonly log: Logger
}

export class Undurable {
  readonly #options: Options
  #units: Unit[] = []
  #sealed: SealedUnits[] = []
  /** Units that are not being committed yet. */
  #count = 0
  /** The events of the units that are not sealed, in their order, as the engine wrote them. */
  readonly written = new EventBuffer()

  constructor(options: Options) {
    this.#options = options
  }

  /** How many units wait for the commit that runs. */
  get count(): number {
    return this.#count
  }

  add(unit: Unit): void {
    this.#units.push(unit)
    this.#count += 1
  }

  /** The next batch, which is committed now; the caller has one commit at a time and ends it with `done`. */
  next(): SealedUnits {
    const [sealed] = this.#sealed
    const next = sealed ?? this.#seal({ isAhead: false })
    if (sealed === undefined) this.#sealed.push(next)
    this.#count -= next.units.length
    return next
  }

  /** The batch is durable. False where everything was taken meanwhile (`end`): nothing is left to settle. */
  done(durable: SealedUnits): boolean {
    if (this.#sealed[0] !== durable) return false
    this.#sealed.shift()
    if (this.#sealed.length === 0) this.#options.writer.allDurable()
    return true
  }

  /** Seals what was decided while a batch is being committed, and keeps all of it for the next start. */
  keep(): void {
    const { writer } = this.#options
    if (!writer.keeps) return
    while (this.#units.some(({ events, request }) => events.length > 0 || request !== undefined))
      this.#sealed.push(this.#seal({ isAhead: true }))
    writer.keep(this.#sealed.flatMap(({ sealed }) => sealed ?? []))
  }

  /**
   * The write path ends: keeps what was decided and gives all units. `isTrusted`: false when the engine broke a
   * promise; only what was sealed before is kept then. Never throws.
   */
  end({ isTrusted }: { readonly isTrusted: boolean }): readonly Unit[] {
    const { writer, log } = this.#options
    try {
      if (isTrusted) this.keep()
      else writer.keep(this.#sealed.flatMap(({ sealed }) => sealed ?? []))
    } catch (error) {
      log.error({ err: error }, 'what was decided last could not be kept for the next start')
    }
    const all = [...this.#sealed.flatMap(({ units }) => units), ...this.#units]
    this.#units = []
    this.#sealed = []
    this.#count = 0
    return all
  }

  #seal(place: { readonly isAhead: boolean }): SealedUnits {
    const { writer, wallClock, marketTime } = this.#options
    const isWhole = !place.isAhead && writer.isSnapshotDue()
    const units = this.#cut(isWhole ? Number.POSITIVE_INFINITY : BATCH_EVENTS_MAX)
    const events = units.flatMap((unit) => unit.events)
    const requests = units.flatMap((unit) => unit.request ?? [])
    // Nothing was decided: what the questions rest on is durable since the batch before.
    const isEmpty = events.length === 0 && requests.length === 0
    if (isEmpty && !units.some((unit) => unit.carriesTree)) return { units, sealed: undefined }
    const content = {
      events,
      run: this.written.take(events.length),
      requests,
      marketTime: this.#units.length === 0 ? marketTime() : units.at(-1)?.marketTime,
      wallTime: wallClock(),
    }
    return { units, sealed: writer.seal(content, place) }
  }

  #cut(eventsMax: number): readonly Unit[] {
    let events = 0
    const end = this.#units.findIndex((unit) => {
      const isFull = events >= eventsMax
      events += unit.events.length
      return isFull
    })
    const taken = end < 0 ? this.#units : this.#units.slice(0, end)
    this.#units = end < 0 ? [] : this.#units.slice(end)
    return taken
  }
}
