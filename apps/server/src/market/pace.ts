/**
 * How old an instrument's last quote may become before the instrument is stale. The limit follows the instrument's own
 * pace: a pair that is quoted every second is stale long before one that is quoted every minute.
 */
import { type Millis, type Session, type SessionState, sessionAt } from '@veritick/domain'
import { RankWindow } from './ranks.ts'

/** How many intervals between two quotes the ordinary one is taken from. */
const INTERVALS_KEPT = 500
/**
 * With fewer intervals the pace is not known, and the limit is the smallest one: an instrument of unknown pace is
 * refused too often rather than filled at an old price. Twenty are enough to see a slow instrument, and pass within
 * minutes even there.
 */
export const INTERVALS_MIN = 20
/** The limit is this many times the usual interval. */
const INTERVALS_SILENT = 3
/**
 * The usual interval is this percentile of the kept intervals, or the second longest of them if that is smaller:
 * otherwise one long silence would raise the limit for the next hundred quotes.
 */
const PERCENTILE = 99
/**
 * Rare silences must not raise the limit: in a source that ticks each second and is away for 99 s once in eighty rows,
 * one of a hundred intervals is a silence, and the old price could be traded through each further one. So the limit is
 * at most `INTERVALS_AWAY` times the interval that nine of ten of the newest `INTERVALS_NEWEST` do not exceed. Nine of
 * ten, because rows come in bursts: the median interval of a recorded day of EURUSD is 0.1 s, and ten times as much
 * would have made the instrument stale for 23 % of it. A hundred, so that an instrument whose pace slows at night is
 * known to be slow after eleven intervals.
 */
const INTERVALS_NEWEST = 100
const PERCENTILE_NEWEST = 90
const INTERVALS_AWAY = 10
/** A shorter silence never makes an instrument stale. */
export const LIMIT_MIN = 10_000
/** A feed of known spacing is given half a spacing more. */
const SPACINGS = 1.5

export class Pace {
  readonly #session: Session
  readonly #least: number
  readonly #most: number
  readonly #intervals = new RankWindow(INTERVALS_KEPT)
  readonly #newest = new RankWindow(INTERVALS_NEWEST)
  #last: Millis | undefined
  /** Of the session in which the last quote was, or of the break. */
  #state: SessionState | undefined

  /**
   * Milliseconds. `most`: the catalogue's limit; `spacing`: between two quotes of the feed by its making, 0 where it
   * has none.
   */
  constructor({
    session,
    most,
    spacing,
  }: { readonly session: Session; readonly most: number; readonly spacing: number }) {
    this.#session = session
    this.#least = Math.max(LIMIT_MIN, Math.ceil(SPACINGS * spacing))
    this.#most = Math.max(most, this.#least)
  }

  /** How old the last quote may be, whole milliseconds. */
  get limit(): number {
    if (this.#intervals.count < INTERVALS_MIN) return this.#least
    const usual = Math.min(this.#intervals.percentile(PERCENTILE), this.#intervals.secondLargest())
    const frequent = this.#newest.percentile(PERCENTILE_NEWEST)
    const silence = Math.min(INTERVALS_SILENT * usual, INTERVALS_AWAY * frequent)
    return Math.min(this.#most, Math.max(this.#least, silence))
  }

  /** A quote was published. An interval over a closed session says nothing about the pace. */
  quoted(time: Millis): void {
    const last = this.#last
    const state = this.#state
    this.#last = time
    if (state === undefined || time >= state.changesAt) this.#state = sessionAt(this.#session, time)
    if (last === undefined || time < last || !state?.open || time >= state.changesAt) return
    this.#intervals.add(time - last)
    this.#newest.add(time - last)
  }

  /** The feed as a whole was away: the interval up to the next quote says nothing about the instrument. */
  interrupted(): void {
    this.#last = undefined
  }
}
