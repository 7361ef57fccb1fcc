/**
 * The rows of a feed in a small world: a price that wanders, trends and gaps, and the faults of a source: spikes,
 * duplicate rows, a wrong row sent again after a silence, wide spreads, crossed rows, gaps, late rows, a wrong clock, a
 * first row that is wrong. The price goes on behind rows that are invalid. Each row says whether it is wrong: a quote
 * that could not be traded at the source.
 */
import { type InstrumentId, type Millis, millis, points } from '@veritick/domain'
import { LOST_FOR, REPEATED_FOR } from '../../apps/server/src/market/doubts.ts'
import type { FeedQuote } from '../../apps/server/src/market/feed.ts'
import { AHEAD_MAX } from '../../apps/server/src/market/quality.ts'
import type { Random } from '../random.ts'
import { MOODS, type Mood } from './moods.ts'

export type Row = {
  readonly quote: FeedQuote
  /** A single spike, a single wide spread, or a price from before the source was away: it must fill nothing. */
  readonly wrong: boolean
  /** The present behaviour of the source. */
  readonly mood: Mood
}

/**
 * Between two wrong rows the source says what is right for this long: what two wrong ones agree on is right by the
 * rule.
 */
const CALM_BETWEEN = 4
/** Sources of a hundred that begin with a wrong row. */
const FIRST_WRONG = 40
/** A price moves so far behind an invalid row, parts per million: about as far as a trader needs to gain by it. */
const BEHIND = { least: 500, most: 5_000 }
/** A wrong price is this many times farther away than the price has ever moved at once: no guard reaches it. */
const SPIKE_MOVES = 20
/** So many of the largest moves lie beyond the guard, also nine tenths of them. */
const BEYOND_GUARD = 10
const REMEMBERED = 40
/** A source that was away and sends its last row when it returns is back after this long at most, milliseconds. */
const RESENT_AFTER_MAX = 60_000
/** Such a source may be lost again, fewer times than rule 2 needs to believe what it repeats, and for this long. */
const RETURNS_MAX = 4
const RETURN_AFTER_MAX = 20_000

export class Source {
  readonly instrument: InstrumentId
  readonly #random: Random
  readonly #spread: number
  #bid: number
  /** The largest move so far; what a quiet market moves at the start. */
  #moved: number
  #calm = 0
  #isFirst = true
  #silentUntil = 0
  #trend = { left: 0, step: 0 }
  #wideLeft = 0
  /** Rows that are still to come of one happening. */
  #due: Row[] = []
  /** A broken row that is still to come again. */
  #again: { readonly row: Row; readonly until: number } | undefined
  readonly #past: FeedQuote[] = []
  /** How often a source that has returned will be lost once more. */
  #returnsLeft = 0
  /** Rows in a row that were right, and came as they should. */
  #calmSent = 0
  /** Source time of the newest valid row, which may be ahead. */
  #newestTime = 0

  constructor(random: Random, { instrument, bid, spread }: { instrument: InstrumentId; bid: number; spread: number }) {
    this.instrument = instrument
    this.#random = random
    this.#spread = spread
    this.#bid = bid
    this.#moved = Math.ceil(bid / 1_000)
  }

  /**
   * After a break: the price has moved, and the source first sends its last row again with a new time. Not after a row
   * that was broken, because the platform need not know the row before it.
   */
  login(now: Millis): readonly Row[] {
    const last = this.#calmSent < CALM_BETWEEN ? undefined : this.#past[this.#past.length - 1]
    this.#due = []
    this.#returnsLeft = 0
    this.#calmSent = 0
    this.#move(this.#random.pick([1, -1]) * this.#share(this.#random.between(BEHIND.least, BEHIND.most)))
    return last === undefined ? [] : [{ quote: { ...last, time: now }, wrong: true, mood: 'login' }]
  }

