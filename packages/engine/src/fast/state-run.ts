/**
 * The bytes of a state from the columns, and back: a snapshot of a million positions is read and written without an
 * object for each. The layout is that of state-bytes.ts. The reference engine goes through its codecs, and the
 * simulator compares the bytes of both after every step.
 */
import {
  type AccountId,
  accountId,
  assert,
  type LotUnits,
  lotUnits,
  type Micros,
  type Millis,
  micros,
  millis,
  must,
  type Points,
  points,
} from '@veritick/domain'
import { ByteReader, ByteWriter, GROUPS_MAX, natural, putNatural, putReference, putWhole, reference } from '../bytes.ts'
import type { ConversionEvidence, QuoteEvidence } from '../events.ts'
import { RunReader } from '../run-reader.ts'
import {
  type DurableOpening,
  type DurableOrder,
  durableAccount,
  readStateHead,
  readTransfers,
  writeStateHead,
  writeTransfers,
} from '../state-bytes.ts'
import type { OrderSlot } from './columns.ts'
import { accountOf, headOf, loadAccount, loadOrder, loadTransfers, stateFromHead } from './durable.ts'
import { LIMIT, PENDING } from './orders.ts'
import type { State } from './state.ts'

/** More than an order of any kind takes: its numbers, and its request with all single bytes. */
const ORDER_BYTES_MAX = 32 * GROUPS_MAX

/** As `encodeState(durableOf(state))`. */
export function stateBytesOf(state: State): Uint8Array {
  const out = new ByteWriter()
  writeStateHead(out, headOf(state))
  const accounts = ascending(state.accounts)
  natural.write(out, accounts.length)
  for (const id of accounts) durableAccount.write(out, accountOf(state, state.accountSlot(accountId(id))))
  const orders = ascending(state.orders)
  natural.write(out, orders.length)
  for (const id of orders) {
    const slot = must(state.orders.find(id), 'a listed order is there')
    out.moveTo(putOrder(out.room(ORDER_BYTES_MAX), out.size(), state, slot))
  }
  writeTransfers(out, [...state.transfers.values()])
  return out.bytes()
}

/** As `stateFrom(decodeState(bytes))`: throws on the same bytes. */
export function stateFromBytes(bytes: Uint8Array): State {
  const from = new ByteReader(bytes)
  const state = stateFromHead(readStateHead(from))
  for (let left = natural.read(from); left > 0; left -= 1) loadAccount(state, durableAccount.read(from))
  const run = new RunReader(bytes)
  run.at = from.at()
  const orders = new OrderRun()
  let last = 0
  for (let left = run.natural(); left > 0; left -= 1) {
    const order = orders.next(run)
    assert(order.order > last, 'orders are listed by number')
    last = order.order
    loadOrder(state, order)
  }
  loadTransfers(state, readTransfers(new ByteReader(bytes, run.at)))
  return state
}

/** The numbers of all live rows. */
function ascending<Slot extends number>(table: {
  live(): Iterable<Slot>
  count(): number
  readonly id: { get(slot: Slot): number }
}): Float64Array {
  const ids = new Float64Array(table.count())
  let at = 0
  for (const slot of table.live()) ids[at++] = table.id.get(slot)
  return ids.sort()
}

function putOrder(buffer: Uint8Array, start: number, state: State, slot: OrderSlot): number {
  const { orders } = state
  const isPending = orders.status.get(slot) === PENDING
  let at = putNatural(buffer, start, orders.id.get(slot))
  at = putNatural(buffer, at, state.accountIdOf(slot))
  at = putNatural(buffer, at, state.marketOf(slot).terms.id)
  at = putNatural(buffer, at, orders.lastEvent.get(slot))
  buffer[at++] = orders.sideOf(slot) === 'buy' ? 0 : 1
  buffer[at++] = isPending ? 1 : 0
  if (isPending) buffer[at++] = orders.pendingKind.get(slot) === LIMIT ? 0 : 1
  at = putNatural(buffer, at, orders.lots.get(slot))
  at = putNatural(buffer, at, orders.leverage.get(slot))
  at = putNatural(buffer, at, orders.price.get(slot))
  at = putOptional(buffer, at, orders.stopLoss.get(slot))
  at = putOptional(buffer, at, orders.takeProfit.get(slot))
  at = putNatural(buffer, at, orders.placedAt.get(slot))
  buffer[at++] = isPending ? 1 : 0
  if (isPending) at = putReference(buffer, at, orders.requestOf(slot))
  at = putOptional(buffer, at, isPending ? orders.targetSet.get(slot) : undefined)
  buffer[at++] = isPending ? 0 : 1
  return isPending ? at : putOpening(buffer, at, state, slot)
}

