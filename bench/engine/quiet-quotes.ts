/**
 * The cost of a quote that crosses nothing, with many positions and with few: each account holds ten positions with
 * stops out of reach, and the price goes up and down by a point.
 */
import { type Engine, EventBuffer } from '@veritick/engine'
import { cpuMicrosSince, print, takeTurns } from '../measure.ts'
import { applyAll, PRICE, place, quote, requestOf, stage } from './stage.ts'

const POSITIONS_FEW = 1_000
const POSITIONS_MANY = [100_000, 1_000_000]
const POSITIONS_PER_ACCOUNT = 10
const QUOTES_PER_TURN = 200_000
const TARGET_RATIO = 1.3

export async function quietQuotes(): Promise<void> {
  const few = new Held(POSITIONS_FEW)
  for (const positions of POSITIONS_MANY) {
    const many = new Held(positions)
    const pairs = await takeTurns({ ours: () => many.quoteCost(), peer: () => few.quoteCost() })
    const name = `engine: a quote that crosses nothing, ${positions.toLocaleString('en-US')} positions`
    const target = { atMost: TARGET_RATIO }
    print({ name, unit: 'ns of CPU', peer: `the same with ${POSITIONS_FEW.toLocaleString('en-US')}`, pairs, target })
  }
}

class Held {
  private readonly engine: Engine
  private readonly written = new EventBuffer()
  private seq = 1

  constructor(positions: number) {
    const accounts = positions / POSITIONS_PER_ACCOUNT
    this.engine = stage({ accounts, instruments: 1 })
    for (let order = 1; order <= positions; order += 1) {
      const account = 1 + (order % accounts)
      applyAll(this.engine, [place({ account, instrument: 1, target: undefined, request: requestOf(order) })])
    }
  }

  /** Nanoseconds of CPU for one quote. */
  quoteCost(): number {
    const quotes = Array.from({ length: QUOTES_PER_TURN }, () => {
      this.seq += 1
      return quote({ instrument: 1, seq: this.seq, bid: PRICE + (this.seq % 2) })
    })
    const began = process.cpuUsage()
    for (const each of quotes) this.engine.apply(each, this.written)
    if (this.written.count > 0) throw new Error('invariant violated: a quote that crosses nothing leaves no event')
    return (cpuMicrosSince(began) * 1_000) / QUOTES_PER_TURN
  }
}
