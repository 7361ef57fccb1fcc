/** The conversation as a pure state: order, gaps, unsent own messages, days, drafts. */
import type { CallData, SupportMessage, SupportPush } from '@veritick/contract'
import { SUPPORT } from '@veritick/contract'
import { describe, expect, it } from 'vitest'
import {
  type Chat,
  type ChatRow,
  draftFault,
  keyboardInset,
  NO_CHAT,
  rowsOf,
  serverReason,
  stillOut,
  withAttempt,
  withLinks,
  withOlder,
  withoutOutgoing,
  withPage,
  withPush,
  withSent,
  withWritten,
} from './chat.ts'

const NOON = Date.UTC(2026, 2, 4, 12)
const HOUR = 3_600_000

const message = (seq: number, more: Partial<SupportMessage> = {}): SupportMessage => ({
  seq,
  from: 'customer',
  text: `text ${seq}`,
  picture: null,
  time: NOON + seq,
  ...more,
})
const page = (
  seqs: readonly number[],
  more: Partial<CallData<'supportMessages'>> = {},
): CallData<'supportMessages'> => ({
  messages: seqs.map((seq) => message(seq)),
  more: false,
  hours: '',
  last: seqs.at(-1) ?? 0,
  read: 0,
  unread: 0,
  closed: false,
  ...more,
})
const push = (of: SupportMessage | null, more: Partial<SupportPush> = {}): SupportPush => ({
  message: of,
  state: { last: of?.seq ?? 0, read: 0, unread: 0, closed: false },
  typing: false,
  ...more,
})
const chatOf = (...seqs: number[]): Chat => withPage(NO_CHAT, page(seqs))
const seqsOf = ({ messages }: Chat) => messages.map(({ seq }) => seq)

describe('pages and pushes', () => {
  it('accepts the next number, ignores a known number, and requests missing messages', () => {
    const next = withPush(chatOf(1, 2), push(message(3)), NOON)
    expect([seqsOf(next.chat), next.isMissing]).toEqual([[1, 2, 3], false])
    const known = withPush(next.chat, push(message(3)), NOON)
    expect([seqsOf(known.chat), known.isMissing]).toEqual([[1, 2, 3], false])
    const gap = withPush(chatOf(1, 2), push(message(9)), NOON)
    expect([seqsOf(gap.chat), gap.isMissing]).toEqual([[1, 2], true])
    const told = withPush(chatOf(1, 2), push(null, { state: { last: 4, read: 0, unread: 2, closed: false } }), NOON)
    expect([told.isMissing, told.chat.state?.unread]).toEqual([true, 2])
  })

  it('appends an adjacent page, and drops older messages before a gap', () => {
    expect(seqsOf(withPage(chatOf(1, 2), page([2, 3, 4])))).toEqual([1, 2, 3, 4])
    expect(seqsOf(withPage(chatOf(1, 2), page([3, 4])))).toEqual([1, 2, 3, 4])
    const gap = withPage(chatOf(1, 2), page([7, 8], { more: true }))
    expect([seqsOf(gap), gap.more]).toEqual([[7, 8], true])
    expect(seqsOf(withOlder(gap, page([5, 6, 7])))).toEqual([5, 6, 7, 8])
    expect(seqsOf(withPage(chatOf(1, 2), page([])))).toEqual([])
  })

  it('keeps the link of a shown picture until a new link is requested', () => {
    const withPicture = (link: string) => page([], { messages: [message(1, { picture: link })], last: 1 })
    const first = withPage(NO_CHAT, withPicture('/old'))
    expect(withPage(first, withPicture('/new')).messages[0]?.picture).toBe('/old')
    expect(withLinks(first, withPicture('/new')).messages[0]?.picture).toBe('/new')
  })

  it('shows typing for a limited time, or until the message arrives', () => {
    const typing = withPush(
      chatOf(1),
      push(null, { typing: true, state: { last: 1, read: 1, unread: 0, closed: false } }),
      NOON,
    )
    expect(typing.chat.typingUntil).toBe(NOON + SUPPORT.typingMillis)
    expect(withPush(typing.chat, push(message(2, { from: 'staff' })), NOON).chat.typingUntil).toBe(0)
  })
})

