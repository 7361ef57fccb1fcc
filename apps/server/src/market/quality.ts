/**
 * Whether a quote may be believed: trading rule 2. One gate for each instrument. A quote that is invalid or late is not
 * used. A quote that jumps or widens too far is suspect: while a suspect waits the gate is *held*, so that no order is
 * filled at a price that the feed has left. A later quote confirms or refutes the suspect. Only the newest quote is
 * ever published. A row that is invalid says that the feed has left its last price, and not for which one: it holds the
 * gate until the next valid quote. A first quote is believed alone only where it is of before the start. A live one has
 * no price before it and waits for a second one within a spread of it. For ten seconds after that, a move beyond a
 * spread is suspect: the source may send its last rows of before the start again, and the gate does not know them.
 *
 * The promise that sim/feeds checks: while the gate is not held, the last published quote is the newest valid quote of
 * the feed.
 */
import { type Millis, type Points, PPM, type Ppm } from '@veritick/domain'
import { Doubts, distance, isSame, LOST_FOR, type Prices, sideOf } from './doubts.ts'
import type { FeedQuote } from './feed.ts'
import { Flips, type Usual } from './flips.ts'
import { Lessons } from './lessons.ts'
import { noCounts, type QualityCounts } from './quality-counts.ts'

/**
 * A move is the distance to the nearest of so many believed quotes. A source that mixes two lines comes back to one of
 * them, so its leaps do not widen the guard.
 */
const MOVES_BACK = 4
/** A jump is suspect beyond this many ordinary moves. */
const GUARD_MOVES = 8
/** A spread is suspect beyond this many ordinary spreads. */
const SPREADS_MAX = 10
/** A wide quote confirms a suspect that is not narrower than by this factor. */
const WIDER_MAX = 1.5
/** So many suspects in a row beyond the guard on the same side are a trend. */
const TREND = 3
/**
 * So many late quotes in a row: the source sends its past again, or its clock was set back. Its current price is not
 * known. One is enough where it is farther than a spread from the last good quote.
 */
export const LATE_MAX = 3
/** A step of a trend is at most this many times the one before it. */
const STEP_MAX = 1.5
/** Rows that a source sends again at once come within this time. Milliseconds of market time. */
const RESENT_WITHIN = 1_000
/** A source's clock may be ahead of the market clock by this much; its quote then counts as one of now. */
export const AHEAD_MAX = 2_000
/** Older suspects of one hold that are kept for the chart. More are dropped, the oldest first. */
const SUSPECTS_MAX = 50

export type QuoteVerdict = {
  /** `late`: not newer than what was known. `invalid`: it says only that the source has left its last price. */
  readonly row: 'valid' | 'invalid' | 'late'
  /** Counts from now on; `undefined`: the last one stays, or the gate is held. */
  readonly published: FeedQuote | undefined
  /** The suspects that `published` confirmed, oldest first: they belong to the chart's extremes and to nothing else. */
  readonly passed: readonly FeedQuote[]
}

/** The prices that an instrument can have. A row beyond them is broken, however often it comes. */
export type PriceRange = { readonly lowest: Points; readonly highest: Points }

export type GateTerms = PriceRange & {
  /** A jump of at most this share is not suspect. The whole price or more: no quote of this feed is ever suspect. */
  readonly guardMin: Ppm
  /** Quotes are made from bars, of which one may open at the close of the one before: no price is lost. */
  readonly isMadeOfBars?: boolean
  /** The instrument's typical spread by the catalogue. */
  readonly spreadTypical: () => Points
}

const NOTHING = { published: undefined, passed: [] } as const
const INVALID: QuoteVerdict = { row: 'invalid', ...NOTHING }
const WAITS: QuoteVerdict = { row: 'valid', ...NOTHING }
export const LATE: QuoteVerdict = { row: 'late', ...NOTHING }

/** `confirmed`: so many of the newest suspects are believed with the quote. The others are refuted. */
type Accepted = { readonly confirmed: number; readonly at: Millis; readonly isLive: boolean }

type Hold = {
  readonly since: Millis
  readonly suspects: FeedQuote[]
  /** Market time when the newest suspect came. */
  suspectAt: Millis
  /** Last suspects in a row beyond the guard on one side: how many, and which side. */
  run: number
  side: number
}

/** The figures by which a quote that is not accepted at once is compared. */
type Compared = { readonly hold: Hold; readonly guard: number; readonly wide: boolean }

