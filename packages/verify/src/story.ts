/**
 * The history of the order, told again: each event must follow from those before it, each fill must be at the bid or
 * ask of the quote it names, each amount must be what the rules make of the order's own numbers. Each finding is a
 * sentence.
 */
import {
  feeOf,
  financingOf,
  groupOf,
  levelOf,
  marginOf,
  numberOf,
  positionOf,
  pricesOf,
  profitOf,
  textOf,
} from './arithmetic.ts'
import { fromHex } from './bytes.ts'
import { conversionFaults, type Levels, partFaults, sizeFaults, stopFaults } from './checks.ts'
import { decodeEvent, type Fields } from './decode.ts'
import type { ReceiptFile } from './file.ts'
import { decimal, timeOf, usd } from './words.ts'

export type Story = { readonly findings: readonly string[]; readonly lines: readonly string[] }

/** For a receipt whose events can be read. `lines` tells it in words. */
export function tellStory(receipt: ReceiptFile): Story {
  const events = receipt.batches.flatMap((batch) => batch.events)
  const order = new Order(receipt.order, positionOfPart(receipt.order, events))
  for (const { sequence, bytes } of events) {
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

/** The position that the order was a part of. A part has the events of its position up to the split. */
function positionOfPart(order: number, events: readonly { readonly bytes: string }[]): number | undefined {
  for (const { bytes } of events) {
    try {
      const event = decodeEvent(fromHex(bytes))
      if (event.kind === 'order_split' && event.part === order) return numberOf(event, 'order')
    } catch {
      // An event that cannot be read is found where the story is told.
    }
  }
  return undefined
}

class Order {
  readonly findings: string[] = []
  readonly lines: string[] = []
  state: 'new' | 'pending' | 'holding' | 'ended' = 'new'
  private readonly id: number
  /** The order whose events are next: the position, until a split makes the part. */
  private current: number
  private account: number | undefined
  /** When something last happened to it, and the sequence of that event. */
  private at = 0
  private last: number | undefined
  private terms: Fields | undefined
  private readonly earlierTerms: Fields[] = []
  private placed: Fields | undefined
  private opened: Fields | undefined
  /** Of the financing so far. */
  private swap = 0
  private levels: Levels = { stopLoss: undefined, takeProfit: undefined }
  private stoppedOut: Fields | undefined
  private name = ''

  constructor(id: number, position: number | undefined) {
    this.id = id
    this.current = position ?? id
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
      const isLow = 2 * numberOf(event, 'equity') <= numberOf(event, 'marginUsed')
      this.check(isLow, 'a stop-out at a margin level above 50 %')
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
      case 'order_amended':
        this.amend(event)
        return
      case 'order_financed':
        this.finance(event)
        return
      case 'order_split':
        this.split(event)
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
    if (known !== undefined) this.earlierTerms.unshift(known)
    this.terms = terms
  }

  private checkIdentity(event: Fields): void {
    this.check(numberOf(event, 'order') === this.current, `it speaks of order ${numberOf(event, 'order')}`)
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
    if ('conversion' in event)
      this.checkAll(conversionFaults(event, this.needTerms(), takesLastRate(event) ? this.earlierTerms : []))
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
    this.useTarget(event, event)
    this.checkAll(sizeFaults(event, this.needTerms()))
    this.placed = event
    this.state = 'pending'
    const target = this.price(numberOf(event, 'target'))
    this.tell(event, `${textOf(event, 'pending')} order placed: ${this.size(event)} at ${target}`)
  }

  /** A pending order gets another target; all else of its placement stays. */
  private amend(event: Fields): void {
    const placed = this.placed
    this.check(this.state === 'pending', 'no pending order stands before it')
    if (placed === undefined) return
    this.check(placed.instrument === event.instrument, 'its instrument is not that of the pending order')
    this.useTarget(event, placed)
    this.placed = { ...placed, target: numberOf(event, 'target') }
    const { stopLoss, takeProfit } = this.levels
    const stops = `stop-loss ${this.levelText(stopLoss)}, take-profit ${this.levelText(takeProfit)}`
    this.tell(event, `pending order changed: at ${this.price(numberOf(event, 'target'))}, ${stops}`)
  }

  /** The levels of a placed or changed order: its target on the side of the market that its kind says. */
  private useTarget(event: Fields, placed: Fields): void {
    const { bid, ask } = pricesOf(event)
    const target = numberOf(event, 'target')
    const buys = textOf(placed, 'side') === 'buy'
    const below = target < (buys ? ask : bid)
    this.check(target !== (buys ? ask : bid), 'its target is the market')
    this.check(
      textOf(placed, 'pending') === (buys === below ? 'limit' : 'stop'),
      'its kind (limit or stop) does not follow from target and market',
    )
    this.levels = { stopLoss: levelOf(event, 'stopLoss'), takeProfit: levelOf(event, 'takeProfit') }
    this.checkAll(stopFaults(this.levels, buys, { bid: target, ask: target }))
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
    this.checkAll(stopFaults(this.levels, buys, { bid, ask }))
    if (wasPending) this.checkTrigger(event)
    else this.checkAll(sizeFaults(event, terms))
    const marginPrice = wasPending ? numberOf(event, 'reference') : bid
    const position = positionOf(event, terms)
    const margin = marginOf(position, marginPrice, groupOf(event, 'conversion'))
    this.amount('margin', event, margin)
    this.amount('fee', event, feeOf(position, numberOf(event, 'feeType'), margin))
    this.opened = event
    this.state = 'holding'
    this.tell(
      event,
      `opened: ${this.size(event)} at ${this.price(price)}, margin ${usd(margin)}, fee ` +
        `${usd(BigInt(numberOf(event, 'fee')))}`,
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
    const { stopLoss, takeProfit } = this.levels
    this.tell(event, `stop-loss ${this.levelText(stopLoss)}, take-profit ${this.levelText(takeProfit)}`)
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
    this.swap += numberOf(event, 'amount')
    this.tell(event, `financing for ${numberOf(event, 'nights')} night(s): ${usd(amount)}`)
  }

  /** A part leaves the position, in proportion to its size. This is the story of the part or that of the rest. */
  private split(event: Fields): void {
    this.check(this.state === 'holding', 'no position stands before it')
    const held: Fields = { ...this.needOpened(), swap: this.swap }
    this.checkAll(partFaults(event, held, this.needTerms()))
    const isThis = numberOf(event, 'part') === this.id
    const left = (name: string) => (isThis ? numberOf(event, name) : numberOf(held, name) - numberOf(event, name))
    this.opened = { ...held, lots: left('lots'), margin: left('margin'), fee: left('fee') }
    this.swap = left('swap')
    const size = `${decimal(BigInt(numberOf(event, 'lots')), 4)} lots`
    this.tell(
      event,
      isThis ? `split off order ${this.current}: ${size}` : `${size} split off as order ${numberOf(event, 'part')}`,
    )
    if (isThis) this.current = this.id
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
      ASKED.includes(reason) === (event.request !== null) || reason === 'demo_reset',
      'whether a customer asked does not fit the reason',
    )
    if (reason !== 'stop_out') return
    const numbers = this.stoppedOut
    this.check(
      numbers !== undefined && numberOf(numbers, 'account') === this.account,
      'no stop-out of this account stands before it',
    )
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

  private checkAll(faults: readonly string[]): void {
    for (const fault of faults) this.check(false, fault)
  }

  private check(holds: boolean, otherwise: string): void {
    if (!holds) this.findings.push(`${this.name}: ${otherwise}`)
  }

  private tell(event: Fields, what: string): void {
    const quote = 'quote' in event ? `, quote ${numberOf(groupOf(event, 'quote'), 'seq')}` : ''
    this.lines.push(`${timeOf(numberOf(event, 'at'))}  ${what}${quote}`)
  }

  private size(event: Fields): string {
    return (
      `${textOf(event, 'side')} ${decimal(BigInt(numberOf(event, 'lots')), 4)} lots ` +
      `${this.terms === undefined ? '' : textOf(this.terms, 'code')}`
    )
  }

  private levelText(level: number | undefined): string {
    return level === undefined ? 'off' : this.price(level)
  }

  private price(points: number): string {
    return decimal(BigInt(points), this.terms === undefined ? 0 : numberOf(this.terms, 'pricePrecision'))
  }
}

const ASKED: readonly string[] = ['user', 'reversal']
/** An opening, and a close that the customer asks for (`ASKED`), need a rate of the terms that hold. */
function takesLastRate(event: Fields): boolean {
  const kind = textOf(event, 'kind')
  return kind === 'order_financed' || (kind === 'order_closed' && !ASKED.includes(textOf(event, 'reason')))
}
