/**
 * Prices of a small world: each quote moves by a few points, now and then by a jump that no stop survives, sometimes
 * back again. Spreads breathe. Whole numbers only.
 */
import { type InstrumentTerms, type Millis, millis, points } from '@veritick/domain'
import type { CommandOf } from '@veritick/engine'
import type { Listed } from './catalogue.ts'
import type { Random } from './random.ts'

type Quote = CommandOf<'quote'>

const MOODS = { still: 10, quiet: 45, busy: 30, spike: 8, gap: 3, back: 4 } as const
/** Moves in parts per million of the price. */
const MOVES = { still: 0, quiet: 60, busy: 900, spike: 12_000, gap: 90_000 } as const

export class Prices {
  private readonly random: Random
  private readonly bids = new Map<number, number>()
  private readonly before = new Map<number, number>()
  private readonly spreads = new Map<number, number>()
  private seq = 0

  constructor(random: Random, listed: readonly Listed[]) {
    this.random = random
    for (const { terms, start, spread } of listed) {
      this.bids.set(terms.id, start)
      this.spreads.set(terms.id, spread)
    }
  }

  bid(instrument: number): number {
    return this.bids.get(instrument) ?? 1
  }

  ask(instrument: number): number {
    return this.bid(instrument) + (this.spreads.get(instrument) ?? 0)
  }

  next(terms: InstrumentTerms, at: Millis): Quote {
    const { random } = this
    const bid = this.bid(terms.id)
    const mood = random.weighted(MOODS)
    const moved = mood === 'back' ? (this.before.get(terms.id) ?? bid) : bid + this.move(bid, MOVES[mood])
    if (mood === 'spike' || mood === 'gap') this.before.set(terms.id, bid)
    const bidNow = Math.max(1, moved)
    const usual = Math.max(1, Math.floor(bidNow / 10_000))
    const spread = random.percent(80) ? usual : random.between(0, usual * 12)
    this.bids.set(terms.id, bidNow)
    this.spreads.set(terms.id, spread)
    this.seq += random.between(1, 3)
    // One that had to be confirmed keeps its own, earlier time.
    const own = random.percent(4) ? { time: millis(at - random.between(1, 20_000)) } : {}
    return {
      kind: 'quote',
      at,
      instrument: terms.id,
      seq: this.seq,
      bid: points(bidNow),
      ask: points(bidNow + spread),
      ...own,
    }
  }

  private move(bid: number, partsPerMillion: number): number {
    if (partsPerMillion === 0) return 0
    const most = Math.max(1, Math.floor((bid * partsPerMillion) / 1_000_000))
    return this.random.between(-most, most)
  }
}