  /** The rows of a moment of market time: usually one. */
  rows(now: Millis): readonly Row[] {
    const rows = this.#rows(now)
    const isCalm = rows.every(({ mood, quote }) => mood === 'calm' && quote.time > this.#newestTime)
    if (rows.length > 0) this.#calmSent = isCalm ? this.#calmSent + 1 : 0
    const times = rows.map(({ quote }) => quote.time).filter((time) => time <= now + AHEAD_MAX)
    this.#newestTime = Math.max(this.#newestTime, ...times)
    return rows
  }

  #rows(now: Millis): readonly Row[] {
    if (now < this.#silentUntil) return []
    if (this.#isFirst) {
      this.#isFirst = false
      if (this.#random.percent(FIRST_WRONG)) return [this.#wrong(now, 'first', this.#random.pick([1, -1]))]
    }
    const due = this.#nextDue(now)
    if (due?.mood === 'returned') this.#loseAgain(due, now)
    if (due !== undefined) return [{ ...due, quote: { ...due.quote, time: now } }]
    const again = this.#again
    this.#again = undefined
    if (again !== undefined && now < again.until && this.#random.below(3) > 0) {
      this.#again = again
      return [{ ...again.row, quote: { ...again.row.quote, time: now } }]
    }
    if (this.#trend.left > 0) {
      this.#trend.left--
      this.#move(this.#trend.step)
      return [this.#right(now, 'trend')]
    }
    const mood = this.#calm < CALM_BETWEEN || this.#wideLeft > 0 ? 'calm' : this.#random.weighted(MOODS)
    if (mood === 'calm') this.#calm++
    else this.#calm = 0
    return this.#begin(mood, now)
  }

  #begin(mood: Mood, now: Millis): readonly Row[] {
    const random = this.#random
    const sign = random.pick([1, -1])
    switch (mood) {
      case 'trend': {
        const step = sign * this.#share(random.between(500, 5_000))
        this.#trend = { left: random.between(2, 12), step }
        this.#move(step)
        return [this.#right(now, mood)]
      }
      case 'gap':
        this.#gap(sign, 3_000)
        return [this.#right(now, mood)]
      case 'spike':
        return [this.#wrong(now, mood, sign)]
      case 'twice': {
        const row = this.#wrong(now, mood, sign)
        // Another row of the same moment, which may differ by a point or two, is no second opinion.
        return [row, ...Array.from({ length: random.between(1, 3) }, () => shifted(row, random.between(0, 2)))]
      }
      case 'alternating':
        for (let index = 1; index < 6; index++) this.#due.push(this.#wrong(now, mood, index % 2 === 0 ? sign : -sign))
        return [this.#wrong(now, mood, sign)]
      case 'again': {
        // The broken row itself, each time with a later source time.
        const row = this.#wrong(now, mood, sign)
        this.#again = { row, until: now + REPEATED_FOR }
        return [row]
      }
      case 'resent': {
        // The source loses its connection after the broken row, and sends its last row when it is back.
        const row = this.#wrong(now, mood, sign)
        this.#silentUntil = now + random.between(REPEATED_FOR, RESENT_AFTER_MAX)
        this.#due.push(row)
        return [row]
      }
      case 'doubled': {
        const row = { ...this.#wrong(now, mood, sign), wrong: false }
        this.#due.push(shifted(row, 1))
        return [row]
      }
      case 'widening':
        this.#wideLeft = random.between(3, 12)
        return [this.#right(now, mood)]
      case 'wide':
        return [this.#widened(this.#right(now, mood), this.#spread * random.between(20, 40))]
      case 'gap and wide':
      case 'trend and spike':
      case 'trend and back':
      case 'gap returned':
      case 'stretched':
        return this.#mixed(mood, { now, sign })
      default:
        return this.#broken(mood, now)
    }
  }

  /** Several things at once. */
  #mixed(mood: Mood, { now, sign }: { now: Millis; sign: number }): readonly Row[] {
    switch (mood) {
      case 'gap and wide': {
        this.#gap(sign, 5_000)
        const row = this.#right(now, mood)
        this.#due.push(this.#widened(row, this.#spread * this.#random.between(20, 40)))
        return [row]
      }
      case 'gap returned': {
        // The price gaps, and the source is away. It returns with a newer price, then says that of the gap once more.
        this.#gap(sign)
        const first = this.#right(now, mood)
        this.#silentUntil = now + this.#random.between(REPEATED_FOR, RESENT_AFTER_MAX)
        this.#move(sign * this.#share(this.#random.between(BEHIND.least, BEHIND.most)))
        this.#due.push({ quote: this.#quote(now, this.#bid), wrong: false, mood }, { ...first, wrong: true })
        return [first]
      }
      case 'trend and back': {
        // Two rows of a new level, then one of between that and the old one: of before, or of another line.
        const from = this.#bid
        const leap = sign * this.#moved * BEYOND_GUARD
        this.#bid = Math.max(1_000, from + leap)
        const first = this.#right(now, mood)
        const back = from + Math.round((this.#bid - from) * 0.9)
        this.#bid = Math.max(1_000, this.#bid + leap)
        this.#due.push({ quote: this.#quote(now, this.#bid), wrong: false, mood })
        this.#due.push({ quote: this.#quote(now, back), wrong: true, mood })
        return [first]
      }
      case 'trend and spike': {
        const step = sign * this.#share(this.#random.between(3_000, 5_000))
        this.#move(step)
        const first = this.#right(now, mood)
        this.#move(step)
        this.#due.push(this.#right(now, mood), this.#wrong(now, mood, sign))
        return [first]
      }
      default: {
        const far = this.#moved * SPIKE_MOVES
        const [first, ...more] = [1, 2, 3].map((times) => this.#widened(this.#right(now, mood), far * times))
        this.#due.push(...more)
        return first === undefined ? [] : [first]
      }
    }
  }

  #widened({ quote, mood }: Row, spread: number): Row {
    return { quote: { ...quote, ask: points(quote.bid + spread) }, wrong: true, mood }
  }

  /** Rows that a valid source never sends, or sends at another time. */
  #broken(mood: Mood, now: Millis): readonly Row[] {
    const random = this.#random
    switch (mood) {
      case 'crossed': {
        const sign = random.pick([1, -1])
        const crossed = () => {
          this.#move(sign * this.#share(random.between(BEHIND.least, BEHIND.most)))
          return this.#crossed(this.#right(now, mood).quote, mood)
        }
        const first = crossed()
        for (let index = random.below(30); index > 0; index--) this.#due.push(crossed())
        return [first]
      }
      case 'silent':
        this.#silentUntil = now + random.between(3_000, 400_000)
        return []
      case 'late':
      case 'burst': {
        const count = mood === 'late' ? random.between(1, 2) : random.between(3, 10)
        return this.#past
          .slice(-random.between(count, REMEMBERED))
          .slice(0, count)
          .map((quote) => ({ quote, wrong: false, mood }))
      }
      case 'ahead': {
        const ahead = random.pick([500, 1_900, 2_001, 60_000, 3 * 86_400_000])
        this.#move(random.pick([1, -1]) * this.#share(random.between(BEHIND.least, BEHIND.most)))
        const { quote } = this.#right(now, mood)
        return [{ quote: { ...quote, time: millis(now + ahead) }, wrong: false, mood }]
      }
      case 'returned': {
        // The source loses its connection, the price goes on, and it first sends its last row when it is back.
        const last = this.#past[this.#past.length - 1]
        if (last === undefined || this.#calmSent < CALM_BETWEEN) return []
        this.#silentUntil = now + random.between(REPEATED_FOR, RESENT_AFTER_MAX)
        this.#move(random.pick([1, -1]) * this.#share(random.between(BEHIND.least, BEHIND.most)))
        this.#due.push({ quote: last, wrong: true, mood })
        this.#returnsLeft = random.below(RETURNS_MAX)
        return []
      }
      case 'refuting': {
        // The price goes on or gaps while the source is away. Its last row follows the first new one.
        const last = this.#past[this.#past.length - 1]
        if (last === undefined || this.#calmSent < CALM_BETWEEN) return []
        this.#silentUntil = now + random.between(REPEATED_FOR, RESENT_AFTER_MAX)
        const far = random.pick([random.between(BEHIND.least, BEHIND.most), random.between(10_000, 30_000)])
        this.#bid = Math.max(1_000, this.#bid + random.pick([1, -1]) * this.#share(far))
        this.#due.push({ quote: this.#quote(now, this.#bid), wrong: false, mood }, { quote: last, wrong: true, mood })
        return []
      }
      case 'repeated': {
        const last = this.#past[this.#past.length - 1]
        return last === undefined ? [] : [{ quote: last, wrong: false, mood }]
      }
      default:
        this.#move(random.between(-3, 3) * Math.ceil(this.#bid / 30_000))
        return [this.#right(now, 'calm')]
    }
  }

  /** A lost price that comes late after the new one is no fault: a market may have gone back to it. */
  #nextDue(now: Millis): Row | undefined {
    const due = this.#due.shift()
    const isLost = due?.mood === 'refuting' || due?.mood === 'gap returned'
    return isLost && due.wrong && now > this.#newestTime + LOST_FOR ? undefined : due
  }

  #loseAgain(row: Row, now: Millis): void {
    if (this.#returnsLeft === 0) return
    this.#returnsLeft--
    this.#silentUntil = now + this.#random.between(REPEATED_FOR, RETURN_AFTER_MAX)
    this.#due.push(row)
  }

  #right(now: Millis, mood: Mood): Row {
    const isWidening = this.#wideLeft > 0
    const wide = isWidening ? 15 : 1
    if (isWidening) this.#calm = 0
    this.#wideLeft = Math.max(0, this.#wideLeft - 1)
    const spread = Math.max(1, Math.round((this.#spread * wide * this.#random.between(80, 120)) / 100))
    const quote = {
      instrument: this.instrument,
      time: now,
      bid: points(this.#bid),
      ask: points(this.#bid + spread),
      volume: 1,
    }
    this.#past.push(quote)
    if (this.#past.length > REMEMBERED) this.#past.shift()
    return { quote, wrong: false, mood: isWidening ? 'widening' : mood }
  }

  #wrong(now: Millis, mood: Mood, sign: number): Row {
    const far = this.#moved * SPIKE_MOVES + this.#random.between(0, this.#moved * SPIKE_MOVES)
    const bid = Math.max(1, sign > 0 ? this.#bid + far : Math.floor((this.#bid * this.#bid) / (this.#bid + far)))
    return { quote: this.#quote(now, bid), wrong: true, mood }
  }

  #quote(time: Millis, bid: number): FeedQuote {
    return { instrument: this.instrument, time, bid: points(bid), ask: points(bid + this.#spread), volume: 1 }
  }

  #crossed(quote: FeedQuote, mood: Mood): Row {
    return { quote: { ...quote, ask: points(quote.bid - 1 - this.#random.below(100)) }, wrong: false, mood }
  }

  /** Parts per million. The usual move stays. */
  #gap(sign: number, least = 10_000): void {
    this.#bid = Math.max(1_000, this.#bid + sign * this.#share(this.#random.between(least, 30_000)))
  }

  #move(by: number): void {
    this.#bid = Math.max(1_000, this.#bid + by)
    this.#moved = Math.max(this.#moved, Math.abs(by))
  }

  /** Parts per million of the price. */
  #share(ppm: number): number {
    return Math.ceil((this.#bid * ppm) / 1_000_000)
  }
}

function shifted(row: Row, by: number): Row {
  const { quote } = row
  return { ...row, quote: { ...quote, bid: points(quote.bid + by), ask: points(quote.ask + by) } }
}
