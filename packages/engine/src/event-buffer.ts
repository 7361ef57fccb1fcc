/**
 * Decided events as the bytes of the journal, one after the other: the engine writes each event once, into the batch
 * that is being collected. A reader that needs objects decodes them. Events that begin or end an order have a writer of
 * their own, because they are nearly all events and a codec that calls a codec for each field takes three times as
 * long. The tests compare them with the bytes of the codec.
 */
import { assert, must } from '@veritick/domain'
import { ByteWriter, GROUPS_MAX, putNatural, putReference, putWhole, REFERENCE_BYTES } from './bytes.ts'
import type { RequestId } from './commands.ts'
import type { ConversionEvidence, Event, EventOf, QuoteEvidence } from './events.ts'
import { WORDS } from './fields.ts'
import { decodeEvents, EVENT_KINDS, eventCodec } from './journal.ts'
import { copyWords, viewOf } from './wide.ts'

const ENDS_FIRST = 64
/** An opening has fewer than 32 numbers and flags. */
const ORDER_EVENT_BYTES_MAX = 32 * GROUPS_MAX + REFERENCE_BYTES + 4
const OPENED = EVENT_KINDS.indexOf('order_opened') + 1
const CLOSED = EVENT_KINDS.indexOf('order_closed') + 1
const PLACED = EVENT_KINDS.indexOf('order_placed') + 1
const CANCELLED = EVENT_KINDS.indexOf('order_cancelled') + 1

/** A run of events: their bytes, and where each ends. */
export type EventRun = { readonly bytes: Uint8Array; readonly ends: readonly number[] }

/** Stands for a request whose 16 bytes were not made to text (`EventBuffer.requestIn`). */
export const REQUEST_IN_FRAME: RequestId = ''

/**
 * The numbers of one event in the order of the journal, before they become bytes. A byte below 128, such as a flag or
 * the place of a word, is a number, too. One loop over a list replaces a call for each number.
 */
const NUMBERS = new Float64Array(32)

/** The bytes of a quote and of a rate, made once and written with every event that names both. */
export class Evidence {
  private readonly bytes = new Uint8Array(8 * GROUPS_MAX)
  readonly view = viewOf(this.bytes)
  /** Length of the bytes of quote and rate, and of those of the quote alone. */
  length = 0
  quoteLength = 0

  set(quote: QuoteEvidence, conversion: ConversionEvidence): this {
    const { bytes } = this
    let at = putNatural(bytes, 0, quote.seq)
    at = putNatural(bytes, at, quote.bid)
    at = putNatural(bytes, at, quote.ask)
    at = putNatural(bytes, at, quote.time)
    this.quoteLength = at
    at = putNatural(bytes, at, conversion.numerator)
    at = putNatural(bytes, at, conversion.denominator)
    at = putNatural(bytes, at, conversion.instrument)
    this.length = putNatural(bytes, at, conversion.seq)
    return this
  }
}

const NO_FRAME = viewOf(new Uint8Array(0))
const NO_RATE: ConversionEvidence = { numerator: 0, denominator: 0, instrument: 0, seq: 0 }

/** Events in the order in which the engine decided them. `take` removes the first of them for a batch. */
export class EventBuffer {
  private readonly out = new ByteWriter()
  /** The moment that was written last, and its bytes: the events of a turn have one moment. */
  private moment = Number.NaN
  private readonly momentBytes = new Uint8Array(GROUPS_MAX)
  private readonly momentView = viewOf(this.momentBytes)
  private momentLength = 0
  /** The buffer that is being written and the same bytes as words. */
  private buffer = this.out.room(ORDER_EVENT_BYTES_MAX)
  private view = viewOf(this.buffer)
  /** The evidence of an event that came without its bytes. */
  private readonly evidence = new Evidence()
  /** Where the request of the command that is being decided lies as bytes. */
  frame: DataView = NO_FRAME
  frameAt = 0
  /** Length of the frame: asking the view for it is a call. */
  private frameBytes = 0
  private ends = new Int32Array(ENDS_FIRST)
  /** Events so far. */
  count = 0

  /** Writes an event behind those before it. Throws on one that the journal cannot hold, and leaves all as it was. */
  add(event: Event): void {
    if (event.kind === 'order_opened') this.opened(event)
    else if (event.kind === 'order_closed') this.closed(event)
    else if (event.kind === 'order_placed') this.placed(event)
    else if (event.kind === 'order_cancelled') this.cancelled(event)
    else {
      eventCodec.write(this.out, event)
      this.end()
    }
  }

