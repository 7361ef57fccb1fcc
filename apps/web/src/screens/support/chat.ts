/**
 * The conversation as pure functions: known messages in the order of their numbers, unsent messages, and the rows of
 * the screen. A missing number means that messages must be read again.
 */
import type { CallData, SupportMessage, SupportPush, SupportState } from '@veritick/contract'
import { SUPPORT } from '@veritick/contract'
import type { Connection } from '../../data/socket.ts'
import { DAY_MILLIS } from '../../format/time.ts'

type Page = CallData<'supportMessages'>

/**
 * `waiting`: no connection, or the server is busy; the message is retried. `refused`: the server refused its content.
 * All attempts of a message carry the same key, so it is stored once.
 */
export type Outgoing = {
  readonly key: string
  readonly text: string
  /** The URL from the answer of the upload. */
  readonly picture: string | undefined
  readonly at: number
  /** Number of the newest message at the time of writing. */
  readonly after: number
  readonly state: 'sending' | 'waiting' | 'refused'
  /** The reason that the server gave for the refusal or for the wait. */
  readonly why?: string | undefined
}

/** The reason that the server gave, for a waiting message. `undefined`: the message waits for the connection. */
export const serverReason = ({ why }: Outgoing, connection: Connection): string | undefined =>
  connection === 'live' ? why : undefined

export type Chat = {
  /** Without a gap, ascending. */
  readonly messages: readonly SupportMessage[]
  /** Whether the server has older messages. */
  readonly more: boolean
  readonly state: SupportState | undefined
  readonly hours: string
  readonly outgoing: readonly Outgoing[]
  /** A staff member is typing until this moment, in milliseconds. */
  readonly typingUntil: number
}

export const NO_CHAT: Chat = { messages: [], more: false, state: undefined, hours: '', outgoing: [], typingUntil: 0 }

const lastOf = (messages: readonly SupportMessage[]): number => messages.at(-1)?.seq ?? 0

/**
 * Adds the newest page. Older known messages stay if they are adjacent; after a gap they are dropped and read again
 * when needed.
 */
export function withPage(chat: Chat, page: Page): Chat {
  const { messages, more, hours, ...state } = page
  const first = messages[0]?.seq ?? 0
  const joins = first > 0 && lastOf(chat.messages) >= first - 1
  const older = joins ? chat.messages.filter(({ seq }) => seq < first) : []
  const kept = new Map(chat.messages.map((message) => [message.seq, message]))
  // A shown picture keeps its link, because a new link would load the picture again.
  const newest = messages.map((message) => (message.picture === null ? message : (kept.get(message.seq) ?? message)))
  return { ...chat, messages: [...older, ...newest], more: older.length > 0 ? chat.more : more, hours, state }
}

/** Adds a page before the first known message. */
export function withOlder(chat: Chat, page: Page): Chat {
  const first = chat.messages[0]?.seq ?? Number.POSITIVE_INFINITY
  const older = page.messages.filter(({ seq }) => seq < first)
  return { ...chat, messages: [...older, ...chat.messages], more: page.more }
}

/** Replaces the links of pictures with fresh ones. */
export function withLinks(chat: Chat, page: Page): Chat {
  const fresh = new Map(page.messages.map((message) => [message.seq, message]))
  return { ...chat, messages: chat.messages.map((message) => fresh.get(message.seq) ?? message) }
}

/** `isMissing`: messages before the pushed one are missing; the newest page must be read. */
export function withPush(
  chat: Chat,
  push: SupportPush,
  now: number,
): { readonly chat: Chat; readonly isMissing: boolean } {
  const { message, state } = push
  const typingUntil = push.typing ? now + SUPPORT.typingMillis : message?.from === 'staff' ? 0 : chat.typingUntil
  const last = lastOf(chat.messages)
  const next = { ...chat, state, typingUntil }
  if (message === null) return { chat: next, isMissing: state.last > last }
  if (message.seq <= last) return { chat: next, isMissing: false }
  if (message.seq !== last + 1) return { chat: next, isMissing: true }
  return { chat: { ...next, messages: [...chat.messages, message] }, isMissing: false }
}

export function withWritten(chat: Chat, written: Pick<Outgoing, 'key' | 'text' | 'picture' | 'at'>): Chat {
  const after = Math.max(lastOf(chat.messages), chat.state?.last ?? 0)
  return { ...chat, outgoing: [...chat.outgoing, { ...written, after, state: 'sending' }] }
}

