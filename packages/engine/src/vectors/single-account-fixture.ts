/**
 * A test fixture with one instrument and one account. Its inputs are the numbers of the vectors: units and decimal
 * prices.
 */
import {
  accountId,
  type InstrumentTerms,
  lotUnits,
  type Micros,
  type Millis,
  micros,
  millis,
  must,
  type Points,
  parseDecimal,
  points,
  ppm,
} from '@veritick/domain'
import type { Command } from '../commands.ts'
import type { AccountView, Engine, Outcome } from '../engine.ts'
import type { Event } from '../events.ts'

const RATE = 2

export type Rate =
  | { readonly kind: 'usd' | 'missing' }
  | { readonly kind: 'multiply' | 'divide'; readonly close: number }
  | { readonly kind: 'self' }

/** The whole terms of an instrument of this many decimals; `units` counts single units of the base. */
export function termsFor(
  decimals: number,
  rate: Rate = { kind: 'usd' },
  more: Partial<InstrumentTerms> = {},
): InstrumentTerms {
  const contractSize = 10 ** Math.max(0, decimals - 2)
  return {
    id: 1,
    code: 'VECTOR',
    version: 1,
    enabled: true,
    session: 'forex',
    quoteCurrency: rate.kind === 'usd' ? 'USD' : 'XXX',
    conversion: sourceOf(rate),
    pricePrecision: decimals,
    contractSize,
    lotStep: lotUnits(1),
    lotMin: lotUnits(1),
    lotMax: lotUnits(1_000_000_000),
    marginMode: 'leveraged',
    leverages: [1, 2, 10, 20, 50],
    feePerLot: micros(0),
    feeOfMargin: ppm(0),
    financingLong: ppm(0),
    financingShort: ppm(0),
    spreadTypical: points(0),
    ...more,
  }
}

export type SingleAccountFixture = ReturnType<typeof openFixture>

export type OrderTerms = {
  readonly side: 'buy' | 'sell'
  readonly units: number
  readonly target?: number
  readonly stopLoss?: number
  readonly takeProfit?: number
  readonly leverage?: number
}

export function openFixture(
  create: () => Engine,
  options: { decimals: number; rate?: Rate; terms?: Partial<InstrumentTerms>; deposit: number },
) {
  const { decimals, rate = { kind: 'usd' }, deposit } = options
  const engine = create()
  const terms = termsFor(decimals, rate, options.terms)
  let now = 1_399_554_000_000
  let seq = 0
  const at = () => millis(now++)
  const request = () => now.toString(16).padStart(32, '0')
  const applyCommand = (command: Command): Outcome => engine.apply(command)
  const sets = (command: Command): void => void eventsOf(applyCommand(command))
  const price = (value: number): Points => points(exact(value, decimals))
  const level = (value: number | undefined) => (value === undefined ? undefined : price(value))

  for (const command of openingCommands({ terms, deposit, rate, at, request })) sets(command)

  return {
    engine,
    /** A published quote; what it set off. */
    quote(bid: number, ask = bid): readonly Event[] {
      seq += 1
      return eventsOf(applyCommand({ kind: 'quote', at: at(), instrument: 1, seq, bid: price(bid), ask: price(ask) }))
    },
    place({ side, units, target, stopLoss, takeProfit, leverage = 1 }: OrderTerms): Outcome {
      return applyCommand({
        kind: 'place',
        at: at(),
        account: accountId(1),
        instrument: 1,
        side,
        lots: lotUnits(exact(units / terms.contractSize, 4)),
        target: level(target),
        stopLoss: level(stopLoss),
        takeProfit: level(takeProfit),
        leverage,
        seenPrice: undefined,
        request: request(),
      })
    },
    close(order: number): Outcome {
      const asked = { at: at(), account: accountId(1), order, seenPrice: undefined, request: request() }
      return applyCommand({ kind: 'close', ...asked })
    },
    rollover(count: number, instant: number = at()): readonly Event[] {
      const nights = { forex: count, metals: count, us_stocks: count }
      return eventsOf(applyCommand({ kind: 'rollover', at: millis(instant), nights }))
    },
    account(): AccountView {
      return must(engine.account(accountId(1)), 'the fixture has an account')
    },
    decimal(value: Points): number {
      return value / 10 ** decimals
    },
  }
}

/** The instrument, the account with its deposit and, where the rate needs one, the quoted instrument of the rate. */
function* openingCommands(fixture: {
  readonly terms: InstrumentTerms
  readonly deposit: number
  readonly rate: Rate
  readonly at: () => Millis
  readonly request: () => string
}): Generator<Command> {
  const { terms, deposit, rate, at, request } = fixture
  yield { kind: 'set_instrument', at: at(), terms }
  yield { kind: 'market', at: at(), instrument: 1, status: 'open' }
  yield { kind: 'open_account', at: at(), account: accountId(1), accountKind: 'real' }
  yield {
    kind: 'credit',
    at: at(),
    account: accountId(1),
    category: 'deposit',
    amount: usd(deposit),
    reference: request(),
  }
  if (rate.kind === 'multiply' || rate.kind === 'divide') {
    yield { kind: 'set_instrument', at: at(), terms: { ...termsFor(6), id: RATE, code: 'RATE' } }
    const close = points(exact(rate.close, 6))
    yield { kind: 'quote', at: at(), instrument: RATE, seq: 1, bid: close, ask: close }
  }
}

/** The events of an outcome that has to be accepted. */
export function eventsOf(outcome: Outcome): readonly Event[] {
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`)
  return outcome.events
}

/** Price at which the events opened or closed a position; `null` if none did, as the vectors write it. */
export function fillOf(fixture: SingleAccountFixture, events: readonly Event[]): number | null {
  const fill = events.find((event) => event.kind === 'order_opened' || event.kind === 'order_closed')
  return fill?.kind === 'order_opened' || fill?.kind === 'order_closed' ? fixture.decimal(fill.price) : null
}

/** The decimal as a whole count, exactly; throws where it has more digits than that. */
export function exact(value: number, decimals: number): number {
  const whole = parseDecimal(value.toFixed(12).replace(/\.?0+$/, ''), decimals)
  if (typeof whole === 'string') throw new Error(`${value} is ${whole} at ${decimals} decimals`)
  return whole
}

export function usd(value: number): Micros {
  return micros(exact(value, 6))
}

export function dollars(value: number): number {
  return value / 1_000_000
}

function sourceOf(rate: Rate): InstrumentTerms['conversion'] {
  switch (rate.kind) {
    case 'usd':
    case 'missing':
      return { kind: rate.kind }
    case 'self':
      return { kind: 'divide', instrument: 1 }
    case 'multiply':
    case 'divide':
      return { kind: rate.kind, instrument: RATE }
  }
}
