/**
 * The market data that outlives the process: closed candles, the clock, and the numbers of quotes. Written in the
 * background once a second; a crash loses only data that the feed sends again. Numbers are reserved in blocks before
 * their use, so no number is given twice.
 */
import type { InstrumentId, Millis, Period } from '@veritick/domain'
import type { Logger } from 'pino'
import type { Job, Jobs } from '../services/jobs/index.ts'
import type { CandleStore, MarketMemory, StoredCandle } from './candle-store.ts'
import type { Candle } from './candles.ts'

const WRITE_EVERY = 1_000
/** Numbers reserved at a time: a replay at a thousand quotes a second needs a new block every minute and a half. */
const BLOCK = 200_000
/** Waiting candles at which a feed that tells its past is asked to wait for the store. */
const PRESSURE = 20_000

export class CandleWriter {
  readonly #store: CandleStore
  readonly #clock: () => Millis
  readonly #log: Logger
  readonly #waiting = new Map<string, StoredCandle>()
  readonly #sequences = new Map<InstrumentId, number>()
  readonly #firstSequence: number
  #highestSequence: number
  #reservedUpTo: number
  /**
   * The clock at the last write. The stored clock is one write old: by then the core has committed the events before
   * it.
   */
  #clockBefore: Millis | undefined
  #job: Job<void> | undefined
  #writing: Promise<void> = Promise.resolve()
  #exhausted = false

  private constructor(options: { store: CandleStore; clock: () => Millis; log: Logger; sequence: number }) {
    this.#store = options.store
    this.#clock = options.clock
    this.#log = options.log
    this.#firstSequence = options.sequence
    this.#highestSequence = options.sequence
    this.#reservedUpTo = options.sequence
  }

  static async open(options: {
    store: CandleStore
    memory: MarketMemory
    clock: () => Millis
    log: Logger
  }): Promise<CandleWriter> {
    const writer = new CandleWriter({ ...options, sequence: options.memory.sequence ?? 0 })
    await writer.#reserve()
    return writer
  }

  /**
   * The next number of an instrument's quote; `undefined` when the store has not confirmed a block in time: that quote
   * is lost.
   */
  nextSequence(instrument: InstrumentId): number | undefined {
    const next = (this.#sequences.get(instrument) ?? this.#firstSequence) + 1
    if (next > this.#reservedUpTo) {
      if (!this.#exhausted) this.#log.error('the store reserves no quote numbers: quotes are lost until it does')
      this.#exhausted = true
      return undefined
    }
    this.#sequences.set(instrument, next)
    if (next > this.#highestSequence) this.#highestSequence = next
    return next
  }

  keep(closed: StoredCandle): void {
    this.#waiting.set(`${closed.instrument} ${closed.period} ${closed.candle.time}`, closed)
  }

  /** Closed candles of an instrument that are not stored yet. */
  waiting(instrument: InstrumentId, period: Period): Candle[] {
    const candles: Candle[] = []
    for (const each of this.#waiting.values())
      if (each.instrument === instrument && each.period === period) candles.push(each.candle)
    return candles
  }

  /** Resolves when there is room again; `undefined` while there is. */
  pressed(): Promise<void> | undefined {
    const numbersShort = this.#highestSequence > this.#reservedUpTo - BLOCK / 2
    return this.#waiting.size >= PRESSURE || numbersShort ? this.write() : undefined
  }

  /** Writes once a second from now on. */
  run(jobs: Jobs): void {
    this.#job = jobs.add({ name: 'candles', everyMs: WRITE_EVERY, run: () => this.write() })
  }

  /** Stores the waiting candles. One write at a time; candles of a failed write wait for the next one. */
  write(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#writeNow())
    return this.#writing
  }

  async stop(): Promise<void> {
    await this.#job?.stop()
    await this.write()
    // A clean end: every candle is stored, and no number above the highest was given.
    await this.#store.remember({ clock: this.#clock(), sequence: this.#highestSequence })
  }

  async #writeNow(): Promise<void> {
    const clock = this.#clock()
    const taken = [...this.#waiting.entries()]
    if (this.#highestSequence > this.#reservedUpTo - BLOCK / 2) await this.#reserve()
    if (taken.length > 0) await this.#store.save(taken.map(([, candle]) => candle))
    for (const [key, candle] of taken) if (this.#waiting.get(key) === candle) this.#waiting.delete(key)
    if (this.#clockBefore !== undefined) await this.#store.remember({ clock: this.#clockBefore })
    this.#clockBefore = clock
  }

  async #reserve(): Promise<void> {
    const upTo = this.#highestSequence + BLOCK
    await this.#store.remember({ sequence: upTo })
    this.#reservedUpTo = upTo
    this.#exhausted = false
  }
}
