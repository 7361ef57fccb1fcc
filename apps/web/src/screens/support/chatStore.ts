/**
 * The conversation of the signed-in customer on this device: reads, sends and retries. Loaded with the chat; an unsent
 * message stays until the page closes, also on other screens.
 */
import type { CallData, SupportPush } from '@veritick/contract'
import { SUPPORT } from '@veritick/contract'
import { create } from 'zustand'
import { CallFailed, call, isFinalRefusal } from '../../data/api.ts'
import { connectionNow, onConnection } from '../../data/live.ts'
import { rereadNotices } from '../../data/notices.ts'
import { newKey } from '../../data/requestKey.ts'
import { onSession, sessionNow } from '../../data/session.ts'
import { onSupport, setSupportState } from '../../data/support.ts'
import {
  type Chat,
  NO_CHAT,
  type Outgoing,
  withAttempt,
  withLinks,
  withOlder,
  withoutOutgoing,
  withPage,
  withPush,
  withSent,
  withWritten,
} from './chat.ts'

type Reading = {
  readonly chat: Chat
  /** The newest page was read at least once. */
  readonly isLoaded: boolean
  /** The reason why the newest page could not be read. */
  readonly failure: string | undefined
  readonly busy: boolean
  readonly olderBusy: boolean
}

const BLANK: Reading = { chat: NO_CHAT, isLoaded: false, failure: undefined, busy: false, olderBusy: false }
const useReading = create<Reading>(() => BLANK)

export const useChat = (): Reading => useReading()

export const chatNow = (): Chat => useReading.getState().chat
const show = (chat: Chat): void => useReading.setState({ chat })

/** A page was requested during a read: the newest page is read once more. */
let isWanted = false

/** Reads the newest page; also called after missed messages. */
export async function readNewest(): Promise<void> {
  isWanted = true
  if (useReading.getState().busy) return
  useReading.setState({ busy: true })
  while (isWanted) {
    isWanted = false
    await readPage()
  }
  useReading.setState({ busy: false })
}

async function readPage(): Promise<void> {
  const { token } = sessionNow()
  if (token === undefined) return
  try {
    const page = await call('supportMessages', {}, { quiet: true })
    if (sessionNow().token !== token) return
    useReading.setState({ chat: withPage(chatNow(), page), isLoaded: true, failure: undefined })
    const { last, read, unread, closed } = page
    setSupportState({ last, read, unread, closed })
  } catch (error) {
    if (sessionNow().token === token) useReading.setState({ failure: messageOf(error) })
  }
}

export async function readOlder(): Promise<void> {
  const [first] = chatNow().messages
  if (first === undefined || useReading.getState().olderBusy) return
  useReading.setState({ olderBusy: true })
  try {
    const page = await readBefore(first.seq)
    if (page !== undefined) show(withOlder(chatNow(), page))
  } catch {
    // The call has shown why; the button stays.
  } finally {
    useReading.setState({ olderBusy: false })
  }
}

/** Renews expired links of pictures by reading the page of the message again. */
export async function renewLinks(seq: number): Promise<void> {
  try {
    const page = await readBefore(seq + 1)
    if (page !== undefined) show(withLinks(chatNow(), page))
  } catch {
    // The call has shown why; the button stays.
  }
}

/**
 * The page before a message; `undefined`: another customer is signed in by now. Messages may come and be written
 * meanwhile, so the caller adds the page to the conversation of that later moment.
 */
async function readBefore(before: number): Promise<CallData<'supportMessages'> | undefined> {
  const { token } = sessionNow()
  const page = await call('supportMessages', { before })
  return sessionNow().token === token ? page : undefined
}

export function send(written: { readonly text: string; readonly picture: string | undefined }): void {
  const key = newKey()
  show(withWritten(chatNow(), { ...written, text: written.text.trim(), key, at: Date.now() }))
  void attempt(key)
}

export function retry(key: string): void {
  show(withAttempt(chatNow(), key, { state: 'sending' }))
  void attempt(key)
}

export const discard = (key: string): void => show(withoutOutgoing(chatNow(), key))

/**
 * Every attempt of a message has the same key. A message without an answer may be stored already; the key prevents a
 * second copy.
 */
async function attempt(key: string): Promise<void> {
  const outgoing = find(key)
  if (outgoing === undefined) return
  const { token } = sessionNow()
  const { text, picture } = outgoing
  try {
    const body = { text, ...(picture !== undefined && { picture }) }
    const message = await call('supportSend', body, { quiet: true, idempotencyKey: key })
    if (sessionNow().token !== token) return
    const { chat, isMissing } = withSent(chatNow(), key, message)
    show(chat)
    if (isMissing) void readNewest()
  } catch (error) {
    if (sessionNow().token !== token) return
    const isRefused = isFinalRefusal(error)
    const hasReason = error instanceof CallFailed && error.kind === 'refused'
    const why = hasReason ? messageOf(error) : undefined
    show(withAttempt(chatNow(), key, { state: isRefused ? 'refused' : 'waiting', why }))
    // A lost connection tells when it is back; a busy server tells nothing.
    if (!isRefused) setTimeout(() => connectionNow() === 'live' && retryWaiting(key), RETRY_MILLIS)
  }
}

const RETRY_MILLIS = 15_000

/** Not a message that the customer has sent again or discarded meanwhile. */
function retryWaiting(key: string): void {
  if (find(key)?.state === 'waiting') retry(key)
}

const find = (key: string): Outgoing | undefined => chatNow().outgoing.find((each) => each.key === key)

/** Marks the newest messages as read. */
export function markRead(): void {
  const { state } = chatNow()
  if (state === undefined || state.last === 0 || state.unread === 0) return
  void call('supportSeen', { seq: state.last, read: 'yes' }, { quiet: true }).then(
    (read) => {
      setSupportState(read)
      show({ ...chatNow(), state: read })
      rereadNotices()
    },
    () => undefined,
  )
}

let typedAt = 0
/** Reports at most every few seconds that the customer is typing. */
export function typing(now = Date.now()): void {
  if (now - typedAt < SUPPORT.typingEveryMillis) return
  typedAt = now
  void call('supportTyping', {}, { quiet: true }).catch(() => undefined)
}

function take(push: SupportPush | undefined): void {
  if (!useReading.getState().isLoaded) return
  if (push === undefined) {
    void readNewest()
    return
  }
  const { chat, isMissing } = withPush(chatNow(), push, Date.now())
  show(chat)
  if (isMissing) void readNewest()
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

onSupport(take)
onSession(({ token }, before) => {
  if (token !== before.token) useReading.setState({ ...BLANK, busy: useReading.getState().busy })
})
onConnection((connection) => {
  if (connection !== 'live') return
  for (const { key, state } of chatNow().outgoing) if (state === 'waiting') retry(key)
})