function putOpening(buffer: Uint8Array, start: number, { orders }: State, slot: OrderSlot): number {
  const { quote, conversion, pending, reference: seen } = orders.evidenceOf(slot)
  let at = putNatural(buffer, start, orders.openedAt.get(slot))
  at = putWhole(buffer, at, orders.margin.get(slot))
  at = putWhole(buffer, at, orders.fee.get(slot))
  at = putWhole(buffer, at, orders.swap.get(slot))
  at = putNatural(buffer, at, quote.seq)
  at = putNatural(buffer, at, quote.bid)
  at = putNatural(buffer, at, quote.ask)
  at = putNatural(buffer, at, quote.time)
  at = putNatural(buffer, at, conversion.numerator)
  at = putNatural(buffer, at, conversion.denominator)
  at = putNatural(buffer, at, conversion.instrument)
  at = putNatural(buffer, at, conversion.seq)
  buffer[at++] = pending ? 1 : 0
  if (pending) buffer[at++] = orders.pendingKind.get(slot) === LIMIT ? 0 : 1
  return putOptional(buffer, at, seen)
}

function putOptional(buffer: Uint8Array, at: number, value: number | undefined): number {
  buffer[at] = value === undefined ? 0 : 1
  return value === undefined ? at + 1 : putNatural(buffer, at + 1, value)
}

type Written<T> = { -readonly [Field in keyof T]: T[Field] }

/** Reads one order after the other into a record that is used again: it is in the columns before the next one. */
class OrderRun {
  private readonly quote: Written<QuoteEvidence> = { seq: 0, bid: points(0), ask: points(0), time: millis(0) }
  private readonly conversion: Written<ConversionEvidence> = { numerator: 0, denominator: 0, instrument: 0, seq: 0 }
  private readonly opening: Written<DurableOpening> = {
    at: millis(0),
    margin: micros(0),
    fee: micros(0),
    swap: micros(0),
    quote: this.quote,
    conversion: this.conversion,
    pending: undefined,
    reference: undefined,
  }
  private readonly order: Written<DurableOrder> = {
    order: 0,
    account: accountId(0),
    instrument: 0,
    lastEvent: 0,
    side: 'buy',
    pending: undefined,
    lots: lotUnits(0),
    leverage: 0,
    price: points(0),
    stopLoss: undefined,
    takeProfit: undefined,
    placedAt: millis(0),
    request: undefined,
    targetSet: undefined,
    opening: undefined,
  }

  next(from: RunReader): DurableOrder {
    const { order } = this
    order.order = from.natural()
    order.account = from.natural() as AccountId
    order.instrument = from.natural()
    order.lastEvent = from.natural()
    order.side = from.flag() ? 'sell' : 'buy'
    order.pending = from.flag() ? (from.flag() ? 'stop' : 'limit') : undefined
    order.lots = from.natural() as LotUnits
    order.leverage = from.natural()
    order.price = from.natural() as Points
    order.stopLoss = from.optionalNatural() as Points | undefined
    order.takeProfit = from.optionalNatural() as Points | undefined
    order.placedAt = from.natural() as Millis
    order.request = from.flag() ? from.read(reference) : undefined
    order.targetSet = from.optionalNatural()
    order.opening = from.flag() ? this.nextOpening(from) : undefined
    return order
  }

  private nextOpening(from: RunReader): DurableOpening {
    const { opening, quote, conversion } = this
    opening.at = from.natural() as Millis
    opening.margin = from.whole() as Micros
    opening.fee = from.whole() as Micros
    opening.swap = from.whole() as Micros
    quote.seq = from.natural()
    quote.bid = from.natural() as Points
    quote.ask = from.natural() as Points
    quote.time = from.natural() as Millis
    conversion.numerator = from.natural()
    conversion.denominator = from.natural()
    conversion.instrument = from.natural()
    conversion.seq = from.natural()
    opening.pending = from.flag() ? (from.flag() ? 'stop' : 'limit') : undefined
    opening.reference = from.optionalNatural() as Points | undefined
    return opening
  }
}
