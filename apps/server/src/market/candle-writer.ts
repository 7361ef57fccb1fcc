/**
 * The market data that outlives the process: closed candles, the clock, and the numbers of quotes. Written in the
 * background once a second; a crash loses only data that the feed sends again. Numbers are reserved in blocks before
 * their use, so no number is given twice. So is the time up to which quotes may be shown: a recording gives none later.
 */
import { type InstrumentId, type Millis, millis, type Period } from '@veritick/domain'
import type { Logger } from 'pino'
import type { Job, Jobs } from '../services/jobs/index.ts'
import type { CandleStore, MarketMemory, StoredCandle } from './candle-store.ts'
import type { Candle } from './candles.ts'

const WRITE_EVERY = 1_000
/** Numbers reserved at a time: a replay at a thousand quotes a second needs a new block every minute and a half. */
const BLOCK = 200_000
/**
 * The clock may be ahead of the last write by this much. A store that is slower stops a recording. Real milliseconds.
 */
export const CLOCK_LEAD = 5_000
/** Waiting candles at which a feed that tells its past is asked to wait for the store. */
const PRESSURE = 20_000

type WriterOptions = {
  readonly store: CandleStore
  readonly memory: MarketMemory
  readonly clock: () => Millis
  /** Market milliseconds in a real one. */
  readonly speed: number
  readonly isClockHalted: () => boolean
  /** Resolves when all that the core was handed is durable; rejects where that cannot be said. */
  readonly durable: () => Promise<unknown>
  readonly log: Logger
}

export class CandleWriter {
  readonly #options: WriterOptions
  readonly #store: CandleStore
  readonly #waiting = new Map<string, StoredCandle>()
  readonly #sequences = new Map<InstrumentId, number>()
  readonly #firstSequence: number
  #highestSequence: number
  #reservedUpTo: number
  /** All quotes up to here were handed to the core, and what they changed is durable. */
  #durableClock: Millis | undefined
  #isAsking = false
  #mayReach: Millis
  /** Customers may have seen quotes up to here before this start. A start that is refused stores no earlier time. */
  readonly #shownBefore: Millis
  #isHaltStored: boolean
  #job: Job<void> | undefined
  #writing: Promise<void> = Promise.resolve()
  #exhausted = false

  private constructor(options: WriterOptions) {
    const { sequence = 0, shown = millis(0), halted = false } = options.memory
    this.#options = options
    this.#store = options.store
    this.#firstSequence = sequence
    this.#highestSequence = sequence
    this.#reservedUpTo = sequence
    this.#mayReach = shown
    this.#shownBefore = shown
    this.#isHaltStored = halted
  }

  static async open(options: WriterOptions): Promise<CandleWriter> {
    const writer = new CandleWriter(options)
    await writer.#reserve()
    return writer
  }

  /** Market time up to which quotes may be shown: the store knows it. */
  get mayReach(): Millis {
    return this.#mayReach
  }

  /**
   * The next number of an instrument's quote; `undefined` when the store has not confirmed a block in time: that quote
   * is lost.
   */
  nextSequence(instrument: InstrumentId): number | undefined {
    const next = (this.#sequences.get(instrument) ?? this.#firstSequence) + 1
    if (next > this.#reservedUpTo) {
      const { log } = this.#options
      if (!this.#exhausted) log.error('the store reserves no quote numbers: quotes are lost until it does')
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

  /** Writes now and once a second. */
  run(jobs: Jobs): void {
    this.#job = jobs.add({ name: 'candles', everyMs: WRITE_EVERY, atStart: true, run: () => this.write() })
  }

  /** Stores the waiting candles. One write at a time; candles of a failed write wait for the next one. */
  write(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#writeNow())
    return this.#writing
  }

  async stop(): Promise<void> {
    await this.#job?.stop()
    await this.write()
    const clock = this.#options.clock()
    const isDurable = await this.#options.durable().then(
      () => true,
      () => false,
    )
    // A clean end: every candle is stored, no number above the highest was given, and no later quote was shown.
    await this.#store.remember({
      sequence: this.#highestSequence,
      ...(isDurable ? { clock, shown: millis(Math.max(clock, this.#shownBefore)) } : {}),
    })
  }

  async #writeNow(): Promise<void> {
    const { clock, isClockHalted, speed } = this.#options
    const halted = isClockHalted()
    if (halted !== this.#isHaltStored) await this.#store.remember({ halted })
    this.#isHaltStored = halted
    this.#askDurable(clock())
    // Before the candles: a candle that cannot be stored does not stop a recording.
    const shown = millis(Math.max(this.#mayReach, clock() + CLOCK_LEAD * speed))
    await this.#store.remember({ shown })
    this.#mayReach = shown
    const taken = [...this.#waiting.entries()]
    if (this.#highestSequence > this.#reservedUpTo - BLOCK / 2) await this.#reserve()
    if (taken.length > 0) await this.#store.save(taken.map(([, candle]) => candle))
    for (const [key, candle] of taken) if (this.#waiting.get(key) === candle) this.#waiting.delete(key)
    if (this.#durableClock !== undefined) await this.#store.remember({ clock: this.#durableClock })
  }

  /** Nothing waits for the answer: the next write after it stores this clock. */
  #askDurable(clock: Millis): void {
    if (this.#isAsking) return
    this.#isAsking = true
    const answered = (durableClock: Millis | undefined) => {
      this.#isAsking = false
      this.#durableClock = durableClock ?? this.#durableClock
    }
    this.#options.durable().then(
      () => answered(clock),
      () => answered(undefined),
    )
  }

  async #reserve(): Promise<void> {
    const upTo = this.#highestSequence + BLOCK
    await this.#store.remember({ sequence: upTo })
    this.#reservedUpTo = upTo
    this.#exhausted = false
  }
}
