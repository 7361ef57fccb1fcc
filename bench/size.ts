/**
 * Cost over size: a quote that crosses nothing and a single order (open and close), with one and with ten times as many
 * accounts, positions and instruments. CPU time of the engine; both sizes take turns in one process. Sockets have a
 * program of their own.
 */
import { accountId, type InstrumentTerms, lotUnits, micros, millis, points } from '@veritick/domain'
import { type Command, createEngine, type Engine } from '@veritick/engine'
import { EURUSD } from '../tools/crash/world.ts'
import { cpuMicrosSince, print, takeTurns } from './measure.ts'

type Size = { readonly accounts: number; readonly positions: number; readonly instruments: number }

const SMALL: Size = { accounts: 10_000, positions: 100_000, instruments: 8 }
const TIMES = 10
/** Quotes and single orders stay flat: what memory further away costs is allowed, a tenfold work is not. */
const RATIO_MAX = 1.5
const QUOTES = 200_000
const ORDERS = 20_000
const AT = millis(Date.UTC(2026, 2, 4, 15))
const FUNDS = 50_000_000_000
const BID = 108_500
const SPREAD = 10
const STOP = 50_000
const LOTS = 100
const LEVERAGE = 100
const LONG_AGO = '0'.repeat(32)

class World {
  readonly #engine: Engine = createEngine()
  readonly #size: Size
  #seq = 1
  #orders = 0

  constructor(size: Size) {
    this.#size = size
    for (let id = 1; id <= size.instruments; id += 1) {
      this.#does({ kind: 'set_instrument', at: AT, terms: termsOf(id) })
      this.#does({ kind: 'market', at: AT, instrument: id, status: 'open' })
      this.#does(this.#quote(id, BID))
    }
    for (let account = 1; account <= size.accounts; account += 1) {
      this.#does({ kind: 'open_account', at: AT, account: accountId(account), accountKind: 'real' })
      const reference = account.toString(16).padStart(32, '0')
      const credit = { kind: 'credit', category: 'deposit', amount: micros(FUNDS), reference } as const
      this.#does({ ...credit, at: AT, account: accountId(account) })
    }
    for (let at = 0; at < size.positions; at += 1) this.#does(this.#place(at))
  }

  /** Nanoseconds of CPU for one quote. */
  quotes(): number {
    const moves = Array.from({ length: QUOTES }, (_, at) =>
      this.#quote((at % this.#size.instruments) + 1, BID + (at & 1)),
    )
    const began = process.cpuUsage()
    for (const move of moves) this.#engine.apply(move)
    return (cpuMicrosSince(began) * 1_000) / QUOTES
  }

  /** Nanoseconds of CPU for one order that is opened and closed. */
  orders(): number {
    const pairs = Array.from({ length: ORDERS }, (_, at) => {
      const account = accountId((at % this.#size.accounts) + 1)
      const order = this.#orders + at + 1
      const end: Command = { kind: 'close', at: AT, account, order, seenPrice: undefined, request: LONG_AGO }
      return [this.#placing(at), end] as const
    })
    this.#orders += ORDERS
    const began = process.cpuUsage()
    for (const [open, end] of pairs) {
      this.#does(open)
      this.#does(end)
    }
    return (cpuMicrosSince(began) * 1_000) / ORDERS
  }

  #does(command: Command): void {
    const outcome = this.#engine.apply(command)
    if (!outcome.ok) throw new Error(`${command.kind} was refused: ${outcome.reason}`)
  }

  #place(at: number): Command {
    this.#orders += 1
    return this.#placing(at)
  }

  #placing(at: number): Command {
    const { accounts, instruments } = this.#size
    const account = accountId((at % accounts) + 1)
    const order = { instrument: (at % instruments) + 1, side: 'buy', lots: lotUnits(LOTS), leverage: LEVERAGE } as const
    const prices = { target: undefined, stopLoss: points(STOP), takeProfit: undefined, seenPrice: undefined }
    return { kind: 'place', at: AT, account, ...order, ...prices, request: LONG_AGO }
  }

  #quote(instrument: number, bid: number): Command {
    this.#seq += 1
    return { kind: 'quote', at: AT, instrument, seq: this.#seq, bid: points(bid), ask: points(bid + SPREAD) }
  }
}

function termsOf(id: number): InstrumentTerms {
  return { ...EURUSD, id, code: `T${String(id).padStart(5, '0')}` }
}

async function measure(what: keyof Size): Promise<void> {
  const [small, large] = [new World(SMALL), new World({ ...SMALL, [what]: SMALL[what] * TIMES })]
  const figure = { unit: 'ns CPU', peer: `${SMALL[what]} ${what}`, target: { atMost: RATIO_MAX } }
  for (const work of ['quotes', 'orders'] as const) {
    const pairs = await takeTurns({ ours: () => large[work](), peer: () => small[work]() })
    const name = work === 'quotes' ? 'quote that crosses nothing' : 'order opened and closed'
    print({ ...figure, name: `${name}, ${SMALL[what] * TIMES} ${what}`, pairs })
  }
}

for (const what of ['accounts', 'positions', 'instruments'] as const) await measure(what)
