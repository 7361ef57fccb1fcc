/**
 * One recorded file. It is checked once at the start, so that a fault is known before trading begins, and then read
 * again as quotes. A bar becomes four quotes: its open at its start, and in its middle both extremes and its close, one
 * right after the other. The feed gives these three at once, so that no customer sees a part of a bar that shows the
 * rest of it.
 */
import { type Millis, millis, must, type Points, type Ppm, points, ppm, sessionAt } from '@veritick/domain'
import type { Logger } from 'pino'
import { DAY_MS, MINUTE_MS } from '../../../services/clock/index.ts'
import type { CatalogueEntry } from '../../catalogue.ts'
import { type FeedQuote, GUARD_MIN } from '../../feed.ts'
import { chanceOf } from '../chance.ts'
import { linesOf, RecordingRefused } from './lines.ts'
import { headersOf, type Layout, layoutOf, pointsOf, type Row, RowReader } from './rows.ts'

export type Recording = {
  readonly path: string
  /** The name in the log. */
  readonly name: string
  readonly entry: CatalogueEntry
  readonly layout: Layout
  /** Decimals of prices that are written in points; 0 where they are prices. */
  readonly shift: number
  /** Length of a bar in milliseconds; 0 for ticks. */
  readonly period: number
  readonly first: Millis
  readonly last: Millis
  /** The median of its first rows' first prices, in steps of the instrument. */
  readonly ordinary: number
  /** Which extreme of the bar that starts then comes first: by chance, always the same for a recording and a seed. */
  readonly isLowFirst: (start: Millis) => boolean
}

/** A quote as a recording has it. */
export type RecordedQuote = FeedQuote & {
  /** `period` of its recording. */
  readonly period: number
  /** Set for the two extremes and the close of a bar, which are given at once. */
  readonly bar?: {
    readonly part: 'first' | 'middle' | 'last'
    /** The time of the last of the three: none is due before. */
    readonly completeAt: Millis
  }
}

/** The moments at which a bar is quoted: its start and its middle. */
export const MOMENTS_A_BAR = 2
/** Quotes of a bar that are given at once, in their order. */
const TOGETHER = ['first', 'middle', 'last'] as const
/** Rows whose spacing tells the length of a bar. */
const SPACINGS_MAX = 2_000
/** Rows whose first price tells the ordinary one: one broken row among them does not. */
const ORDINARY_ROWS = 101
/** Broken rows that are named one by one; the rest is counted. */
const FAULTS_NAMED = 20

/** Looks through a file. Throws RecordingRefused where it cannot be played. */
export async function inspect(file: {
  readonly path: string
  readonly name: string
  readonly entry: CatalogueEntry
  readonly seed: string
  readonly log: Logger
}): Promise<Recording> {
  const { path, name, entry, seed, log } = file
  const seen = { rows: 0, faults: 0, rounded: 0, whole: true, lowest: Number.POSITIVE_INFINITY, highest: 0 }
  let [first, last] = [millis(0), millis(0)]
  const spacings = new Map<number, number>()
  const firstPrices: number[] = []
  let layout: Layout | undefined
  let reader: RowReader | undefined
  for await (const batch of linesOf(path, name)) {
    for (const [index, line] of batch.lines.entries()) {
      if (reader === undefined) {
        layout = layoutOf(line)
        if (layout === undefined)
          throw new RecordingRefused(`${name}:1: no known header: "${line.slice(0, 80)}"; ${expected(undefined)}`)
        reader = new RowReader(layout, entry.terms.pricePrecision)
        continue
      }
      const row = reader.read(line)
      if (typeof row === 'string') {
        seen.faults++
        if (seen.faults <= FAULTS_NAMED)
          log.warn({ file: name, line: batch.first + index, why: row }, 'broken row skipped')
        continue
      }
      if (seen.rows === 0) first = row.time
      else if (seen.rows <= SPACINGS_MAX) spacings.set(row.time - last, (spacings.get(row.time - last) ?? 0) + 1)
      last = row.time
      seen.rows++
      if (firstPrices.length < ORDINARY_ROWS) firstPrices.push(Number(row.prices[0]))
      for (const text of row.prices) {
        if (seen.whole && text.includes('.')) seen.whole = false
        const value = Number(text)
        if (value > 0 && value < seen.lowest) seen.lowest = value
        if (value > seen.highest) seen.highest = value
        if (pointsOf(text, entry.terms.pricePrecision, 0).rounded) seen.rounded++
      }
    }
  }
  if (layout === undefined || seen.rows === 0)
    throw new RecordingRefused(`${name}:${1 + seen.faults}: no good row; ${expected(layout)}`)
  const shift = seen.whole ? decimalsOfPoints(Math.sqrt(seen.lowest * seen.highest), entry.referencePrice) : 0
  const period = layout.shape === 'ticks' ? 0 : commonest(spacings)
  const span = { from: new Date(first).toISOString(), to: new Date(last).toISOString() }
  const counts = { rows: seen.rows, brokenRows: seen.faults, pricesRounded: seen.rounded }
  log.info({ file: name, instrument: entry.terms.code, shape: layout.shape, ...span, ...counts }, 'recording')
  const chance = chanceOf(seed, `extremes of ${name}`)
  const isLowFirst = (start: Millis) => (chance.bits(0, start) & 1) === 1
  const ordinary = medianOf(firstPrices) * 10 ** (entry.terms.pricePrecision - shift)
  return { path, name, entry, layout, shift, period, first, last, ordinary, isLowFirst }
}

