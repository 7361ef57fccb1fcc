/**
 * Recordings as a feed, on their own clock: market time runs from the first row (or REPLAY_FROM, or where it stopped)
 * at a chosen speed, and every quote comes when its time is reached. Long gaps are leapt over. At the end the clock
 * stops and prices grow stale. No customer trades at a quote that was seen before: the clock waits for the store, and
 * what may have been shown before a crash is given at once at the start (decision 113).
 */
import { readdirSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { type InstrumentId, type Millis, millis, NEVER, type Ppm } from '@veritick/domain'
import type { Logger } from 'pino'
import { HOUR_MS } from '../../../services/clock/index.ts'
import type { Catalogue } from '../../catalogue.ts'
import type { Feed, FeedListener, FeedQuote } from '../../feed.ts'
import { RecordingRefused } from './lines.ts'
import { MergedQuotes } from './merge.ts'
import { guardOf, inspect, MOMENTS_A_BAR, quotesOf, type RecordedQuote, type Recording } from './recording.ts'

export type ReplayOptions = {
  /** A recording, or a folder of them, also nested. */
  readonly path: string
  readonly catalogue: Catalogue
  /** Market milliseconds for each real millisecond: 1 to 1000. */
  readonly speed: number
  /** Where a new store begins; `undefined`: at the first row. */
  readonly from: Millis | undefined
  /** Which extreme of a bar comes first: the same for the same recording and seed. */
  readonly seed: string
  readonly log: Logger
}

type Past = Parameters<Feed['open']>[0]

/** Gaps longer than a holiday weekend are skipped. */
const GAP_MAX = 96 * HOUR_MS
/** Where the clock stands before the next row: at the start and after a leap. */
const LEAD = 1_000
/** The clock stops this long after the last row; every price is stale from then on. */
const TAIL = 10_000
const LOOK_EVERY = 20
/** Quotes given before others get their turn. */
const QUOTES_A_TURN = 2_000

/** Looks through the recordings. Throws RecordingRefused, naming file and line, where one cannot be played. */
export async function openReplay(options: ReplayOptions): Promise<Feed> {
  const recordings = await inspectAll(options)
  const first = Math.min(...recordings.map((recording) => recording.first))
  const last = Math.max(...recordings.map((recording) => recording.last))
  if (options.from !== undefined && options.from > last) {
    throw new RecordingRefused(`REPLAY_FROM ${text(options.from)} is after the last row, ${text(last)}`)
  }
  return new ReplayFeed(options, recordings, options.from ?? millis(first - LEAD))
}

class ReplayFeed implements Feed {
  readonly name = 'replay'
  readonly simulated = false
  readonly history = undefined
  readonly speed: number
  readonly #options: ReplayOptions
  readonly #recordings: readonly Recording[]
  readonly #start: Millis
  /** Length of the bars of each instrument, 0 for ticks, by its last quote; at first by its first recording. */
  readonly #periods = new Map<InstrumentId, number>()
  #reached: Millis
  /** Customers may have seen quotes up to here before the stop. */
  #shownTo: Millis
  /** Time of the last quote given, or where the clock began: what a gap is measured from. */
  #given: Millis
  #quotes: MergedQuotes
  /** Taken and not given yet, because a bar among them is not complete. */
  #waiting: RecordedQuote[] = []
  /** Bars of which a part waits and a part is to come. */
  #incomplete = 0
  /** The clock stands still and gives no sign of life, so that prices grow stale. */
  #waitsForStore = false
  #stopped = false
  #running: Promise<void> = Promise.resolve()
  #wake: () => void = () => {}
  /** Market time and real time that belong together. */
  #anchor = { market: 0, real: 0 }

  constructor(options: ReplayOptions, recordings: readonly Recording[], start: Millis) {
    this.#options = options
    this.speed = options.speed
    this.#recordings = recordings
    this.#start = start
    this.#reached = start
    this.#shownTo = start
    this.#given = start
    this.#quotes = new MergedQuotes([], start)
    for (const { entry, period } of recordings.toSorted((one, other) => other.first - one.first))
      this.#periods.set(entry.terms.id, period)
  }

  covers(instrument: InstrumentId): boolean {
    return this.#periods.has(instrument)
  }

  clock(): Millis {
    return this.#reached
  }

  /** Only the feed moves the recording's clock. */
  clockFault(): undefined {
    return undefined
  }

  /** A bar is made into quotes at MOMENTS_A_BAR moments. */
  spacing(instrument: InstrumentId): number {
    return (this.#periods.get(instrument) ?? 0) / MOMENTS_A_BAR
  }

  guardMin(instrument: InstrumentId): Ppm {
    return guardOf(this.#periods.get(instrument) ?? 0)
  }

  /** That of the recording that begins first. */
  ordinaryPrice(instrument: InstrumentId): number | undefined {
    const own = this.#recordings.filter(({ entry }) => entry.terms.id === instrument)
    return own.sort((one, other) => one.first - other.first)[0]?.ordinary
  }

  async open({ resumeAt, shownTo, pastFrom, past }: Past): Promise<void> {
    this.#reached = resumeAt ?? this.#start
    this.#shownTo = shownTo ?? this.#reached
    this.#given = this.#reached
    this.#quotes = new MergedQuotes(this.#recordings, pastFrom(this.#reached) ?? millis(0))
    const quoted = new Set<InstrumentId>()
    await this.#tell(this.#quotes, (quote) => {
      this.#given = quote.time
      quoted.add(quote.instrument)
      return past(quote)
    })
    for (const instrument of this.#periods.keys())
      if (!quoted.has(instrument)) await this.#tellQuiet(instrument, { pastFrom, past })
  }

  /** An instrument without a quote for a long time: its last quote is farther back. */
  async #tellQuiet(instrument: InstrumentId, { pastFrom, past }: Pick<Past, 'pastFrom' | 'past'>): Promise<void> {
    const begun = this.#recordings.filter(({ entry, first }) => entry.terms.id === instrument && first <= this.#reached)
    const last = await lastBefore(begun, this.#reached)
    if (last === undefined) return
    const quotes = new MergedQuotes(begun, pastFrom(last) ?? millis(0))
    await this.#tell(quotes, past)
    await quotes.close()
  }

  /** Up to where the clock stands. */
  async #tell(quotes: MergedQuotes, past: Past['past']): Promise<void> {
    for (let given = 1; ; given++) {
      await quotes.ready()
      let quote = quotes.peek()
      for (; quote !== undefined && quote.time <= this.#reached; quote = quotes.peek()) {
        const more = quotes.take()
        this.#periods.set(quote.instrument, quote.period)
        const pressed = past(quote)
        if (pressed !== undefined) await pressed
        if (!more) break
      }
      if (quote === undefined || quote.time > this.#reached) return
      if (given % 16 === 0) await turn()
    }
  }

  run(listener: FeedListener, mayReach = () => NEVER): Promise<void> {
    this.#anchor = { market: this.#reached, real: performance.now() }
    const given = this.#giveShown(listener)
    this.#running = given
      .then(() => this.#play(listener, mayReach))
      .catch((error: unknown) => {
        this.#options.log.error({ error }, 'the recording cannot be read on')
        listener.ended(this.#reached)
      })
    return given.catch(() => {})
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#wake()
    await this.#running
    await this.#quotes.close()
  }

  /** The effects of these quotes on stops and pending orders may be lost, so they happen again before any order. */
  async #giveShown(listener: FeedListener): Promise<void> {
    if (this.#reached >= this.#shownTo) return
    while (!this.#stopped && this.#reached < this.#shownTo) {
      await this.#quotes.ready()
      const next = this.#quotes.peek()
      if (next === undefined) break
      if (this.#isBehindGap(next)) this.#leap(next, listener)
      if (this.#giveUpTo(this.#shownTo, listener)) break
      // The market reserves numbers for quotes meanwhile.
      await this.#rest()
    }
    this.#anchor = { market: this.#reached, real: performance.now() }
  }

  async #play(listener: FeedListener, mayReach: () => Millis): Promise<void> {
    while (!this.#stopped) {
      await this.#quotes.ready()
      const next = this.#quotes.peek()
      if (next === undefined) return this.#end(listener)
      if (this.#isBehindGap(next)) this.#leap(next, listener)
      const done = this.#giveUpTo(this.#due(mayReach), listener)
      await (done ? this.#rest() : turn())
    }
  }

  /** Not in the middle of a bar, whose first part waits. */
  #isBehindGap(next: FeedQuote): boolean {
    if (this.#waiting.length > 0) return false
    return next.time - this.#given > GAP_MAX && next.time - LEAD > this.#reached
  }

  /** Time in which the clock waited for the store is not made up for: the recording goes on at its speed. */
  #due(mayReach: () => Millis): Millis {
    const real = performance.now()
    const due = millis(Math.floor(this.#anchor.market + (real - this.#anchor.real) * this.speed))
    const limit = millis(Math.max(this.#reached, mayReach()))
    // At the limit itself nothing has changed.
    if (due !== limit) this.#waitsForStore = due > limit
    if (due <= limit) return due
    this.#anchor = { market: limit, real }
    return limit
  }

  /** False when more is due already, or a gap comes first. */
  #giveUpTo(due: Millis, listener: FeedListener): boolean {
    for (let taken = 0; taken < QUOTES_A_TURN; taken++) {
      const quote = this.#quotes.peek()
      if (quote === undefined || this.#isBehindGap(quote)) return false
      if ((quote.bar?.completeAt ?? quote.time) > due) {
        // The clock does not pass a quote that is not given.
        const next = this.#waiting[0] ?? quote
        this.#reach(millis(Math.min(due, next.time - 1)), listener)
        return true
      }
      const more = this.#quotes.take()
      this.#give(quote, listener)
      if (!more) break
    }
    listener.alive(this.#reached)
    return false
  }

  /**
   * The extremes and the close of a bar are given in one turn, also when reading or a long turn comes between them: a
   * customer who saw the first extreme alone would know that the opposite one follows.
   */
  #give(taken: RecordedQuote, listener: FeedListener): void {
    this.#waiting.push(taken)
    if (taken.bar?.part === 'first') this.#incomplete++
    // A clock that stood in the middle of a bar at the end of the last run has only the rest of it to come.
    if (taken.bar?.part === 'last') this.#incomplete = Math.max(0, this.#incomplete - 1)
    if (this.#incomplete > 0) return
    for (const quote of this.#waiting) {
      this.#given = quote.time
      this.#reached = millis(Math.max(this.#reached, quote.time))
      this.#periods.set(quote.instrument, quote.period)
      listener.quote(quote)
    }
    this.#waiting = []
  }

  #reach(at: Millis, listener: FeedListener): void {
    this.#reached = millis(Math.max(this.#reached, at))
    if (!this.#waitsForStore) listener.alive(this.#reached)
  }

  #leap(next: FeedQuote, listener: FeedListener): void {
    const to = millis(next.time - LEAD)
    this.#options.log.info({ from: text(this.#reached), to: text(to) }, 'no recording for days: the clock leaps')
    this.#reached = to
    this.#anchor = { market: to, real: performance.now() }
    listener.leapt(to)
  }

  #end(listener: FeedListener): void {
    const last = Math.max(...this.#recordings.map((recording) => recording.last + recording.period))
    this.#reached = millis(Math.max(this.#reached, last + TAIL))
    this.#options.log.info({ at: text(this.#reached) }, 'the recording has ended: the market stands still')
    listener.ended(this.#reached)
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_EVERY)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
      if (this.#stopped) this.#wake()
    })
  }
}

async function inspectAll(options: ReplayOptions): Promise<Recording[]> {
  const { path, catalogue, seed, log } = options
  const byCode = new Map(catalogue.instruments.map((entry) => [entry.terms.code, entry]))
  const recordings: Recording[] = []
  for (const file of filesOf(path)) {
    const code = /^[^_.]*/.exec(basename(file))?.[0] ?? ''
    const entry = byCode.get(code)
    const name = relative(path, file) || basename(file)
    if (entry === undefined) log.warn({ file: name }, `no instrument ${code} in the catalogue: left out`)
    else recordings.push(await inspect({ path: file, name, entry, seed, log }))
  }
  if (recordings.length === 0)
    throw new RecordingRefused(`${path}: no recording (*.csv, *.csv.gz) of an instrument in the catalogue`)
  warnOfOverlaps(recordings, log)
  return recordings
}

/** Recordings under a path, by name, so that every start reads them in the same order. */
function filesOf(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new RecordingRefused(`${path}: there is no such file or folder`)
  if (!found.isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.csv(\.gz)?$/.test(name))
    .sort()
    .map((name) => join(path, name))
}

/** Of several sources of one instrument at one time one is played (merge.ts); the operator should know. */
function warnOfOverlaps(recordings: readonly Recording[], log: Logger): void {
  const byCode = new Map<string, Recording[]>()
  for (const recording of recordings) {
    const { code } = recording.entry.terms
    byCode.set(code, [...(byCode.get(code) ?? []), recording])
  }
  for (const [code, all] of byCode) {
    const overlap = all.filter((one) =>
      all.some((other) => other !== one && one.first <= other.last && other.first <= one.last),
    )
    const files = overlap.map(({ name }) => name)
    if (files.length > 0) log.warn({ files }, `recordings of ${code} overlap: the finest is played`)
  }
}

/** Time of the last row up to a moment. */
async function lastBefore(recordings: readonly Recording[], moment: Millis): Promise<Millis | undefined> {
  let last = 0
  for (const recording of recordings) {
    if (recording.last <= moment) last = Math.max(last, recording.last)
    else
      for await (const piece of quotesOf(recording, millis(0))) {
        for (const { time } of piece) if (time <= moment) last = Math.max(last, time)
        if ((piece.at(-1)?.time ?? 0) > moment) break
      }
  }
  return last === 0 ? undefined : millis(last)
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function text(moment: number): string {
  return new Date(moment).toISOString()
}
