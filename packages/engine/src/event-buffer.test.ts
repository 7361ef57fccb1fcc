/** Events are written once: the bytes of the buffer are those of the codec, for any numbers. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EventBuffer } from './event-buffer.ts'
import type { Event, EventOf } from './events.ts'
import { EVENT_KINDS, encodeEvents } from './journal.ts'
import { anyEventOf } from './scenarios/any-events.ts'
import { EXAMPLES } from './scenarios/events.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const anyEvent: fc.Arbitrary<Event> = fc.oneof(...EVENT_KINDS.map((kind) => anyEventOf[kind] as fc.Arbitrary<Event>))

function written(events: readonly Event[]): EventBuffer {
  const buffer = new EventBuffer()
  for (const event of events) buffer.add(event)
  return buffer
}

function runOf(events: readonly Event[]): [string, readonly number[]] {
  const { bytes, ends } = encodeEvents(events)
  return [hex(bytes), ends]
}

test('the bytes and the ends are those of the codec, and the events come back from them', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 120 }), (events) => {
      const buffer = written(events)
      const { bytes, ends } = buffer.run()
      const codec = encodeEvents(events)
      expect(hex(bytes)).toBe(hex(codec.bytes))
      expect(ends).toEqual(codec.ends)
      expect(buffer.count).toBe(events.length)
      expect(buffer.events()).toEqual(events)
    }),
    { numRuns: 300 },
  )
})

test('the events from one on are those that were added since', () => {
  const events = EVENT_KINDS.map((kind) => EXAMPLES[kind])
  const buffer = written(events)
  for (let from = 0; from <= events.length; from += 1) expect(buffer.events(from)).toEqual(events.slice(from))
  expect(() => buffer.events(events.length + 1)).toThrow('an event has a place')
})

test('what is taken is a run by itself, and what is left one more', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), fc.nat(60), (events, cut) => {
      const buffer = written(events)
      const count = Math.min(cut, events.length)
      const first = buffer.take(count)
      expect([hex(first.bytes), first.ends]).toEqual(runOf(events.slice(0, count)))
      const { bytes, ends } = buffer.run()
      expect([hex(bytes), ends]).toEqual(runOf(events.slice(count)))
      expect(buffer.events()).toEqual(events.slice(count))
      expect(() => buffer.take(buffer.count + 1)).toThrow('only events that were written')
    }),
    { numRuns: 100 },
  )
})

test('a run is a copy: what is written afterwards does not change it', () => {
  const buffer = written([EXAMPLES.order_opened])
  const before = buffer.run()
  const bytes = hex(before.bytes)
  buffer.clear()
  buffer.add(EXAMPLES.order_closed)
  expect(hex(before.bytes)).toBe(bytes)
  expect(hex(buffer.run().bytes)).toBe(hex(encodeEvents([EXAMPLES.order_closed]).bytes))
})

describe('what the journal cannot hold is refused and leaves the buffer as it was', () => {
  const opened: EventOf<'order_opened'> = EXAMPLES.order_opened as EventOf<'order_opened'>
  const closed: EventOf<'order_closed'> = EXAMPLES.order_closed as EventOf<'order_closed'>
  const wrong: readonly Event[] = [
    { ...opened, order: -1 },
    { ...opened, order: 1.5 },
    { ...opened, order: Number.NaN },
    { ...opened, order: 2 ** 53 },
    { ...opened, request: 'A'.repeat(32) },
    { ...opened, request: 'a'.repeat(31) },
    { ...opened, request: `${'a'.repeat(31)}\u0130` },
    { ...opened, margin: Number.NaN as typeof opened.margin },
    { ...closed, profit: 0.5 as typeof closed.profit },
    { ...closed, profit: Number.POSITIVE_INFINITY as typeof closed.profit },
    { ...closed, reason: 'mood' as typeof closed.reason },
    { ...closed, previous: -1 },
  ]
  test.each(wrong.map((event, at) => [at, event] as const))('%i', (_, event) => {
    const buffer = written([opened])
    expect(() => buffer.add(event)).toThrow('invariant violated')
    expect(hex(buffer.run().bytes)).toBe(hex(encodeEvents([opened]).bytes))
    expect(buffer.count).toBe(1)
  })
})