/** The server has stored the message. `isMissing` as above. */
export function withSent(
  chat: Chat,
  key: string,
  message: SupportMessage,
): { readonly chat: Chat; readonly isMissing: boolean } {
  const outgoing = chat.outgoing.filter((each) => each.key !== key)
  const last = lastOf(chat.messages)
  const state = chat.state && { ...chat.state, last: Math.max(chat.state.last, message.seq), closed: false }
  const next = { ...chat, outgoing, state }
  if (message.seq <= last) return { chat: next, isMissing: false }
  if (message.seq !== last + 1) return { chat: next, isMissing: true }
  return { chat: { ...next, messages: [...chat.messages, message] }, isMissing: false }
}

export function withAttempt(chat: Chat, key: string, change: Pick<Outgoing, 'state' | 'why'>): Chat {
  return { ...chat, outgoing: chat.outgoing.map((each) => (each.key === key ? { ...each, ...change } : each)) }
}

export const withoutOutgoing = (chat: Chat, key: string): Chat => ({
  ...chat,
  outgoing: chat.outgoing.filter((each) => each.key !== key),
})

/** Unsent messages without a stored copy: the push of an own message may arrive before the answer to its call. */
export function stillOut(chat: Chat): readonly Outgoing[] {
  const stored = chat.messages.filter(({ from }) => from === 'customer')
  const taken = new Set<number>()
  return chat.outgoing.filter((each) => {
    const match = stored.find(
      ({ seq, text, picture }) =>
        seq > each.after &&
        !taken.has(seq) &&
        text === each.text &&
        (picture === null) === (each.picture === undefined),
    )
    if (match !== undefined) taken.add(match.seq)
    return match === undefined
  })
}

export type ChatRow =
  | { readonly kind: 'day'; readonly key: string; readonly day: 'today' | 'yesterday' | number }
  | {
      readonly kind: 'message'
      readonly key: string
      readonly message: SupportMessage
      /** Only for the customer's messages. */
      readonly standing: 'sent' | 'read' | undefined
    }
  | { readonly kind: 'outgoing'; readonly key: string; readonly outgoing: Outgoing }

/** Messages, with a row for each day before its first message. `timeZone`: by default the zone of the device. */
export function rowsOf(chat: Chat, when: { readonly now: number; readonly timeZone?: string }): readonly ChatRow[] {
  const day = dayNames(when)
  const rows: ChatRow[] = []
  let before: string | undefined
  const begin = (at: number) => {
    const name = day.of(at)
    if (name !== before) rows.push({ kind: 'day', key: `day ${name}`, day: day.title(name, at) })
    before = name
  }
  const read = chat.state?.read ?? 0
  for (const message of chat.messages) {
    begin(message.time)
    const standing = message.from === 'staff' ? undefined : message.seq <= read ? 'read' : 'sent'
    rows.push({ kind: 'message', key: `message ${message.seq}`, message, standing })
  }
  for (const outgoing of stillOut(chat)) {
    begin(outgoing.at)
    rows.push({ kind: 'outgoing', key: outgoing.key, outgoing })
  }
  return rows
}

function dayNames({ now, timeZone }: { readonly now: number; readonly timeZone?: string }) {
  const format = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(timeZone !== undefined && { timeZone }),
  })
  const of = (at: number) => format.format(at)
  const [today, yesterday] = [of(now), of(now - DAY_MILLIS)]
  return {
    of,
    title: (name: string, at: number) => (name === today ? 'today' : name === yesterday ? 'yesterday' : at),
  } as const
}

/** The reason why a text cannot be sent; `undefined`: it can. Blank text counts as empty. */
export function draftFault(text: string): 'empty' | 'too_long' | undefined {
  const { length } = text.trim()
  if (length === 0) return 'empty'
  return length > SUPPORT.textMax ? 'too_long' : undefined
}

/** Pixels of the layout that the keyboard covers, for browsers that shrink only the visible part. */
export function keyboardInset(view: {
  readonly innerHeight: number
  readonly height: number
  readonly offsetTop: number
}): number {
  return Math.max(0, Math.round(view.innerHeight - view.height - view.offsetTop))
}
