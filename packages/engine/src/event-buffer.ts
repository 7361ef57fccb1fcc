/**
 * Decided events as the bytes of the journal, one after the other: the engine writes each event once, into the batch
 * that is being collected. A reader that needs objects decodes them. An opening and a closing have writers of their
 * own, because nearly all events are one of these and a codec that calls a codec for each field takes three times as
 * long; the tests hold them to the bytes of the codec.
 */
import { assert, must } from '@veritick/domain'
import { ByteWriter, GROUPS_MAX, putNatural, putReference, putWhole, REFERENCE_BYTES } from './bytes.ts'
import type { ConversionEvidence, Event, EventOf, QuoteEvidence } from './events.ts'
import { WORDS } from './fields.ts'
import { decodeEvents, EVENT_KINDS, eventCodec } from './journal.ts'

const ENDS_FIRST = 64
/** An opening has fewer than 32 numbers and flags. */
const ORDER_EVENT_BYTES_MAX = 32 * GROUPS_MAX + REFERENCE_BYTES
const OPENED = EVENT_KINDS.indexOf('order_opened') + 1
const CLOSED = EVENT_KINDS.indexOf('order_closed') + 1

/** A run of events: their bytes, and where each ends. */
export type EventRun = { readonly bytes: Uint8Array; readonly ends: readonly number[] }

export class EventBuffer {
  private readonly out = new ByteWriter()
  private ends = new Int32Array(ENDS_FIRST)
  /** Events so far. */
  count = 0

  /** Writes an event behind those before it. Throws on one that the journal cannot hold, and leaves all as it was. */
  add(event: Event): void {
    if (event.kind === 'order_opened') this.opened(event)
    else if (event.kind === 'order_closed') this.closed(event)
    else {
      eventCodec.write(this.out, event)
      this.end()
    }
  }

  /** As `add`. */
  opened(event: EventOf<'order_opened'>): void {
    const buffer = this.out.room(ORDER_EVENT_BYTES_MAX)
    this.out.moveTo(putOpened(buffer, this.out.size(), event))
    this.end()
  }

  /** As `add`. */
  closed(event: EventOf<'order_closed'>): void {
    const buffer = this.out.room(ORDER_EVENT_BYTES_MAX)
    this.out.moveTo(putClosed(buffer, this.out.size(), event))
    this.end()
  }

  /** Bytes so far. */
  size(): number {
    return this.out.size()
  }

  /** The events as a run of their own that later writing does not change. */
  run(): EventRun {
    return { bytes: this.out.bytes(), ends: Array.from(this.ends.subarray(0, this.count)) }
  }

  /** The first events as a run of their own; those behind them are the first ones from now on. */
  take(count: number): EventRun {
    assert(count >= 0 && count <= this.count, 'only events that were written are taken')
    const ends = Array.from(this.ends.subarray(0, count))
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

function putOpened(buffer: Uint8Array, start: number, event: EventOf<'order_opened'>): number {
  buffer[start] = OPENED
  let at = putNatural(buffer, start + 1, event.at)
  at = putNatural(buffer, at, event.order)
  at = putNatural(buffer, at, event.account)
  at = putOptional(buffer, at, event.previous)
  at = putNatural(buffer, at, event.instrument)
  at = putNatural(buffer, at, event.terms)
  buffer[at] = event.side === 'buy' ? 0 : 1
  at = putNatural(buffer, at + 1, event.lots)
  at = putNatural(buffer, at, event.leverage)
  at = putNatural(buffer, at, event.price)
  at = putWhole(buffer, at, event.margin)
  at = putWhole(buffer, at, event.fee)
  buffer[at] = event.feeType === 1 ? 0 : 1
  at = putOptional(buffer, at + 1, event.stopLoss)
  at = putOptional(buffer, at, event.takeProfit)
  buffer[at] = event.pending ? 1 : 0
  at = putOptional(buffer, at + 1, event.reference)
  at = putEvidence(buffer, at, event.quote, event.conversion)
  return putReference(buffer, at, event.request)
}

function putClosed(buffer: Uint8Array, start: number, event: EventOf<'order_closed'>): number {
  buffer[start] = CLOSED
  let at = putNatural(buffer, start + 1, event.at)
  at = putNatural(buffer, at, event.order)
  at = putNatural(buffer, at, event.account)
  at = putNatural(buffer, at, event.previous)
  at = putNatural(buffer, at, event.instrument)
  at = putNatural(buffer, at, event.price)
  at = putWhole(buffer, at, event.profit)
  const reason = WORDS.closeReason.indexOf(event.reason)
  assert(reason >= 0, 'a closing has a reason that has a number')
  buffer[at] = reason
  at = putOptional(buffer, at + 1, event.reference)
  at = putEvidence(buffer, at, event.quote, event.conversion)
  buffer[at] = event.request === undefined ? 0 : 1
  return event.request === undefined ? at + 1 : putReference(buffer, at + 1, event.request)
}

function putEvidence(buffer: Uint8Array, start: number, quote: QuoteEvidence, conversion: ConversionEvidence): number {
  let at = putNatural(buffer, start, quote.seq)
  at = putNatural(buffer, at, quote.bid)
  at = putNatural(buffer, at, quote.ask)
  at = putNatural(buffer, at, quote.time)
  at = putNatural(buffer, at, conversion.numerator)
  at = putNatural(buffer, at, conversion.denominator)
  at = putNatural(buffer, at, conversion.instrument)
  return putNatural(buffer, at, conversion.seq)
}

function putOptional(buffer: Uint8Array, at: number, value: number | undefined): number {
  buffer[at] = value === undefined ? 0 : 1
  return value === undefined ? at + 1 : putNatural(buffer, at + 1, value)
}
