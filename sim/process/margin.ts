/**
 * The market of a process, and the accounts valued by it in BigInt (trading rules 5 and 6). It finds an opening that
 * the free margin did not cover, an account at the stop-out level while a position could be closed, a debt without a
 * position, and a fill that is not at the newest quote.
 */
import type { InstrumentTerms } from '@veritick/domain'
import type { Command, CommandOf, Event, MarketStatus, QuoteEvidence } from '@veritick/engine'
import type { Account, Books } from './books.ts'

/** Margin level, in percent, at which positions are closed. */
const STOP_OUT_PERCENT = 50n

export class Market {
  /** The newest quote by instrument, since the process began. */
  private readonly quotes = new Map<number, QuoteEvidence>()
  private readonly status = new Map<number, MarketStatus>()

  /** Takes the market commands that the process is given before it decides. */
  hears(command: Command): void {
    if (command.kind === 'quote') {
      const { seq, bid, ask, at, instrument, time = at } = command
      this.quotes.set(instrument, { seq, bid, ask, time })
    }
    if (command.kind === 'market') this.status.set(command.instrument, command.status)
  }

  /** The fill names the newest quote of an open market; only a demo reset may use an older one. */
  filled(event: Event): string | undefined {
    if (event.kind !== 'order_opened' && event.kind !== 'order_closed') return undefined
    const isReset = event.kind === 'order_closed' && event.reason === 'demo_reset'
    const last = this.quotes.get(event.instrument)
    if (last === undefined) return isReset ? undefined : 'the fill names a quote from before the start'
    const { seq, bid, ask, time } = event.quote
    if (last.seq !== seq || last.bid !== bid || last.ask !== ask || last.time !== time)
      return 'the fill names another quote than the newest'
    return isReset || this.status.get(event.instrument) === 'open' ? undefined : 'the market is not open'
  }

  /** The sentence about a state that a decision must not leave behind; `undefined`: none. */
  leaves(books: Books, command: Command, events: readonly Event[]): string | undefined {
    if (command.kind === 'quote') return this.leftByQuote(books, command)
    if (command.kind !== 'place' || events[0]?.kind !== 'order_opened') return undefined
    const account = books.accounts.get(command.account)
    const equity = account && this.equity(books, account)
    if (account === undefined || equity === undefined || equity >= account.margin) return undefined
    return `account ${command.account} opened with equity ${equity} for a margin of ${account.margin}`
  }

  private leftByQuote(books: Books, { instrument }: CommandOf<'quote'>): string | undefined {
    if (this.status.get(instrument) !== 'open') return undefined
    for (const [id, account] of books.accounts) {
      if (account.open.size === 0) {
        if (account.balance < 0n) return `account ${id} holds nothing and stands at ${account.balance}`
        continue
      }
      const equity = this.equity(books, account)
      if (equity === undefined || equity * 100n > account.margin * STOP_OUT_PERCENT) continue
      for (const order of account.open) {
        const held = books.orders.get(order)?.opened?.instrument ?? 0
        if (this.status.get(held) === 'open') return `account ${id} is at the stop-out and order ${order} is still open`
      }
    }
    return undefined
  }

  /** `undefined` until the feed has quoted the price and the rate of each of its positions. */
  private equity(books: Books, account: Account): bigint | undefined {
    let equity = account.balance
    for (const order of account.open) {
      const opened = books.orders.get(order)?.opened
      const terms = opened && books.terms.get(opened.instrument)
      const quote = opened && this.quotes.get(opened.instrument)
      const rate = terms && this.rate(books, terms)
      if (opened === undefined || terms === undefined || quote === undefined || rate === undefined) return undefined
      const points = opened.side === 'buy' ? quote.bid - opened.price : opened.price - quote.ask
      const over = BigInt(points) * BigInt(opened.lots) * BigInt(terms.contractSize) * 1_000_000n * rate.over
      equity += halfAway(over, 10_000n * 10n ** BigInt(terms.pricePrecision) * rate.under)
    }
    return equity
  }

  private rate(books: Books, { conversion }: InstrumentTerms): { over: bigint; under: bigint } | undefined {
    if (conversion.kind === 'usd') return { over: 1n, under: 1n }
    if (conversion.kind === 'missing') return undefined
    const source = books.terms.get(conversion.instrument)
    const quote = this.quotes.get(conversion.instrument)
    if (source === undefined || quote === undefined) return undefined
    const [bid, one] = [BigInt(quote.bid), 10n ** BigInt(source.pricePrecision)]
    return conversion.kind === 'multiply' ? { over: bid, under: one } : { over: one, under: bid }
  }
}

/** The same rule as in sim/arithmetic.ts, in code of its own: a fault of the one must not hide a fault of the other. */
function halfAway(over: bigint, under: bigint): bigint {
  const size = over < 0n ? -over : over
  const rounded = (size * 2n + under) / (under * 2n)
  return over < 0n ? -rounded : rounded
}