describe('unsent own messages', () => {
  const written = (chat: Chat, key: string, text = 'hello') =>
    withWritten(chat, { key, text, picture: undefined, at: NOON })

  it('are shown at once and only once: the push may arrive before the answer', () => {
    const one = written(chatOf(1), 'a')
    expect(stillOut(one).map(({ key }) => key)).toEqual(['a'])
    const { chat } = withPush(one, push(message(2, { text: 'hello' })), NOON)
    expect(stillOut(chat)).toEqual([])
    expect(rowsOf(chat, { now: NOON }).filter(({ kind }) => kind !== 'day')).toHaveLength(2)
    const sent = withSent(chat, 'a', message(2, { text: 'hello' }))
    expect([seqsOf(sent.chat), sent.chat.outgoing, sent.isMissing]).toEqual([[1, 2], [], false])
  })

  it('the same text twice is two messages, and an old message with that text hides none', () => {
    const old = withPage(NO_CHAT, page([], { messages: [message(1, { text: 'hello' })], last: 1 }))
    const two = written(written(old, 'a'), 'b')
    expect(stillOut(two).map(({ key }) => key)).toEqual(['a', 'b'])
    const { chat } = withPush(two, push(message(2, { text: 'hello' })), NOON)
    expect(stillOut(chat).map(({ key }) => key)).toEqual(['b'])
  })

  it('wait without a connection, are refused with the reason, are retried with their key, can be deleted', () => {
    const one = written(chatOf(1), 'a')
    const waiting = withAttempt(one, 'a', { state: 'waiting', why: 'no network' })
    expect(waiting.outgoing[0]).toMatchObject({ key: 'a', state: 'waiting' })
    const again = withAttempt(waiting, 'a', { state: 'sending' })
    expect(again.outgoing[0]).toMatchObject({ key: 'a', state: 'sending', text: 'hello' })
    expect(withoutOutgoing(again, 'a').outgoing).toEqual([])
  })

  it('that wait with a live connection show the reason of the server', () => {
    const { outgoing } = withAttempt(written(chatOf(1), 'a'), 'a', { state: 'waiting', why: 'The server is busy.' })
    const [waiting] = outgoing
    if (waiting === undefined) throw new Error('no message waits')
    expect(serverReason(waiting, 'live')).toBe('The server is busy.')
    expect(serverReason(waiting, 'lost')).toBeUndefined()
  })

  it('an answer after other new messages requests the missing messages', () => {
    const sent = withSent(written(chatOf(1), 'a'), 'a', message(3))
    expect([seqsOf(sent.chat), sent.isMissing]).toEqual([[1], true])
  })

  it('a sent message opens a closed conversation', () => {
    const closed = withPage(NO_CHAT, page([1], { closed: true }))
    expect(withSent(written(closed, 'a'), 'a', message(2)).chat.state?.closed).toBe(false)
  })
})

describe('rows', () => {
  const kinds = (rows: readonly ChatRow[]) =>
    rows.map((row) => (row.kind === 'day' ? row.day : row.kind === 'message' ? row.standing : row.outgoing.state))

  it('start each day with its name, in the zone of the device', () => {
    const times = [NOON - 50 * HOUR, NOON - 24 * HOUR, NOON - HOUR]
    const messages = times.map((time, place) => message(place + 1, { time }))
    const chat = withWritten(withPage(NO_CHAT, page([], { messages, last: 3, read: 2 })), {
      key: 'a',
      text: 'x',
      picture: undefined,
      at: NOON,
    })
    expect(kinds(rowsOf(chat, { now: NOON, timeZone: 'UTC' }))).toEqual([
      times[0],
      'read',
      'yesterday',
      'read',
      'today',
      'sent',
      'sending',
    ])
    // Half past eleven in the evening in London is the next morning in Hong Kong.
    const late = withPage(
      NO_CHAT,
      page([], { messages: [message(1, { time: Date.UTC(2026, 2, 4, 15, 30) })], last: 1 }),
    )
    const now = Date.UTC(2026, 2, 4, 16, 30)
    expect(rowsOf(late, { now, timeZone: 'Europe/London' })[0]).toMatchObject({ day: 'today' })
    expect(rowsOf(late, { now, timeZone: 'Asia/Hong_Kong' })[0]).toMatchObject({ day: 'yesterday' })
  })

  it('staff messages have no delivery state', () => {
    const chat = withPage(NO_CHAT, page([], { messages: [message(1, { from: 'staff' })], last: 1 }))
    expect(kinds(rowsOf(chat, { now: NOON, timeZone: 'UTC' }))).toEqual(['today', undefined])
  })
})

it.each([
  ['', 'empty'],
  [' \n ', 'empty'],
  ['a', undefined],
  [`  ${'x'.repeat(SUPPORT.textMax)}  `, undefined],
  ['x'.repeat(SUPPORT.textMax + 1), 'too_long'],
] as const)('draft %j', (text, fault) => expect(draftFault(text)).toBe(fault))

it.each([
  [{ innerHeight: 800, height: 800, offsetTop: 0 }, 0],
  [{ innerHeight: 800, height: 460, offsetTop: 0 }, 340],
  [{ innerHeight: 800, height: 460, offsetTop: 40 }, 300],
  [{ innerHeight: 460, height: 461, offsetTop: 0 }, 0],
])('the keyboard covers %j: %d', (view, inset) => expect(keyboardInset(view)).toBe(inset))
