/**
 * The orders of many customers: each opens a position at the market with stop-loss and take-profit, on one instrument
 * of many, and closes it some orders later, so that many positions are open at any moment. The price of one instrument
 * moves after every few orders. Accounts follow each other in an order that no cache foresees.
 */
import type { Command } from '@veritick/engine'
import { close, frameOf, PRICE, place, quote, requestOf } from './stage.ts'

/** The engine takes a quote after this many orders; it is not counted as one. */
const ORDERS_PER_QUOTE = 20
/** Prices move up and down within this many points. */
const PRICE_WALK = 20
/** A prime, so that its multiples visit every account once before one comes again. */
const ACCOUNT_STEP = 61_813

export type MixSize = {
  readonly accounts: number
  readonly instruments: number
  /** Positions that are open at any moment: each is closed after this many others were opened. */
  readonly held: number
}

export class Mix {
  private readonly size: MixSize
  private opened = 0
  private closed = 0
  private quotes = 0

  constructor(size: MixSize) {
    this.size = size
  }

  /** The openings that come before the first closing. */
  begin(): Command[] {
    return Array.from({ length: this.size.held }, () => this.open())
  }

  /** As `next`, as the bytes that one frame brings. */
  nextFrame(orders: number): Uint8Array {
    return frameOf(this.next(orders))
  }

  /** The next `orders` orders, half of them openings and half closings, and the quotes between them. */
  private next(orders: number): Command[] {
    const commands: Command[] = []
    for (let order = 0; order < orders; order += 1) {
      if (order % ORDERS_PER_QUOTE === 0) commands.push(this.quote())
      commands.push(order % 2 === 0 ? this.open() : this.close())
    }
    return commands
  }

  private open(): Command {
    this.opened += 1
    const instrument = 1 + ((this.opened * 7) % this.size.instruments)
    const request = requestOf(this.opened)
    return place({ account: this.accountOf(this.opened), instrument, target: undefined, request })
  }

  private close(): Command {
    this.closed += 1
    return close({ account: this.accountOf(this.closed), order: this.closed, request: requestOf(-this.closed) })
  }

  /** Order numbers are given in the order of the openings, so the number of an order names its account. */
  private accountOf(order: number): number {
    return 1 + ((order * ACCOUNT_STEP) % this.size.accounts)
  }

  private quote(): Command {
    this.quotes += 1
    const { instruments } = this.size
    const round = Math.floor(this.quotes / instruments)
    return quote({ instrument: 1 + (this.quotes % instruments), seq: 2 + round, bid: PRICE + (round % PRICE_WALK) })
  }
}
