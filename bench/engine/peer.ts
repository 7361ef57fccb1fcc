/**
 * The engine beside nodejs-order-book, a well-made JavaScript order book, on what the book does: market orders, and
 * limit orders with cancels. 1,000 accounts, one instrument; every order of ours is checked, charged, margined and
 * written as the bytes of its event. The book matches by price and time and carries no accounts: it says how fast
 * JavaScript of this kind runs on the machine at the moment.
 */
import { type Command, EventBuffer } from '@veritick/engine'
import { OrderBook, Side } from 'nodejs-order-book'
import { cpuMicrosSince, print, takeTurns } from '../measure.ts'
import { at, close, decideAll, frameOf, PRICE, place, quote, requestOf, stage } from './stage.ts'

const ORDERS_PER_TURN = 40_000
const ACCOUNTS = 1_000
/** As the server cuts its batches (BATCH_EVENTS_MAX of the command queue). */
const EVENTS_PER_BATCH = 10_000
/** The engine takes a quote after this many orders; it is not counted as one. */
const ORDERS_PER_QUOTE = 20
const BOOK_LEVELS = 20
const ORDERS_PER_LEVEL = 50
const TARGET_RATIO = 5

export async function besideOrderBook(): Promise<void> {
  await contest('engine: market orders, opened and closed', marketCommands(), marketBook)
  await contest('engine: limit orders, cancels and market orders', pendingCommands(), pendingBook)
}

async function contest(name: string, commands: readonly Command[], book: () => () => void): Promise<void> {
  const pairs = await takeTurns({ ours: () => rate(ours(commands)), peer: () => rate(book()) })
  const target = { atLeast: TARGET_RATIO }
  print({ name, unit: 'orders per CPU second', peer: 'nodejs-order-book', pairs, target })
}

async function rate(run: () => void | Promise<void>): Promise<number> {
  const began = process.cpuUsage()
  await run()
  return (ORDERS_PER_TURN * 1e6) / cpuMicrosSince(began)
}

/** A fresh engine, so that the numbers of its orders are those of the commands. */
function ours(commands: readonly Command[]): () => Promise<void> {
  const engine = stage({ accounts: ACCOUNTS, instruments: 1 })
  const written = new EventBuffer()
  const frame = frameOf(commands)
  return () => decideAll(engine, frame, { written, events: EVENTS_PER_BATCH, full: () => written.clear() })
}

/** Each account opens at the market and closes again. */
function marketCommands(): Command[] {
  const commands: Command[] = []
  for (let order = 1; order <= ORDERS_PER_TURN / 2; order += 1) commands.push(...roundTrip(order, undefined))
  return withQuotes(commands)
}

/** In turn: a limit order is placed and cancelled, a market order opens and closes. */
function pendingCommands(): Command[] {
  const commands: Command[] = []
  for (let order = 1; commands.length < ORDERS_PER_TURN; order += 2) {
    commands.push(...roundTrip(order, PRICE - 5 - (order % 40) * 5), ...roundTrip(order + 1, undefined))
  }
  return withQuotes(commands)
}

function roundTrip(order: number, target: number | undefined): [Command, Command] {
  const [account, request] = [1 + (order % ACCOUNTS), requestOf(order)]
  const ended = close({ account, order, request })
  return [
    place({ account, instrument: 1, target, request }),
    target === undefined ? ended : { ...ended, kind: 'cancel' },
  ]
}

/** A quote after every few orders, up and down within ten points. */
function withQuotes(commands: readonly Command[]): Command[] {
  return commands.flatMap((command, index) => {
    const round = index / ORDERS_PER_QUOTE
    return Number.isInteger(round)
      ? [quote({ instrument: 1, seq: 2 + round, bid: PRICE + (round % 10) }), command]
      : [command]
  })
}

/** A deep book on one side: a market order takes one unit, a limit order refills it. */
function marketBook(): () => void {
  const book = deepBook()
  const refills = Array.from({ length: ORDERS_PER_TURN / 2 }, (_, index) => ask(`refill${index}`, index % BOOK_LEVELS))
  return () => {
    for (const refill of refills) {
      book.market({ side: Side.BUY, size: 1 })
      book.limit(refill)
    }
  }
}

function pendingBook(): () => void {
  const book = deepBook()
  const waiting = Array.from({ length: ORDERS_PER_TURN / 4 }, (_, index) => ({
    id: `wait${index}`,
    side: Side.BUY,
    size: 1,
    price: PRICE - (index % 40) * 5,
  }))
  const refills = waiting.map(({ id }, index) => ask(`refill${id}`, index % BOOK_LEVELS))
  return () => {
    for (const [index, wait] of waiting.entries()) {
      book.limit(wait)
      book.cancel(wait.id)
      book.market({ side: Side.BUY, size: 1 })
      book.limit(at(refills, index))
    }
  }
}

function deepBook(): OrderBook {
  const book = new OrderBook()
  for (let level = 0; level < BOOK_LEVELS; level += 1) {
    for (let each = 0; each < ORDERS_PER_LEVEL; each += 1) book.limit(ask(`deep${level}-${each}`, level))
  }
  return book
}

function ask(id: string, level: number): { id: string; side: Side.SELL; size: number; price: number } {
  return { id, side: Side.SELL, size: 1, price: PRICE + 10 + level }
}