export class QualityGate {
  readonly counts: QualityCounts
  readonly #terms: GateTerms
  readonly #lessons = new Lessons()
  /** The newest quotes that were believed, the newest last. */
  #goods: readonly FeedQuote[] = []
  #hold: Hold | undefined
  /** The newest row that was not late, believed or not, and its source time, also where the source is ahead. */
  #newest: Prices | undefined
  #newestTime = 0
  /** The widest spread that was confirmed, until the spread is ordinary again: it is not suspect a second time. */
  #spreadConfirmed = 0
  #lateInARow = 0
  /** Market time until which the guard is one spread: the price of before the start is not known yet. */
  #newUntil: number = Number.POSITIVE_INFINITY
  /** Rows are of this run: those of a break say nothing about the price of before the start. */
  #hasBegun = false
  readonly #doubts: Doubts
  readonly #flips: Flips

  /**
   * `before`: the gate that saw the instrument's rows of another making before this one. Its counts go on, and so does
   * what the rows would have earned: a source that changes its making now and then would begin the limit anew.
   */
  constructor(terms: GateTerms, before?: QualityGate) {
    const isMadeOfBars = terms.isMadeOfBars === true
    this.counts = before?.counts ?? noCounts()
    this.#terms = terms
    this.#doubts = new Doubts({ hasLost: !isMadeOfBars })
    this.#flips = new Flips({ hasLeaps: !isMadeOfBars, before: before === undefined ? undefined : before.#flips })
  }

  /** Market time since which the last published price may be one that the feed has left. */
  get heldSince(): Millis | undefined {
    return this.#hold?.since
  }

