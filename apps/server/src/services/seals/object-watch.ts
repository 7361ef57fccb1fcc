/**
 * Notices objects of the store that are made, changed or removed while the server runs. The start compares them all
 * (own-objects.ts). An attacker who waits until the start is over has a second with a trigger, a type with an operator
 * of its own or a rule: the store then answers another row than was asked for, or writes another. So each transaction
 * asks before its COMMIT whether the mark of the objects is still the one of the start. A transaction holds the tables
 * that it has used: their objects cannot be changed back before this question. After a change all transactions are
 * refused as trouble of the store until the objects are right again, and for REFUSED_AFTER_MS then, because a request
 * may have read something before.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Lane, objectsMark, type Query, StoreBusy, troubleOf } from '../../store/index.ts'
import type { Runtime } from '../clock/index.ts'
import { requireOwnObjects } from './own-objects.ts'
import { RowChanged } from './row-seals.ts'

/** Longer than any request of a customer or of staff works with what it has read. */
export const REFUSED_AFTER_MS = 60_000
/** Between two comparisons while an object is wrong. */
const COMPARED_EVERY_MS = 2_000

type Parts = {
  readonly store: Pick<Lane, 'query' | 'transaction'>
  readonly runtime: Pick<Runtime, 'monotonicNow'>
  readonly log: Logger
}

export class ObjectWatch {
  readonly #parts: Parts
  #mark: string
  /** Moment of the monotonic clock until which transactions are refused. */
  #refusedUntil = 0
  #isComparing = false

  private constructor(parts: Parts, mark: string) {
    this.#parts = parts
    this.#mark = mark
  }

  /** Compares the objects as a start does. Throws RowChanged. */
  static async open(parts: Parts): Promise<ObjectWatch> {
    const mark = await objectsMark(parts.store.query)
    await requireOwnObjects(parts)
    return new ObjectWatch(parts, mark)
  }

  /** For `Store.beforeCommit`. Throws StoreBusy. */
  readonly mayCommit = async (query: Query): Promise<void> => {
    const mark = await objectsMark(query)
    const now = this.#parts.runtime.monotonicNow()
    if (mark !== this.#mark) {
      this.#refusedUntil = now + REFUSED_AFTER_MS
      if (!this.#isComparing) void this.#untilRight()
    }
    if (now < this.#refusedUntil) throw new StoreBusy('objects of the store were changed while the server runs')
  }

  /** From now on the objects as they are count as unchanged. Throws RowChanged. */
  async adopt(): Promise<void> {
    const mark = await objectsMark(this.#parts.store.query)
    await requireOwnObjects(this.#parts)
    this.#mark = mark
  }

  /** Compares until the objects are right. Other faults than those of the objects end it: the store is closed. */
  async #untilRight(): Promise<void> {
    const { log, runtime } = this.#parts
    const refused = { refusedMs: REFUSED_AFTER_MS }
    this.#isComparing = true
    for (let told = ''; this.#isComparing; ) {
      try {
        await this.adopt()
        this.#refusedUntil = runtime.monotonicNow() + REFUSED_AFTER_MS
        this.#isComparing = false
        log.error(refused, 'objects of the store were changed while the server runs, and are right again')
      } catch (error) {
        this.#isComparing = error instanceof RowChanged || troubleOf(error) !== undefined
        const text = String(error)
        if (told !== text) log.error({ err: error, ...refused }, 'the objects of the store are not right')
        told = text
        await pause(COMPARED_EVERY_MS, undefined, { ref: false })
      }
    }
  }
}
