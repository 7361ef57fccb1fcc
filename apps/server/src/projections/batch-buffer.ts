/**
 * Durable batches in memory until the projector folds them. A projector that is far behind reads them from the journal
 * instead.
 */
import type { DurableBatch } from '../journal/index.ts'

/** Events kept in memory for a projector that is behind; beyond it they are read from the journal. */
const BUFFER_EVENTS_MAX = 100_000

export class BatchBuffer {
  #batches: DurableBatch[] = []
  #events = 0

  /** Events that wait here. */
  get events(): number {
    return this.#events
  }

  add(batch: DurableBatch): void {
    if (this.#events > BUFFER_EVENTS_MAX) {
      this.#batches = []
      this.#events = 0
      return
    }
    this.#batches.push(batch)
    this.#events += batch.events.length
  }

  /**
   * Takes the batches that follow on `batch`, until they hold `eventsMax` events or just more. `undefined`: they are
   * not here.
   */
  takeAfter(batch: number, eventsMax: number): readonly DurableBatch[] | undefined {
    const known = this.#batches.findIndex(({ header }) => header.batch === batch + 1)
    if (known < 0) return undefined
    let events = 0
    let end = known
    for (const { events: own } of this.#batches.slice(known)) {
      if (events >= eventsMax) break
      events += own.length
      end += 1
    }
    const step = this.#batches.slice(known, end)
    this.#batches = this.#batches.slice(end)
    this.#events = this.#batches.reduce((sum, { events: own }) => sum + own.length, 0)
    return step
  }
}