  /** The newest quote that was believed. */
  get #good(): FeedQuote | undefined {
    return this.#goods[this.#goods.length - 1]
  }

  /** The newest quote that waits. */
  get #suspect(): FeedQuote | undefined {
    return this.#hold?.suspects[this.#hold.suspects.length - 1]
  }

  /**
   * The price grew stale, or the last quote of before the start is old: the last quote, sent again, opens nothing. A
   * source that logs in sends it first or among its first rows, and the market may have moved meanwhile.
   */
  priceLost(): void {
    if (this.#good !== undefined) this.#doubts.lose(this.#good)
    if (this.#newest !== undefined) this.#doubts.lose(this.#newest)
  }

  /**
   * A session has ended or begins: its last prices are lost, and what was repeated before it says nothing about it.
   * `dropped`: the last quote that the gate was not shown.
   */
  sessionChanged(dropped?: Prices): void {
    if (dropped !== undefined) this.#doubts.lose(dropped)
    this.priceLost()
    this.#doubts.countAnew()
  }

  /** Orders can be filled at the newest good quote, or could be before the start. */
  learn(at: Millis): void {
    if (!this.#lessons.learn() || this.#good === undefined) return
    if (this.#isWatched) this.#flips.learn(this.#good, at, this.#usual(this.#good))
  }

  /** Live rows begin. The usual move and spread are learned anew; the earnings of the rows before count on. */
  begin(): void {
    this.#lessons.forget()
    this.#hasBegun = true
  }

  /** `at`: market time now. `isLive`: neither the first of before the start nor of outside the hours. */
  validateQuote(raw: FeedQuote, at: Millis, isLive = true): QuoteVerdict {
    const fault = faultOf(raw, at, this.#terms)
    if (fault !== undefined) {
      this.counts[fault]++
      if (this.#good === undefined) return INVALID
      this.#hold ??= this.#held(at)
      // The source has left it.
      this.#doubts.lose(this.#good)
      return INVALID
    }
    const newestTime = this.#newestTime
    if (this.#isLate(raw, at)) return this.#newestTime > newestTime ? WAITS : LATE
    this.#newest = raw
    this.#newestTime = raw.time
    this.#doubts.forgetSuspect()
    const quote = raw.time > at ? { ...raw, time: at } : raw
    const guard = isLive && this.#isNew(at) ? this.#spreadUsual() : this.#guard(quote)
    const wide = this.#isWide(quote)
    const isNearGood =
      this.#good === undefined ? !isLive || guard === Number.POSITIVE_INFINITY : distance(this.#good, quote) <= guard
    const isResent = isLive && this.#isResent(quote, at)
    const isUnsteady = isLive && this.#isWatched && this.#flips.see(quote, at, this.#usual(quote))
    if (!wide && isNearGood && !isResent && !isUnsteady) return this.#accept(quote, { confirmed: 0, at, isLive })
    if (!wide && isNearGood) {
      this.counts[isResent ? 'repeated' : 'unsteady']++
      if (!isResent) this.#refuteSuspects(at)
      return WAITS
    }
    const hold = this.#hold ?? this.#held(at)
    const side = this.#good === undefined ? 0 : sideOf(this.#good, quote, guard)
    hold.run = side !== 0 && side === hold.side ? hold.run + 1 : Math.abs(side)
    hold.side = side
    const confirmed = isResent || isUnsteady ? 0 : this.#confirmedBy(quote, { hold, guard, wide })
    if (confirmed > 0) return this.#accept(quote, { confirmed, at, isLive })
    this.counts.suspect++
    this.#loseOldGood(at)
    hold.suspects.push(quote)
    hold.suspectAt = at
    if (hold.suspects.length > SUSPECTS_MAX) {
      hold.suspects.shift()
      this.counts.refuted++
    }
    return WAITS
  }

  /** A source that sent nothing for so long may send its last row again after the first new one. */
  #loseOldGood(at: Millis): void {
    if (this.#good !== undefined && at - this.#good.time > LOST_FOR) this.#doubts.lose(this.#good)
  }

  /** How many of the newest suspects are confirmed by the quote, which is not one that was sent again. */
  #confirmedBy(quote: FeedQuote, { hold, guard, wide }: Compared): number {
    const [older, suspect] = [hold.suspects.at(-2), hold.suspects.at(-1)]
    if (suspect === undefined || (wide && !this.#isSpreadConfirmed(suspect, quote))) return 0
    if (distance(suspect, quote) <= guard) return 1
    // A spread that widens row by row beside a gap is no trend of the price: there bid and ask both go on.
    const isGoingOn = !wide || sideOf(suspect, quote, guard) === hold.side
    return hold.run >= TREND && isGoingOn && this.#isStep(older, suspect, quote) ? TREND - 1 : 0
  }

  /**
   * A source that was away may send the rows that it holds at once. One of the newest good quotes, right after a
   * suspect, says nothing.
   */
  #isResent(quote: FeedQuote, at: Millis): boolean {
    const hold = this.#hold
    if (hold === undefined || hold.suspects.length === 0) return false
    return at - hold.suspectAt < RESENT_WITHIN && this.#doubts.isRecent(quote)
  }

  get #isWatched(): boolean {
    return this.#terms.guardMin < PPM
  }

  #usual({ bid }: FeedQuote): Usual {
    return {
      spread: this.#spreadUsual(),
      spreadTypical: this.#terms.spreadTypical(),
      guard: (bid * this.#terms.guardMin) / PPM,
      isBelieved: this.#hold === undefined,
    }
  }

  /**
   * By the time of its source, which may be ahead. A late row neither confirms nor refutes nor moves the price. One
   * that is far away holds the gate, and so do several in a row.
   */
  #isLate(quote: FeedQuote, at: Millis): boolean {
    const suspect = this.#suspect
    const newest = suspect ?? this.#good
    if (newest === undefined) return false
    const newestTime = this.#newestTime
    // A source may send a broken row, or the last one before it was away, again with a new time.
    const isLost = this.#isLost(quote, at)
    const isDoubted = isLost || (suspect !== undefined && isSame(quote, suspect))
    const isAgain = isDoubted && quote.time > newestTime && !this.#doubts.isRepeatedEnough(quote, at)
    if (isAgain || (quote.time === newestTime && (isLost || isSame(quote, newest)))) {
      this.counts.repeated++
      this.#newest = quote
      this.#newestTime = quote.time
      // After a newer price: one of the two is wrong, and the source has not said which.
      if (isLost && this.#good !== undefined && !isSame(quote, this.#good)) this.#hold ??= this.#held(at)
      return true
    }
    // Two quotes of one millisecond come in their order. While held, only a later one can tell which of them was right.
    if (this.#hold === undefined ? quote.time >= newestTime : quote.time > newestTime) {
      this.#lateInARow = 0
      return false
    }
    this.counts.late++
    if (quote.time < newestTime) this.#lateInARow++
    if (this.#lateInARow >= LATE_MAX || this.#isElsewhere(quote)) this.#hold ??= this.#held(at)
    return true
  }

  /**
   * After a new good price a market may go back by less than its spread: an order at the lost price earns nothing then.
   */
  #isLost(quote: FeedQuote, at: Millis): boolean {
    const doubt = this.#doubts.doubtOf(quote, at)
    if (doubt !== 'ending' || this.#good === undefined) return doubt !== undefined
    return this.#isElsewhere(quote) || this.#suspect !== undefined
  }

  /** Whether an order at the last good price could earn by it, if this quote is the price. */
  #isElsewhere(quote: FeedQuote): boolean {
    return this.#good !== undefined && distance(this.#good, quote) > this.#good.ask - this.#good.bid
  }

  /**
   * On from the suspect before it, by about the step before at most, and not farther than that suspect is from the last
   * good quote: a trend neither goes back nor leaps at its end. A spike or an old row does.
   */
  #isStep(before: FeedQuote | undefined, suspect: FeedQuote, quote: FeedQuote): boolean {
    if (before === undefined || this.#good === undefined) return false
    const isUp = suspect.bid > this.#good.bid
    const isOn = (from: FeedQuote, to: FeedQuote) => (isUp ? to.bid > from.bid : to.ask < from.ask)
    if (!isOn(before, suspect) || !isOn(suspect, quote)) return false
    const step = distance(suspect, quote)
    return step <= STEP_MAX * distance(before, suspect) && step <= distance(this.#good, suspect)
  }

  /** The instrument stays held. */
  #refuteSuspects(at: Millis): void {
    this.counts.refuted += this.#hold?.suspects.length ?? 0
    const since = this.#hold?.since ?? at
    this.#hold = { ...this.#held(at), since }
  }

  #held(at: Millis): Hold {
    this.#hold = { since: at, suspects: [], suspectAt: at, run: 0, side: 0 }
    return this.#hold
  }

  /** Points that a quote may move: by the moves before the quote that is checked. */
  #guard(quote: FeedQuote): number {
    if (!this.#isWatched) return Number.POSITIVE_INFINITY
    const price = (this.#good ?? quote).bid
    return Math.max(GUARD_MOVES * this.#lessons.move, (price * this.#terms.guardMin) / PPM)
  }

  #isNew(at: Millis): boolean {
    return this.#isWatched && this.#terms.isMadeOfBars !== true && at <= this.#newUntil
  }

  #isWide({ bid, ask }: FeedQuote): boolean {
    return this.#terms.guardMin < PPM && ask - bid > Math.max(this.#spreadLimit(), this.#spreadConfirmed)
  }

  /** A wide quote is confirmed only by one that was about as wide: a price says nothing about a spread. */
  #isSpreadConfirmed(suspect: FeedQuote | undefined, quote: FeedQuote): boolean {
    if (suspect === undefined || !this.#isWide(suspect)) return false
    return quote.ask - quote.bid <= WIDER_MAX * (suspect.ask - suspect.bid)
  }

  #spreadLimit(): number {
    return SPREADS_MAX * this.#spreadUsual()
  }

  #spreadUsual(): number {
    return Math.max(this.#lessons.spread, this.#terms.spreadTypical())
  }

  #accept(quote: FeedQuote, { confirmed, at, isLive }: Accepted): QuoteVerdict {
    const suspects = this.#hold?.suspects ?? []
    const passed = confirmed === 0 ? NOTHING.passed : suspects.slice(-confirmed)
    this.counts.confirmed += passed.length
    this.counts.refuted += suspects.length - passed.length
    this.counts.good++
    // The first suspect after a start may be the source's last row of before it.
    const old = this.#good === undefined ? suspects[suspects.length - 1] : undefined
    if (old !== undefined) this.#doubts.lose(old)
    if (!this.#hasBegun && !isLive) this.#newUntil = 0
    if (isLive) {
      if (this.#newUntil === Number.POSITIVE_INFINITY) this.#newUntil = at + LOST_FOR
      this.#loseOldGood(at)
      this.#doubts.endAfter(quote, at)
    }
    this.#hold = undefined
    const limit = this.#spreadLimit()
    if (quote.ask - quote.bid <= limit) this.#spreadConfirmed = 0
    this.#lessons.dropWaiting()
    for (const believed of [...passed, quote]) {
      const spread = believed.ask - believed.bid
      this.#lessons.wait(believed, this.#goods, this.#terms.spreadTypical())
      if (quote.ask - quote.bid > limit) this.#spreadConfirmed = Math.max(this.#spreadConfirmed, spread)
      this.#goods = [...this.#goods, believed].slice(this.#terms.isMadeOfBars === true ? -1 : -MOVES_BACK)
      if (isLive) this.#doubts.remember(believed)
    }
    return { row: 'valid', published: quote, passed }
  }
}

function faultOf(
  { bid, ask, time }: FeedQuote,
  at: Millis,
  { lowest, highest }: PriceRange,
): 'notPositive' | 'tooHigh' | 'tooLow' | 'crossed' | 'ahead' | undefined {
  if (bid <= 0 || ask <= 0) return 'notPositive'
  if (bid > highest || ask > highest) return 'tooHigh'
  if (bid < lowest || ask < lowest) return 'tooLow'
  if (ask < bid) return 'crossed'
  return time > at + AHEAD_MAX ? 'ahead' : undefined
}
