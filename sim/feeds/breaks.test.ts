/**
 * A source that lies when no order can be filled: in the daily break, before a start, or while the rate of an
 * instrument is not known. Such rows cost it nothing. The gate once took their moves for usual ones: a single row 18 %
 * beside the price was believed afterwards, filled orders and stopped customers out. Positions were valued and financed
 * at such rows, so a customer earned a night's financing 800 times, or withdrew what a loss had used up.
 */
import { accountId, lotUnits, micros, millis, must } from '@veritick/domain'
import { type Command, createEngine, type Event } from '@veritick/engine'
import { describe, expect, test } from 'vitest'
import { QuoteFlow } from '../../apps/server/src/market/flow.ts'
import { marketOf } from './market-of.ts'

const BID = 108_500
const RATE = 150_000
const FROM = Date.UTC(2026, 2, 4, 21, 50)
/** 16:58 to 17:05 in New York. */
const BREAK = { from: Date.UTC(2026, 2, 4, 21, 58), to: Date.UTC(2026, 2, 4, 22, 5) }
const CALM_AFTER = 40
/** The walk goes over nine steps, each larger than the ones before it. */
const STEPS = [150, 1_050, 3_000] as const
const SPIKES = [2_000, 20_000, -20_000] as const

const cases = [false, true].flatMap((hasPast) => SPIKES.map((spike) => ({ hasPast, spike })))

test.each(cases)(
  'a row $spike points beside the price after a break is not believed; told as past: $hasPast',
  (one) => {
    const { item, send, begin } = marketOf(QuoteFlow, { start: FROM, sessions: 'real', hasPast: one.hasPast })
    let now = FROM
    for (let index = 0; now < BREAK.from - 1_000; index++) now = send(BID + (index % 5), { after: 1_000 })
    const third = (BREAK.to - BREAK.from) / STEPS.length
    for (let index = 0; now < BREAK.to - 1_000; index++) {
      const step = STEPS[Math.max(0, Math.floor((now - BREAK.from) / third))] ?? STEPS[0]
      now = send(BID + Math.abs((index % 18) - 9) * step, { after: 500 })
    }
    if (one.hasPast) begin()
    for (let index = 0; index < CALM_AFTER; index++) now = send(BID + (index % 5), { after: 1_000 })
    expect(item.status).toBe('open')
    send(BID + one.spike, { after: 1_000 })
    expect(item.status).toBe('held')
  },
)

/** A market with an engine behind it, in which one account holds a long position. */
class Held {
  readonly market: ReturnType<typeof marketOf>
  readonly events: Event[] = []
  readonly #engine = createEngine()
  readonly #account = accountId(1)
  now = FROM

  constructor(code: string) {
    this.market = marketOf(QuoteFlow, { code, start: FROM, sessions: 'real', sink: (command) => this.does(command) })
    const at = millis(FROM)
    for (const terms of this.market.instruments) this.does({ kind: 'set_instrument', at, terms })
    this.does({ kind: 'open_account', at, account: this.#account, accountKind: 'real' })
    const amount = micros(100_000_000_000)
    this.does({ kind: 'credit', at, account: this.#account, category: 'deposit', amount, reference: 'd'.repeat(32) })
    this.rows(60, BID)
    this.does({
      ...{ kind: 'place', at: millis(this.now), account: this.#account, instrument: this.market.item.entry.terms.id },
      ...{ side: 'buy', lots: lotUnits(100_000), leverage: 30, target: undefined, request: 'b'.repeat(32) },
      ...{ stopLoss: undefined, takeProfit: undefined, seenPrice: undefined },
    })
    expect(this.events.at(-1)?.kind).toBe('order_opened')
  }

  /** The reason where it is refused. */
  does(command: Command): string | undefined {
    const outcome = this.#engine.apply(command)
    if (!outcome.ok) return outcome.reason
    this.events.push(...outcome.events)
    return undefined
  }

  /** So many seconds with a row of the instrument, and one of its rate where that is another one. */
  rows(seconds: number, bid: number, rate: { readonly bid: number; readonly spread?: number } = { bid: RATE }): void {
    for (let index = 0; index < seconds; index++) {
      if (this.market.instruments.length > 1) this.market.sendRate(rate.bid + (index % 3), { after: 0, ...rate })
      this.now = this.market.send(bid + (index % 5), { after: 1_000 })
    }
  }

  rowsUntil(end: number, bid: number): void {
    this.rows((end - this.now) / 1_000 - 1, bid)
  }

  /** The reason for which a withdrawal is refused. */
  withdraws(dollars: number): string | undefined {
    const [amount, reference] = [micros(dollars * 1_000_000), 'e'.repeat(32)]
    return this.does({ kind: 'lock_withdrawal', at: millis(this.now), account: this.#account, amount, reference })
  }
}

describe('rows at which no order can be filled', () => {
  const financed = (lie: (held: Held) => void) => {
    const held = new Held('EURJPY')
    lie(held)
    held.rowsUntil(BREAK.to, BID)
    const event = must(
      held.events.find(({ kind }) => kind === 'order_financed'),
      'a night was charged',
    )
    return 'amount' in event ? event.amount : 0
  }
  const right = financed(() => {})

  test('in the break do not finance a position, nor give its rate', () => {
    const lied = financed((held) => {
      held.rowsUntil(BREAK.from + 117_000, BID)
      held.rows(5, 25 * BID, { bid: RATE / 25 })
    })
    expect(lied).toBe(right)
  })

  test('before the end of the session, while the rate is not known, do not finance one either', () => {
    const lied = financed((held) => {
      held.rowsUntil(BREAK.from - 9_000, BID)
      held.rows(12, 25 * BID, { bid: RATE, spread: -5 })
    })
    // The last row at which an order could be filled is another one.
    expect(lied / right).toBeCloseTo(1, 3)
  })

  test.each([0, 5])('in the break hide no loss from a withdrawal: %d of them', (lies) => {
    const held = new Held('EURUSD')
    for (let fall = 0; fall < 7_500; fall += 150) held.rows(2, BID - fall)
    held.rowsUntil(BREAK.from + 60_000, BID - 7_500)
    if (lies > 0) held.rows(lies, 130_000)
    expect(held.withdraws(99_000)).toBe('margin_not_enough')
  })

  test('are not the price of a position after a start in the break', () => {
    const commands: Command[] = []
    const sink = (command: Command) => commands.push(command)
    const { item, send, begin } = marketOf(QuoteFlow, { start: FROM, sessions: 'real', hasPast: true, sink })
    let now = FROM
    while (now < BREAK.from - 1_000) now = send(BID + (now % 3), { after: 1_000 })
    for (let index = 0; index < 5; index++) now = send(2 * BID + index, { after: 1_000 })
    begin()
    expect(item.quote?.bid).toBe(2 * BID + 4)
    expect(commands.flatMap((command) => (command.kind === 'quote' ? [command.bid] : []))).toEqual([BID + (now % 3)])
  })
})