/** `layout`: that of the header, where the file has one. */
function expected(layout: Layout | undefined): string {
  return `expected columns: ${headersOf(layout?.shape).join(', or ')}`
}

function medianOf(prices: readonly number[]): number {
  const ordered = [...prices].sort((one, other) => one - other)
  return must(ordered[Math.floor(ordered.length / 2)], 'a recording has a row')
}

/** The longest bar whose quotes `GUARD_MIN` is meant for: milliseconds, a second for each of its four quotes. */
const GUARD_MIN_PERIOD_MS = 4_000

/**
 * `Feed.guardMin` of a recording. A longer bar may move farther: prices move with the root of time. `period`: length of
 * the bar in milliseconds; 0 for ticks.
 */
export function guardOf(period: number): Ppm {
  return ppm(Math.round(GUARD_MIN * Math.sqrt(Math.max(1, period / GUARD_MIN_PERIOD_MS))))
}

/** The quotes of a recording, a piece at a time; those of rows that were over before `from` are left out. */
export async function* quotesOf(recording: Recording, from: Millis): AsyncGenerator<RecordedQuote[]> {
  const reader = new RowReader(recording.layout, recording.entry.terms.pricePrecision)
  const maker = new QuoteMaker(recording)
  for await (const batch of linesOf(recording.path, recording.name)) {
    const quotes: RecordedQuote[] = []
    for (const [index, line] of batch.lines.entries()) {
      if (batch.first + index === 1) continue
      const row = reader.read(line)
      if (typeof row !== 'string' && row.time + recording.period >= from) maker.add(row, quotes)
    }
    if (quotes.length > 0) yield quotes
  }
}

/** Turns rows into quotes in the order of their time. */
class QuoteMaker {
  readonly #recording: Recording
  #last = 0

  constructor(recording: Recording) {
    this.#recording = recording
  }

  add(row: Row, into: RecordedQuote[]): void {
    const { entry, shift, layout } = this.#recording
    const prices = row.prices.map((text) => pointsOf(text, entry.terms.pricePrecision, shift).points)
    if (layout.shape === 'ticks') {
      const [bid, ask] = prices
      if (bid !== undefined && ask !== undefined) this.#push({ time: row.time, bid, ask, volume: 1 }, into)
      return
    }
    this.#addBar(row, prices, into)
  }

  #addBar(row: Row, prices: readonly Points[], into: RecordedQuote[]): void {
    const spread = this.#recording.entry.terms.spreadTypical
    const [open, high, low, close] = prices
    if (open === undefined || high === undefined || low === undefined || close === undefined) return
    const [
      askOpen = add(open, spread),
      askHigh = add(high, spread),
      askLow = add(low, spread),
      askClose = add(close, spread),
    ] = prices.slice(4)
    // Highs of bid and ask need not be of one moment; where they cross, the bid is what was drawn.
    const atHigh = { bid: high, ask: points(Math.max(high, askHigh)) }
    const atLow = { bid: low, ask: points(Math.max(low, askLow)) }
    const extremes = this.#recording.isLowFirst(row.time) ? [atLow, atHigh] : [atHigh, atLow]
    const path = [...extremes, { bid: close, ask: askClose }]
    const { start, end } = this.#openPart(row.time)
    const middle = Math.floor((start + end) / 2)
    const share = row.volume === undefined ? 1 : Math.floor(row.volume / 4)
    const rest = row.volume === undefined ? 1 : Math.round(row.volume) - 3 * share
    this.#push({ time: millis(start), bid: open, ask: askOpen, volume: share }, into)
    const completeAt = millis(Math.max(middle + TOGETHER.length - 1, this.#last))
    for (const [index, part] of TOGETHER.entries()) {
      // A millisecond apart, so that a later one can confirm or refute the one before.
      const time = millis(middle + index)
      const quote = must(path[index], 'a bar has two extremes and a close')
      this.#push({ time, ...quote, volume: part === 'last' ? rest : share, bar: { part, completeAt } }, into)
    }
  }

  /** A day's bar is quoted while its market is open: a stock's between opening and close, a Sunday's in the evening. */
  #openPart(start: Millis): { start: number; end: number } {
    const end = start + this.#recording.period
    if (this.#recording.period < DAY_MS) return { start, end }
    const kind = this.#recording.entry.terms.session
    const begins = sessionAt(kind, start)
    const opens = begins.open ? start : begins.changesAt
    if (opens >= end) return { start, end }
    return { start: opens, end: begins.open ? end : Math.min(end, sessionAt(kind, opens).changesAt) }
  }

  #push(quote: Omit<RecordedQuote, 'instrument' | 'period'>, into: RecordedQuote[]): void {
    const { entry, period } = this.#recording
    const time = millis(Math.max(quote.time, this.#last))
    this.#last = time
    into.push({ ...quote, time, instrument: entry.terms.id, period })
  }
}

function add(price: Points, spread: Points): Points {
  return points(price + spread)
}

/** The powers of ten by which a whole number is larger than an ordinary price. */
function decimalsOfPoints(typical: number, reference: number): number {
  return Math.max(0, Math.round(Math.log10(typical / reference)))
}

/** The spacing that most rows have; a minute where there is only one row. */
function commonest(spacings: ReadonlyMap<number, number>): number {
  let best = MINUTE_MS
  let most = 0
  for (const [spacing, count] of spacings) {
    if (count > most || (count === most && spacing < best)) {
      best = spacing
      most = count
    }
  }
  return best
}
