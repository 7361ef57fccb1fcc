/**
 * The events of a batch applied straight from their bytes. Nearly all of them are openings and closings: each of these
 * is read into one record that is used again for the next, where an object for each costs more than what it changes.
 */
import { type FeeType, type LotUnits, type Micros, type Millis, must, type Points } from '@veritick/domain'
import type { AccountId } from '../commands.ts'
import { REQUEST_IN_FRAME } from '../event-buffer.ts'
import type { ConversionEvidence, EventOf, QuoteEvidence } from '../events.ts'
import { WORDS } from '../fields.ts'
import { EVENT_KINDS, eventCodec } from '../journal.ts'
import { RunReader } from '../run-reader.ts'
import { evolve, evolveClosed, evolveOpened } from './evolve.ts'
import type { State } from './state.ts'

const OPENED = EVENT_KINDS.indexOf('order_opened') + 1
const CLOSED = EVENT_KINDS.indexOf('order_closed') + 1

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Applies the events of one run of bytes. Returns their number. Throws on bytes that are not a run of events. */
export function evolveRun(state: State, bytes: Uint8Array): number {
  const reader = new RunReader(bytes)
  const [opened, closed] = [newOpened(), newClosed()]
  let count = 0
  for (; !reader.ended(); count++) {
    const kind = reader.peek()
    if (kind === OPENED) evolveOpened(state, readOpened(reader, state, opened))
    else if (kind === CLOSED) evolveClosed(state, readClosed(reader, state, closed))
    else evolve(state, reader.read(eventCodec))
  }
  return count
}

/** The fields in the order of their bytes (journal.ts). The request is passed over: no table keeps it. */
function readOpened(from: RunReader, state: State, event: Mutable<EventOf<'order_opened'>>): EventOf<'order_opened'> {
  from.byte()
  event.at = from.natural() as Millis
  event.order = from.natural()
  event.account = from.natural() as AccountId
  event.previous = from.optionalNatural()
  event.instrument = from.natural()
  event.terms = from.natural()
  event.side = from.flag() ? 'sell' : 'buy'
  event.lots = from.natural() as LotUnits
  event.leverage = from.natural()
  event.price = from.natural() as Points
  event.margin = from.whole() as Micros
  event.fee = from.whole() as Micros
  event.feeType = (from.flag() ? 2 : 1) as FeeType
  event.stopLoss = from.optionalNatural() as Points | undefined
  event.takeProfit = from.optionalNatural() as Points | undefined
  event.pending = from.flag()
  event.reference = from.optionalNatural() as Points | undefined
  readEvidence(from, state, event)
  from.reference()
  return event
}

/** As `readOpened`. */
function readClosed(from: RunReader, state: State, event: Mutable<EventOf<'order_closed'>>): EventOf<'order_closed'> {
  from.byte()
  event.at = from.natural() as Millis
  event.order = from.natural()
  event.account = from.natural() as AccountId
  event.previous = from.natural()
  event.instrument = from.natural()
  event.price = from.natural() as Points
  event.profit = from.whole() as Micros
  event.reason = must(WORDS.closeReason[from.byte()], 'a closing has a reason')
  event.reference = from.optionalNatural() as Points | undefined
  readEvidence(from, state, event)
  if (from.flag()) from.reference()
  return event
}

type Named = { instrument: number; quote: QuoteEvidence; conversion: ConversionEvidence }

/** The market keeps the objects of the newest event, so an event that names the same quote and rate gets these. */
function readEvidence(from: RunReader, state: State, event: Named): void {
  const market = state.market(event.instrument)
  const [seq, bid, ask, time] = [from.natural(), from.natural(), from.natural(), from.natural()]
  const [numerator, denominator, instrument, rateSeq] = [from.natural(), from.natural(), from.natural(), from.natural()]
  const quote = market?.namedQuote
  const isSameQuote =
    quote !== undefined && quote.seq === seq && quote.bid === bid && quote.ask === ask && quote.time === time
  event.quote = isSameQuote ? quote : { seq, bid: bid as Points, ask: ask as Points, time: time as Millis }
  const rate = market?.namedConversion
  const isSameRate =
    rate !== undefined &&
    rate.numerator === numerator &&
    rate.denominator === denominator &&
    rate.instrument === instrument &&
    rate.seq === rateSeq
  event.conversion = isSameRate ? rate : { numerator, denominator, instrument, seq: rateSeq }
}

const NO_QUOTE: QuoteEvidence = { seq: 0, bid: 0 as Points, ask: 0 as Points, time: 0 as Millis }
const NO_RATE: ConversionEvidence = { numerator: 0, denominator: 0, instrument: 0, seq: 0 }

function newOpened(): Mutable<EventOf<'order_opened'>> {
  return {
    kind: 'order_opened',
    at: 0 as Millis,
    order: 0,
    account: 0 as AccountId,
    previous: undefined,
    instrument: 0,
    terms: 0,
    side: 'buy',
    lots: 0 as LotUnits,
    leverage: 0,
    price: 0 as Points,
    margin: 0 as Micros,
    fee: 0 as Micros,
    feeType: 1,
    stopLoss: undefined,
    takeProfit: undefined,
    pending: false,
    reference: undefined,
    quote: NO_QUOTE,
    conversion: NO_RATE,
    request: REQUEST_IN_FRAME,
  }
}

function newClosed(): Mutable<EventOf<'order_closed'>> {
  return {
    kind: 'order_closed',
    at: 0 as Millis,
    order: 0,
    account: 0 as AccountId,
    previous: 0,
    instrument: 0,
    price: 0 as Points,
    profit: 0 as Micros,
    reason: 'user',
    reference: undefined,
    quote: NO_QUOTE,
    conversion: NO_RATE,
    request: undefined,
  }
}
