/**
 * A source that mixes two lines: the right price and another one, which stands still, drifts, is noisy, or is the price
 * of before a gap, as wide as the right one or not. A trader who knows every coming row trades whenever the market is
 * open. The right price stands still, so that all that the trader earns is owed to the fault. Beside it a right source
 * in lively news, which must stay open.
 */
import { Random } from '../random.ts'
import { marketOf, START } from './market-of.ts'
import type { Flow } from './play.ts'

const BID = 108_500
const SPREAD = 10
/** Of the wrong line. A row up to ten times as wide as usual is believed. */
const SPREADS_WRONG = [SPREAD, 0, 4, 25, 9 * SPREAD] as const
/** Rows of the right line alone before the fault begins. */
const CALM = 60
/** How long the source mixes its lines, in milliseconds. */
const MIXED_FOR = 600_000
/** How far the lines are from one another at first, in points; the guard is 217. */
const APART = { least: 3 * SPREAD, most: 60 * SPREAD }
/** So many rows of one line follow one another at most. */
const BLOCKS = [2, 3, 12, 30] as const
const STEP = { least: 50, most: 1_500 }

type Line = 'still' | 'drifting' | 'noisy' | 'before a gap'

/** Points: what the trader earned on one unit, and how far the lines were apart at most. */
export type Mixed = { readonly line: Line; readonly earned: number; readonly apart: number }

/**
 * Rows of a right source in a quiet market, and then of news, after which moves are twelve times as large and spreads
 * three times, and calm down by half in a minute. The seconds of ten minutes in which the market is not open.
 */
export function playNews(Flow: Flow, seed: number): number {
  const random = new Random(seed)
  const { item, send } = marketOf(Flow)
  let [bid, shut] = [BID, 0]
  const row = (size: number, spread: number) => {
    // About normal: the sum of four.
    for (let part = 0; part < 4; part++) bid += random.between(-size, size)
    const after = random.between(100, 400)
    if (item.status !== 'open') shut += after / 1_000
    return send(bid, { after, spread })
  }
  let now = START
  while (now < START + 60_000) now = row(1, 3)
  shut = 0
  for (const news = now; now < news + MIXED_FOR; ) {
    const share = 0.5 ** ((now - news) / 60_000)
    now = row(1 + Math.round(11 * share), 3 + Math.round(6 * share))
  }
  return shut
}

export function playLines(Flow: Flow, seed: number): Mixed {
  const random = new Random(seed)
  const { item, send } = marketOf(Flow)
  let now = START
  for (let row = 0; row < CALM; row++) now = send(BID + random.below(3), { after: 1_000 })
  const trader = new Foresight()
  const line = random.pick<Line>(['still', 'drifting', 'noisy', 'before a gap'])
  let apart = random.pick([1, -1]) * random.between(APART.least, APART.most)
  // The right price is the one after the gap. The market is open at it once it is confirmed.
  const right = line === 'before a gap' ? BID + apart : BID
  const wrong = line === 'before a gap' ? BID : BID + apart
  const block = random.pick(BLOCKS)
  const spread = random.pick(SPREADS_WRONG)
  const noise = line === 'noisy' ? 2 * SPREAD : 2
  let drift = 0
  let isRight = true
  let left = 1
  for (const end = now + MIXED_FOR; now < end; ) {
    if (left-- === 0) {
      isRight = !isRight
      left = random.below(block)
    }
    if (line === 'drifting') drift += random.pick([0, 1])
    apart = Math.sign(apart) * Math.max(Math.abs(apart), Math.abs(wrong + drift - right))
    const bid = isRight ? right + random.below(3) : wrong + drift + random.between(-noise, noise)
    const after = random.between(STEP.least, STEP.most)
    now = send(bid, { after, spread: isRight ? SPREAD : spread })
    if (item.status === 'open' && item.quote !== undefined) trader.see(item.quote)
  }
  return { line, earned: trader.earned, apart: Math.abs(apart) }
}

/** The most that one unit earns on a row of quotes, by a trader who knows them all. */
export class Foresight {
  #flat = 0
  #long = Number.NEGATIVE_INFINITY
  #short = Number.NEGATIVE_INFINITY

  see({ bid, ask }: { readonly bid: number; readonly ask: number }): void {
    const flat = Math.max(this.#flat, this.#long + bid, this.#short - ask)
    this.#long = Math.max(this.#long, this.#flat - ask)
    this.#short = Math.max(this.#short, this.#flat + bid)
    this.#flat = flat
  }

  get earned(): number {
    return this.#flat
  }
}
