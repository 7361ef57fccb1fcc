/** An open conversation: pages join, links stay, canned answers come in the customer's language and are inserted. */
import { describe, expect, it } from 'vitest'
import { type Canned, cannedFor, inserted, type Message, NO_THREAD, type Page, standingOf, withPage } from './thread.ts'

const message = (seq: number, picture: string | null = null): Message => ({
  seq,
  by: null,
  text: `${seq}`,
  picture,
  time: seq,
})
const page = (messages: readonly Message[], more = false): Page => ({
  messages: [...messages],
  more,
  last: messages.at(-1)?.seq ?? 0,
  delivered: 0,
  read: 0,
  typing: false,
})
const seqsOf = ({ messages }: { readonly messages: readonly Message[] }) => messages.map(({ seq }) => seq)

describe('pages', () => {
  const newest = withPage(NO_THREAD, page([message(4), message(5)], true))

  it('join upwards and downwards', () => {
    const both = withPage(withPage(newest, page([message(2), message(3)], false)), page([message(5), message(6)], true))
    expect([seqsOf(both), both.more]).toEqual([[2, 3, 4, 5, 6], false])
    expect([seqsOf(newest), newest.more]).toEqual([[4, 5], true])
  })

  it('across a gap begin anew', () => {
    const gap = withPage(newest, page([message(9), message(10)], true))
    expect([seqsOf(gap), gap.more]).toEqual([[9, 10], true])
  })

  it('keep the link of a picture until new ones are wanted', () => {
    const known = withPage(NO_THREAD, page([message(1, '/old')]))
    expect(withPage(known, page([message(1, '/new')])).messages[0]?.picture).toBe('/old')
    expect(withPage(known, page([message(1, '/new')]), true).messages[0]?.picture).toBe('/new')
  })
})

it.each([
  [1, 'read'],
  [2, 'delivered'],
  [3, 'sent'],
])('message %d is %s', (seq, standing) => expect(standingOf(message(seq), { delivered: 2, read: 1 })).toBe(standing))

it('canned answers of the language of the customer come first, without those changed in the store', () => {
  const canned = (id: number, title: string, language: string): Canned => ({
    id,
    title,
    language,
    text: '',
    changed_by: { who: 'staff:1', name: '' },
    changed_at: 0,
    changed: false,
  })
  const forged = { ...canned(4, 'Y', 'ar'), changed: true }
  const list = [canned(1, 'B', 'en'), canned(2, 'A', 'en'), canned(3, 'Z', 'ar'), forged]
  expect(cannedFor(list, 'ar').map(({ id }) => id)).toEqual([3, 2, 1])
})

it.each([
  ['', 0, 0, 'text'],
  ['Hello ', 6, 6, 'Hello text'],
  ['Hello', 5, 5, 'Hello\ntext'],
  ['Hello world', 6, 11, 'Hello text'],
])('inserts into %j', (draft, start, end, whole) => expect(inserted(draft, 'text', { start, end })).toBe(whole))
