/** Rows of EURUSD in points, played through a quality gate. */
import { millis, PRICE_MAX, points } from '@veritick/domain'
import { type FeedQuote, GUARD_MIN } from './feed.ts'
import { QualityGate, type QuoteVerdict } from './quality.ts'

/** A row: bid, spread and second; each a second after the one before unless it says when. */
export type Row = readonly [bid: number, spread?: number, second?: number]

/** Every price that can be written down is one of its instrument. */
export const ANY_PRICE = { lowest: points(1), highest: PRICE_MAX }
export const newGate = () => new QualityGate({ guardMin: GUARD_MIN, spreadTypical: () => points(10), ...ANY_PRICE })

/** A row by its source time in milliseconds. */
export const rowAt = (bid: number, time: number, spread = 10): FeedQuote => ({
  instrument: 1,
  time: millis(time),
  bid: points(bid),
  ask: points(bid + spread),
  volume: 1,
})

/**
 * Plays rows from a second on; the market clock is the newest source time. The row of second 0 is one of before the
 * start unless all rows are `live`.
 */
export function play(
  gate: QualityGate,
  rows: readonly Row[],
  from = 0,
  live = false,
): (QuoteVerdict & { readonly held: boolean })[] {
  let now = from * 1000
  return rows.map(([bid, spread = 10, second], index) => {
    const time = (second ?? from + index) * 1000
    now = Math.max(now, time)
    const isLive = live || from + index > 0
    const verdict = gate.validateQuote(rowAt(bid, time, spread), millis(now), isLive)
    if (verdict.published !== undefined && isLive) gate.learn(millis(now))
    return { ...verdict, held: gate.heldSince !== undefined }
  })
}

/** The result of each row: a published bid, `held`, or `-` where the gate is open and nothing is new. */
export function told(rows: readonly Row[], gate = newGate()): (number | string)[] {
  return play(gate, rows).map(wordOf)
}

/** As `told`, for a feed that tells nothing of before the start. */
export function toldLive(rows: readonly Row[], gate = newGate()): (number | string)[] {
  return play(gate, rows, 0, true).map(wordOf)
}

const wordOf = ({ published, held }: QuoteVerdict & { readonly held: boolean }) =>
  published?.bid ?? (held ? 'held' : '-')
