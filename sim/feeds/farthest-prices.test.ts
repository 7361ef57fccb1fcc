/**
 * Prices at both ends of the range in which a feed is believed, with as many positions as an account gets. A demo
 * account that had bought at the lowest price once ended the process at the highest one, and each start after it
 * (decision 104).
 */
import { accountId, type InstrumentId, type Millis, micros, millis, must } from '@veritick/domain'
import { type Command, createEngine, type Engine } from '@veritick/engine'
import pino from 'pino'
import { expect, test } from 'vitest'
import { loadCatalogue, priceRange } from '../../apps/server/src/market/catalogue.ts'
import { QuoteFlow } from '../../apps/server/src/market/flow.ts'
import { clockOnly } from '../../apps/server/src/market/flow-fixture.ts'
import { CATALOGUE_FOLDER } from './play.ts'

const catalogue = loadCatalogue(CATALOGUE_FOLDER)
const START = Date.UTC(2026, 2, 4, 15)
const REFERENCE = 'ab'.repeat(16)
const OWNER = accountId(1)
const USD = 1_000_000

const entryOf = (code: string) =>
  must(
    catalogue.instruments.find(({ terms }) => terms.code === code),
    code,
  )

type End = 'lowest' | 'highest'

class World {
  readonly engine: Engine = createEngine()
  readonly #flow: QuoteFlow
  #now: Millis = millis(START)

  constructor() {
    let seq = 0
    this.#flow = new QuoteFlow({
      feed: clockOnly(() => this.#now),
      catalogue,
      sessions: 'always',
      lastRollover: undefined,
      nextSequence: () => ++seq,
      ended: () => {},
      log: pino({ level: 'silent' }),
    })
    for (const { terms } of catalogue.instruments) this.applies({ kind: 'set_instrument', at: this.#now, terms })
    this.applies({ kind: 'open_account', at: this.#now, account: OWNER, accountKind: 'real' })
    const amount = micros(900_000_000 * USD)
    const credited = { account: OWNER, category: 'deposit', amount, reference: REFERENCE } as const
    this.applies({ kind: 'credit', at: this.#now, ...credited })
    this.#flow.start((command) => this.applies(command))
  }

  applies(command: Command): void {
    expect(this.engine.apply(command)).toMatchObject({ ok: true })
  }

  /** Enough rows at one end of each range to be believed. */
  goes(ends: Readonly<Record<string, End>>): void {
    for (let row = 0; row < 30; row++) {
      this.#now = millis(this.#now + 1_000)
      for (const [code, end] of Object.entries(ends)) {
        const entry = entryOf(code)
        const { lowest, highest } = priceRange(entry)
        const step = row === 0 ? 1 : 0
        const price = end === 'lowest' ? lowest + step : highest - step
        const instrument: InstrumentId = entry.terms.id
        const quote = { instrument, time: this.#now, bid: price as typeof lowest, ask: price as typeof lowest }
        this.#flow.quote({ ...quote, volume: 1 })
      }
    }
  }

  /** Opens the largest orders until one is refused: why. */
  opens(code: string, side: 'buy' | 'sell'): string {
    const { id, lotMax, leverages } = entryOf(code).terms
    const order = { account: OWNER, instrument: id, side, lots: lotMax, leverage: must(leverages.at(-1), 'a leverage') }
    const levels = { target: undefined, stopLoss: undefined, takeProfit: undefined, seenPrice: undefined }
    for (;;) {
      const placed = this.engine.apply({ kind: 'place', at: this.#now, ...order, ...levels, request: REFERENCE })
      if (!placed.ok) return placed.reason
    }
  }

  closesAll(): void {
    for (const { order } of this.engine.orders(OWNER, 'holding'))
      this.applies({ kind: 'close', at: this.#now, account: OWNER, order, seenPrice: undefined, request: REFERENCE })
  }
}

test.each([
  { code: 'EURUSD', side: 'buy', from: { EURUSD: 'lowest' }, to: { EURUSD: 'highest' } },
  { code: 'USDJPY', side: 'sell', from: { USDJPY: 'highest' }, to: { USDJPY: 'lowest' } },
  {
    code: 'EURJPY',
    side: 'buy',
    from: { USDJPY: 'highest', EURJPY: 'lowest' },
    to: { USDJPY: 'lowest', EURJPY: 'highest' },
  },
] as const)('as many $code as an account gets, from one end of its range to the other', ({ code, side, from, to }) => {
  const world = new World()
  world.goes(from)
  expect(world.opens(code, side)).toBe('amount_too_large')
  world.goes(to)
  expect(world.engine.account(OWNER)?.equity).toBeGreaterThan(1_000_000_000 * USD)
  world.closesAll()
  expect(world.engine.account(OWNER)?.balance).toBeLessThan(8_100_000_000 * USD)
  expect(world.opens(code, side)).toBe('amount_too_large')
})
