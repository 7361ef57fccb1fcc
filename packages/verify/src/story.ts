/**
 * What happened to the order, told again: each event must follow from those before it, each fill must be at the bid or
 * ask of the quote it names, each amount must be what the rules make of the order's own numbers. Each finding is a
 * sentence.
 */
import {
  feeOf,
  financingOf,
  groupOf,
  levelOf,
  listOf,
  marginOf,
  numberOf,
  type Position,
  profitOf,
  textOf,
} from './arithmetic.ts'
import { fromHex } from './bytes.ts'
import { decodeEvent, type Fields } from './decode.ts'
import type { ReceiptFile } from './file.ts'
import { decimal, timeOf, usd } from './words.ts'

export type Story = { readonly findings: readonly string[]; readonly lines: readonly string[] }

/** For a receipt whose events can be read. `lines` tells it in words. */
export function tellStory(receipt: ReceiptFile): Story {
  const order = new Order(receipt.order)
  for (const { sequence, bytes } of receipt.batches.flatMap((batch) => batch.events)) {
    try {
      order.follow(sequence, decodeEvent(fromHex(bytes)))
    } catch (error) {
      order.findings.push(`event ${sequence}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (order.state === 'new') order.findings.push(`no event speaks of order ${receipt.order}`)
  // Later events may stand in the journal and not here: only an event that follows shows that one is missing before it.
  if (order.state === 'holding') order.lines.push('open as far as this receipt shows')
  if (order.state === 'pending') order.lines.push('pending as far as this receipt shows')
  return { findings: order.findings, lines: order.lines }
}

type Levels = { stopLoss: number | undefined; takeProfit: number | undefined }

class Order {
  readonly findings: string[] = []
  readonly lines: string[] = []
  state: 'new' | 'pending' | 'holding' | 'ended' = 'new'
  private readonly id: number
  private account: number | undefined
  /** When something last happened to it, and the sequence of that event. */
  private at = 0
  private last: number | undefined
  private terms: Fields | undefined
  private placed: Fields | undefined
  private opened: Fields | undefined
  private levels: Levels = { stopLoss: undefined, takeProfit: undefined }
  private stoppedOut: Fields | undefined
  private name = ''

  constructor(id: number) {
    this.id = id
  }

  follow(sequence: number, event: Fields): void {
    this.name = `event ${sequence}`
    const kind = textOf(event, 'kind')
    if (kind === 'instrument_set') {
      this.useTerms(groupOf(event, 'terms'))
      return
    }
    if (kind === 'stopped_out') {
      this.stoppedOut = event
      this.check(
        2 * numberOf(event, 'equity') <= numberOf(event, 'marginUsed'),
        'a stop-out at a margin level above 50 %',
      )
      return
    }
    this.checkIdentity(event)
    this.checkChain(sequence, event)
    switch (kind) {
      case 'order_placed':
        this.place(event)
        return
      case 'order_opened':
        this.open(event)
        return
      case 'stops_set':
        this.setStops(event)
        return
      case 'order_financed':
        this.finance(event)
        return
      case 'order_cancelled':
        this.cancel(event)
        return
      case 'order_closed':
        this.close(event)
        return
      default:
        this.findings.push(`${this.name}: ${kind} does not belong into a receipt`)
    }
  }

  private useTerms(terms: Fields): void {
    const known = this.terms
    if (known !== undefined) {
      this.check(numberOf(terms, 'id') === numberOf(known, 'id'), 'terms of another instrument')
      this.check(numberOf(terms, 'version') > numberOf(known, 'version'), 'terms whose version does not rise')
    }
    this.terms = terms
  }

  private checkIdentity(event: Fields): void {
    this.check(numberOf(event, 'order') === this.id, `it speaks of order ${numberOf(event, 'order')}`)
    const account = numberOf(event, 'account')
    this.check(this.account === undefined || account === this.account, `it speaks of account ${account}`)
    this.account = account
    const at = numberOf(event, 'at')
    this.check(at >= this.at, 'its moment is before that of the event before it')
    this.at = at
    this.check(this.state !== 'ended', 'the order had ended before it')
    if ('instrument' in event) {
      const instrument = numberOf(event, 'instrument')
      this.check(
        this.terms !== undefined && numberOf(this.terms, 'id') === instrument,
        `no terms of instrument ${instrument} stand before it`,
      )
    }
    if ('quote' in event) {
      const { bid, ask } = pricesOf(event)
      this.check(bid > 0 && bid <= ask, 'its quote has no bid at or below its ask')
    }
    if ('conversion' in event) this.checkConversion(event)
  }

  /** Each event of the order names the one before it, so that none between two of them can be missing. */
  private checkChain(sequence: number, event: Fields): void {
    const previous = 'previous' in event ? levelOf(event, 'previous') : undefined
    const { last } = this
    this.last = sequence
    if (previous === last) return
    if (previous === undefined)
      this.check(false, `it begins the order, but event ${last} of the order stands before it`)
    else if (last === undefined || previous > last)
      this.check(false, `event ${previous} of the order is missing before it`)
    else this.check(false, `it follows event ${previous} of the order, but event ${last} stands before it`)
  }

  private place(event: Fields): void {
    this.check(this.state === 'new', 'it is placed a second time')
    const { bid, ask } = pricesOf(event)
    const target = numberOf(event, 'target')
    const buys = textOf(event, 'side') === 'buy'
    const below = target < (buys ? ask : bid)
    this.check(target !== (buys ? ask : bid), 'its target is the market')
    this.check(
      textOf(event, 'pending') === (buys === below ? 'limit' : 'stop'),
      'its kind (limit or stop) does not follow from target and market',
    )
    this.levels = { stopLoss: levelOf(event, 'stopLoss'), takeProfit: levelOf(event, 'takeProfit') }
    this.checkStops(buys, { bid: target, ask: target })
    this.checkSize(event)
    this.placed = event
    this.state = 'pending'
    this.tell(event, `${textOf(event, 'pending')} order placed: ${this.size(event)} at ${this.price(target)}`)
  }

  private open(event: Fields): void {
    const wasPending = event.pending === true
    this.check(
      this.state === (wasPending ? 'pending' : 'new'),
      wasPending ? 'no pending order stands before it' : 'it is opened a second time',
    )
    const terms = this.needTerms()
    const { bid, ask } = pricesOf(event)
    const buys = textOf(event, 'side') === 'buy'
    const price = numberOf(event, 'price')
    this.check(
      numberOf(event, 'terms') === numberOf(terms, 'version'),
      `terms version ${numberOf(event, 'terms')} does not stand before it`,
    )
    this.check(
      price === (buys ? ask : bid),
      `a ${textOf(event, 'side')} fills at the ${buys ? 'ask' : 'bid'} of its quote`,
    )
    this.levels = { stopLoss: levelOf(event, 'stopLoss'), takeProfit: levelOf(event, 'takeProfit') }
    this.checkStops(buys, { bid, ask })
    if (wasPending) this.checkTrigger(event)
    else this.checkSize(event)
    const marginPrice = wasPending ? numberOf(event, 'reference') : bid
    const position = positionOf(event, terms)
    const margin = marginOf(position, marginPrice, groupOf(event, 'conversion'))
    this.amount('margin', event, margin)
    this.amount('fee', event, feeOf(position, numberOf(event, 'feeType'), margin))
    this.opened = event
    this.state = 'holding'
    this.tell(
      event,
      `opened: ${this.size(event)} at ${this.price(price)}, margin ${usd(margin)}, fee ${usd(BigInt(numberOf(event, 'fee')))}`,
    )
  }

  /** A pending order opens as it was placed, on a quote that reaches its target. */
  private checkTrigger(event: Fields): void {
    const placed = this.placed
    if (placed === undefined) return
    for (const name of ['side', 'lots', 'leverage', 'instrument', 'request']) {
      this.check(placed[name] === event[name], `its ${name} is not that of the pending order`)
    }
    const { bid, ask } = pricesOf(event)
    const target = numberOf(placed, 'target')
    const buys = textOf(placed, 'side') === 'buy'
    const limit = textOf(placed, 'pending') === 'limit'
    const reached = buys ? (limit ? ask <= target : ask >= target) : limit ? bid >= target : bid <= target
    this.check(levelOf(event, 'reference') === target, 'its reference is not the target')
    this.check(reached, 'its quote does not reach the target')
  }

  private setStops(event: Fields): void {
    this.check(this.state === 'pending' || this.state === 'holding', 'no order stands before it')
    this.levels = { stopLoss: levelOf(event, 'stopLoss'), takeProfit: levelOf(event, 'takeProfit') }
    const show = (level: number | undefined) => (level === undefined ? 'off' : this.price(level))
    this.tell(event, `stop-loss ${show(this.levels.stopLoss)}, take-profit ${show(this.levels.takeProfit)}`)
  }

  private finance(event: Fields): void {
    const opened = this.needOpened()
    const amount = financingOf(
      positionOf(opened, this.needTerms()),
      pricesOf(event).bid,
      numberOf(event, 'nights'),
      groupOf(event, 'conversion'),
    )
    this.amount('amount', event, amount)
    this.tell(event, `financing for ${numberOf(event, 'nights')} night(s): ${usd(amount)}`)
  }

  private cancel(event: Fields): void {
    this.check(this.state === 'pending', 'no pending order stands before it')
    this.checkReason(event)
    this.state = 'ended'
    this.tell(event, `cancelled: ${textOf(event, 'reason')}`)
  }

  private close(event: Fields): void {
    const opened = this.needOpened()
    const { bid, ask } = pricesOf(event)
    const buys = textOf(opened, 'side') === 'buy'
    const close = numberOf(event, 'price')
    this.check(
      close === (buys ? bid : ask),
      `a ${buys ? 'long' : 'short'} closes at the ${buys ? 'bid' : 'ask'} of its quote`,
    )
    const prices = { open: numberOf(opened, 'price'), close }
    const profit = profitOf(positionOf(opened, this.needTerms()), prices, groupOf(event, 'conversion'))
    this.amount('profit', event, profit)
    this.checkReason(event)
    const reason = textOf(event, 'reason')
    const level =
      reason === 'stop_loss' ? this.levels.stopLoss : reason === 'take_profit' ? this.levels.takeProfit : undefined
    if (reason === 'stop_loss' || reason === 'take_profit') {
      this.check(
        level !== undefined && levelOf(event, 'reference') === level,
        `its reference is not the ${reason} that was set`,
      )
      const reached = level !== undefined && (buys === (reason === 'stop_loss') ? close <= level : close >= level)
      this.check(reached, `its quote does not reach the ${reason}`)
    }
    this.state = 'ended'
    this.tell(event, `closed (${reason}) at ${this.price(close)}: profit ${usd(profit)}`)
  }

  private checkReason(event: Fields): void {
    const reason = textOf(event, 'reason')
    this.check(
      (reason === 'user') === (event.request !== null) || reason === 'demo_reset',
      'whether a customer asked does not fit the reason',
    )
    if (reason !== 'stop_out') return
    const numbers = this.stoppedOut
    this.check(
      numbers !== undefined && numberOf(numbers, 'account') === this.account,
      'no stop-out of this account stands before it',
    )
  }

  private checkStops(buys: boolean, market: { readonly bid: number; readonly ask: number }): void {
    const { stopLoss, takeProfit } = this.levels
    const wrongLoss = stopLoss !== undefined && (buys ? stopLoss >= market.bid : stopLoss <= market.ask)
    const wrongGain = takeProfit !== undefined && (buys ? takeProfit <= market.ask : takeProfit >= market.bid)
    this.check(!wrongLoss, 'its stop-loss is on the wrong side')
    this.check(!wrongGain, 'its take-profit is on the wrong side')
  }

  private checkSize(event: Fields): void {
    const terms = this.needTerms()
    const lots = numberOf(event, 'lots')
    this.check(lots >= numberOf(terms, 'lotMin') && lots <= numberOf(terms, 'lotMax'), 'its size is outside the terms')
    this.check(lots % numberOf(terms, 'lotStep') === 0, 'its size is off the step')
    const leverage = numberOf(event, 'leverage')
    const offered =
      textOf(terms, 'marginMode') === 'fixed' ? leverage === 0 : listOf(terms, 'leverages').includes(leverage)
    this.check(offered, 'its leverage is not offered by the terms')
  }

  private checkConversion(event: Fields): void {
    const source = groupOf(this.needTerms(), 'conversion')
    const used = groupOf(event, 'conversion')
    const [numerator, denominator] = [numberOf(used, 'numerator'), numberOf(used, 'denominator')]
    const [instrument, seq] = [numberOf(used, 'instrument'), numberOf(used, 'seq')]
    const kind = textOf(source, 'kind')
    if (kind === 'usd') {
      this.check(
        numerator === 1 && denominator === 1 && instrument === 0 && seq === 0,
        'a conversion where the quote currency is USD',
      )
      return
    }
    this.check(
      kind !== 'missing' && instrument === numberOf(source, 'instrument'),
      'its conversion is by another instrument than the terms say',
    )
    const [rate, scale] = kind === 'multiply' ? [numerator, denominator] : [denominator, numerator]
    this.check(rate > 0 && isPowerOfTen(scale), 'its conversion is no price')
    const quote = groupOf(event, 'quote')
    if (instrument !== numberOf(event, 'instrument')) return
    const same =
      seq === numberOf(quote, 'seq') &&
      rate === numberOf(quote, 'bid') &&
      scale === 10 ** numberOf(this.needTerms(), 'pricePrecision')
    this.check(same, 'its conversion is not the bid of its own quote')
  }

  private amount(name: string, event: Fields, due: bigint): void {
    const found = BigInt(numberOf(event, name))
    this.check(found === due, `${name} is ${usd(found)}, by the rules it is ${usd(due)}`)
  }

  private needTerms(): Fields {
    if (this.terms === undefined) throw new Error('the terms of its instrument are missing')
    return this.terms
  }

  private needOpened(): Fields {
    if (this.opened === undefined) throw new Error('no opening stands before it')
    return this.opened
  }

  private check(holds: boolean, otherwise: string): void {
    if (!holds) this.findings.push(`${this.name}: ${otherwise}`)
  }

  private tell(event: Fields, what: string): void {
    const quote = 'quote' in event ? `, quote ${numberOf(groupOf(event, 'quote'), 'seq')}` : ''
    this.lines.push(`${timeOf(numberOf(event, 'at'))}  ${what}${quote}`)
  }

  private size(event: Fields): string {
    return `${textOf(event, 'side')} ${decimal(BigInt(numberOf(event, 'lots')), 4)} lots ${this.terms === undefined ? '' : textOf(this.terms, 'code')}`
  }

  private price(points: number): string {
    return decimal(BigInt(points), this.terms === undefined ? 0 : numberOf(this.terms, 'pricePrecision'))
  }
}

function positionOf(event: Fields, terms: Fields): Position {
  return { terms, side: textOf(event, 'side'), lots: numberOf(event, 'lots'), leverage: numberOf(event, 'leverage') }
}

function pricesOf(event: Fields): { readonly bid: number; readonly ask: number } {
  const quote = groupOf(event, 'quote')
  return { bid: numberOf(quote, 'bid'), ask: numberOf(quote, 'ask') }
}

function isPowerOfTen(value: number): boolean {
  return /^10*$/.test(String(value))
}
