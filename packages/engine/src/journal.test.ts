/** The journal is readable for ever: golden bytes, the page that describes them, and round trips of any event. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event } from './events.ts'
import { WORDS } from './fields.ts'
import { decodeEvent, decodeEvents, EVENT_KINDS, encodeEvent, encodeEvents } from './journal.ts'
import { anyEventOf } from './scenarios/any-events.ts'
import { EXAMPLES } from './scenarios/events.ts'

const golden: Record<string, string> = JSON.parse(
  readFileSync(new URL('./journal.golden.json', import.meta.url), 'utf8'),
)
const page = readFileSync(new URL('../../../docs/domain/journal-format.md', import.meta.url), 'utf8')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const unhex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))

describe.each(EVENT_KINDS)('%s', (kind) => {
  test('is written as it always was', () => {
    expect(hex(encodeEvent(EXAMPLES[kind]))).toBe(golden[kind])
  })

  test('is read from what was written then', () => {
    expect(decodeEvent(unhex(golden[kind] ?? ''))).toEqual(EXAMPLES[kind])
  })

  test('comes back from its bytes, whatever its numbers', () => {
    fc.assert(
      fc.property(anyEventOf[kind], (event) => {
        const bytes = encodeEvent(event)
        const read = decodeEvent(bytes)
        expect(read).toEqual(event)
        expect(hex(encodeEvent(read))).toBe(hex(bytes))
      }),
      { numRuns: 60 },
    )
  })

  test('is described on the page with its number and its fields in order', () => {
    const section = page.split(`### ${EVENT_KINDS.indexOf(kind) + 1} \`${kind}\`\n`)[1]?.split('\n#')[0] ?? ''
    const [fields = '', terms = ''] = section.split('\n\n')
    const names = (table: string) => [...table.matchAll(/^\| `(\w+)` \|/gm)].map((row) => row[1])
    const { kind: _, ...rest } = decodeEvent(unhex(golden[kind] ?? ''))
    expect(names(fields)).toEqual(Object.keys(rest))
    if ('terms' in rest && typeof rest.terms === 'object') expect(names(terms)).toEqual(Object.keys(rest.terms))
  })
})

test('a golden line stands for every kind and none is left over', () => {
  expect(Object.keys(golden)).toEqual([...EVENT_KINDS])
})

test('the words of the page are those that are written, in order', () => {
  const section = page.split('## Words')[1]?.split('\n## ')[0] ?? ''
  const listed = [...section.matchAll(/^- `(\w+)`: (.*(?:\n {2}.*)*)$/gm)]
  expect(Object.fromEntries(listed.map(([, list, words]) => [list, words?.split(/,\s+/)]))).toEqual(
    Object.fromEntries(Object.entries(WORDS).map(([list, words]) => [list, words.map(String)])),
  )
})

test('events stand one after the other and are read one after the other', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...EVENT_KINDS).chain((kind): fc.Arbitrary<Event> => anyEventOf[kind])),
      (events) => {
        const { bytes, ends } = encodeEvents(events)
        expect(decodeEvents(bytes)).toEqual({ events, ends })
        expect(ends.map((end, index) => decodeEvent(bytes.slice(ends[index - 1] ?? 0, end)))).toEqual(events)
      },
    ),
    { numRuns: 60 },
  )
})

describe('damage is noticed', () => {
  const closed = golden.order_closed ?? ''
  test.each([
    ['cut short', closed.slice(0, -2), 'the bytes end'],
    ['with a byte too many', `${closed}00`, 'more follow'],
    ['of a kind that does not exist', `15${closed.slice(2)}`, 'no kind of event has number 21'],
    ['of kind 0', `00${closed.slice(2)}`, 'no kind of event has number 0'],
    ['with a number in a longer form', '0e8000', 'needless zero'],
    ['with a number past 2^53', '0effffffffffffffff7f', 'below 2^53'],
    ['with a flag of 2', '04010102', 'neither yes nor no'],
    ['with minus zero', '11010101', 'negative zero'],
  ])('an event %s', (_, bytes, message) => {
    expect(() => decodeEvent(unhex(bytes))).toThrow(message)
  })

  test('no two different byte strings of one length mean the same event: every flipped bit is another event or refused', () => {
    for (const kind of EVENT_KINDS) {
      const bytes = encodeEvent(EXAMPLES[kind])
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const flipped = bytes.slice()
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        let read: Event | undefined
        try {
          read = decodeEvent(flipped)
        } catch {
          continue
        }
        expect(hex(encodeEvent(read))).toBe(hex(flipped))
      }
    }
  })
})

test('values that no event may carry are refused at the writer', () => {
  expect(() => encodeEvent({ ...EXAMPLES.stops_set, request: 'no hex' })).toThrow('32 lower-case hex digits')
  expect(() => encodeEvent({ ...EXAMPLES.stops_set, order: -1 })).toThrow('only natural numbers')
  expect(() => encodeEvent({ ...EXAMPLES.stops_set, order: 0.5 })).toThrow('only natural numbers')
})