  /** As `add`. `evidence`: the event's quote and rate, where their bytes are known. */
  opened(event: EventOf<'order_opened'>, evidence?: Evidence): void {
    const buffer = this.room()
    const start = this.out.size()
    buffer[start] = OPENED
    let at = this.putMoment(start + 1, event.at)
    at = putOpened(buffer, at, event)
    at = this.putEvidence(at, evidence ?? this.evidence.set(event.quote, event.conversion))
    this.out.moveTo(this.putRequest(buffer, at, event.request))
    this.end()
  }

  /** As `opened`; of the evidence only the quote. */
  placed(event: EventOf<'order_placed'>, evidence?: Evidence): void {
    const buffer = this.room()
    const start = this.out.size()
    buffer[start] = PLACED
    let at = this.putMoment(start + 1, event.at)
    at = putPlaced(buffer, at, event)
    const { view, quoteLength } = evidence ?? this.evidence.set(event.quote, NO_RATE)
    at = copyWords(view, 0, this.view, at, quoteLength)
    this.out.moveTo(this.putRequest(buffer, at, event.request))
    this.end()
  }

  /** As `opened`. */
  cancelled(event: EventOf<'order_cancelled'>): void {
    const buffer = this.room()
    const start = this.out.size()
    buffer[start] = CANCELLED
    let at = this.putMoment(start + 1, event.at)
    at = putCancelled(buffer, at, event)
    buffer[at] = event.request === undefined ? 0 : 1
    this.out.moveTo(event.request === undefined ? at + 1 : this.putRequest(buffer, at + 1, event.request))
    this.end()
  }

  /** As `opened`. */
  closed(event: EventOf<'order_closed'>, evidence?: Evidence): void {
    const buffer = this.room()
    const start = this.out.size()
    buffer[start] = CLOSED
    let at = this.putMoment(start + 1, event.at)
    at = putClosed(buffer, at, event)
    at = this.putEvidence(at, evidence ?? this.evidence.set(event.quote, event.conversion))
    buffer[at] = event.request === undefined ? 0 : 1
    this.out.moveTo(event.request === undefined ? at + 1 : this.putRequest(buffer, at + 1, event.request))
    this.end()
  }

  /** An event whose request is REQUEST_IN_FRAME takes the 16 bytes that lie here. */
  requestIn(frame: DataView, at: number): void {
    if (frame !== this.frame) {
      this.frame = frame
      this.frameBytes = frame.byteLength
    }
    assert(at >= 0 && at + REFERENCE_BYTES <= this.frameBytes, 'a request lies in its frame')
    this.frameAt = at
  }

  private putMoment(at: number, moment: number): number {
    const { momentBytes } = this
    if (moment !== this.moment) {
      this.momentLength = putNatural(momentBytes, 0, moment)
      this.moment = moment
    }
    copyWords(this.momentView, 0, this.view, at, GROUPS_MAX)
    return at + this.momentLength
  }

  private putRequest(buffer: Uint8Array, at: number, request: RequestId): number {
    if (request !== REQUEST_IN_FRAME) return putReference(buffer, at, request)
    const { frame, frameAt } = this
    assert(frame !== NO_FRAME, 'a request without digits lies in a frame')
    return copyWords(frame, frameAt, this.view, at, REFERENCE_BYTES)
  }

  private putEvidence(at: number, { view, length }: Evidence): number {
    return copyWords(view, 0, this.view, at, length)
  }

  /** The buffer, with room for one event of an order. */
  private room(): Uint8Array {
    const buffer = this.out.room(ORDER_EVENT_BYTES_MAX)
    if (buffer === this.buffer) return buffer
    this.buffer = buffer
    this.view = viewOf(buffer)
    return buffer
  }

  /** Bytes so far. */
  size(): number {
    return this.out.size()
  }

  /** The events as a run of their own that later writing does not change. */
  run(): EventRun {
    return { bytes: this.out.bytes(), ends: this.firstEnds(this.count) }
  }

  /** The first events as a run of their own; those behind them are the first ones from now on. */
  take(count: number): EventRun {
    assert(count >= 0 && count <= this.count, 'only events that were written are taken')
    const ends = this.firstEnds(count)
    const taken = ends.at(-1)
    if (taken === undefined) return { bytes: new Uint8Array(0), ends }
    const bytes = this.out.takeFront(taken)
    this.count -= count
    for (let at = 0; at < this.count; at += 1) this.ends[at] = must(this.ends[at + count], 'it was written') - taken
    return { bytes, ends }
  }

  /** The events from this one on, counted from 0, as objects. */
  events(from = 0): readonly Event[] {
    const start = from === 0 ? 0 : this.ends[from - 1]
    assert(start !== undefined && from <= this.count, 'an event has a place')
    return decodeEvents(this.out.bytes(start)).events
  }

  clear(): void {
    this.out.clear()
    this.count = 0
  }

  /** Where the first events end. By index: the iterator of `Array.from` took 2 to 3 % of the engine's time. */
  private firstEnds(count: number): number[] {
    const ends: number[] = []
    for (let at = 0; at < count; at += 1) ends.push(must(this.ends[at], 'it was written'))
    return ends
  }

  private end(): void {
    if (this.count === this.ends.length) {
      const longer = new Int32Array(this.ends.length * 2)
      longer.set(this.ends)
      this.ends = longer
    }
    this.ends[this.count] = this.out.size()
    this.count += 1
  }
}

/** Writes the fields from the order's number to the reference price. */
function putOpened(buffer: Uint8Array, start: number, event: EventOf<'order_opened'>): number {
  NUMBERS[0] = event.order
  NUMBERS[1] = event.account
  let count = listOptional(2, event.previous)
  NUMBERS[count] = event.instrument
  NUMBERS[count + 1] = event.terms
  NUMBERS[count + 2] = event.side === 'buy' ? 0 : 1
  NUMBERS[count + 3] = event.lots
  NUMBERS[count + 4] = event.leverage
  NUMBERS[count + 5] = event.price
  let at = putNaturals(buffer, start, NUMBERS, count + 6)
  at = putWhole(buffer, at, event.margin)
  at = putWhole(buffer, at, event.fee)
  NUMBERS[0] = event.feeType === 1 ? 0 : 1
  count = listOptional(listOptional(1, event.stopLoss), event.takeProfit)
  NUMBERS[count] = event.pending ? 1 : 0
  return putNaturals(buffer, at, NUMBERS, listOptional(count + 1, event.reference))
}

/** Writes the fields from the order's number to the take-profit. */
function putPlaced(buffer: Uint8Array, start: number, event: EventOf<'order_placed'>): number {
  NUMBERS[0] = event.order
  NUMBERS[1] = event.account
  NUMBERS[2] = event.instrument
  NUMBERS[3] = event.side === 'buy' ? 0 : 1
  NUMBERS[4] = event.pending === 'limit' ? 0 : 1
  NUMBERS[5] = event.lots
  NUMBERS[6] = event.leverage
  NUMBERS[7] = event.target
  return putNaturals(buffer, start, NUMBERS, listOptional(listOptional(8, event.stopLoss), event.takeProfit))
}

/** As `putOpened`. */
function putClosed(buffer: Uint8Array, start: number, event: EventOf<'order_closed'>): number {
  NUMBERS[0] = event.order
  NUMBERS[1] = event.account
  NUMBERS[2] = event.previous
  NUMBERS[3] = event.instrument
  NUMBERS[4] = event.price
  const at = putWhole(buffer, putNaturals(buffer, start, NUMBERS, 5), event.profit)
  NUMBERS[0] = WORDS.closeReason.indexOf(event.reason)
  return putNaturals(buffer, at, NUMBERS, listOptional(1, event.reference))
}

/** As `putOpened`, to the reason. */
function putCancelled(buffer: Uint8Array, start: number, event: EventOf<'order_cancelled'>): number {
  NUMBERS[0] = event.order
  NUMBERS[1] = event.account
  NUMBERS[2] = event.previous
  NUMBERS[3] = WORDS.cancelReason.indexOf(event.reason)
  return putNaturals(buffer, start, NUMBERS, 4)
}

/** As `putNatural` of the first numbers of a list, one behind the other. */
function putNaturals(buffer: Uint8Array, start: number, numbers: Float64Array, count: number): number {
  assert(count <= numbers.length, 'only numbers of the list are written')
  let at = start
  for (let place = 0; place < count; place++) {
    const value = must(numbers[place], 'a number is inside its list')
    let rest = value | 0
    if (rest !== value || rest < 0) {
      at = putNatural(buffer, at, value)
      continue
    }
    while (rest > 127) {
      buffer[at++] = (rest & 127) | 128
      rest >>= 7
    }
    buffer[at++] = rest
  }
  return at
}

/** Lists a number that may be missing, behind the byte that says whether it is. Returns the place behind it. */
function listOptional(place: number, value: number | undefined): number {
  assert(place + 1 < NUMBERS.length, 'an event has few numbers')
  if (value === undefined) {
    NUMBERS[place] = 0
    return place + 1
  }
  NUMBERS[place] = 1
  NUMBERS[place + 1] = value
  return place + 2
}
