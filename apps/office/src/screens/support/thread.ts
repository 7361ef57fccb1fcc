/** The messages of an open conversation and the canned answers, without a component. */
import type { OfficeData } from '@veritick/contract/office'

export type Message = OfficeData<'supportReply'>
export type Page = OfficeData<'supportMessages'>
export type Canned = OfficeData<'cannedList'>['data'][number]

/** The known part of a conversation: messages by rising number, and whether there are older ones. */
export type Thread = { readonly messages: readonly Message[]; readonly more: boolean }

export const NO_THREAD: Thread = { messages: [], more: false }

/**
 * A page joins the known messages. A known message keeps the link of its picture, so that the picture is not loaded
 * again with each page; `renew` takes the new links. Across a gap the older messages are read again.
 */
export function withPage(thread: Thread, page: Page, renew = false): Thread {
  const [first] = page.messages
  const last = thread.messages.at(-1)
  if (first === undefined) return thread
  const isGap = last !== undefined && first.seq > last.seq + 1
  const known = isGap ? [] : thread.messages
  const bySeq = new Map(known.map((message) => [message.seq, message]))
  for (const message of page.messages) if (renew || !bySeq.has(message.seq)) bySeq.set(message.seq, message)
  const messages = [...bySeq.values()].sort((one, two) => one.seq - two.seq)
  const isOldest = (messages[0]?.seq ?? 0) >= first.seq
  return { messages, more: isOldest ? page.more : thread.more }
}

/** Whether the customer has received and read a message of staff. */
export function standingOf(message: Message, page: Pick<Page, 'delivered' | 'read'>): string {
  if (message.seq <= page.read) return 'read'
  return message.seq <= page.delivered ? 'delivered' : 'sent'
}

/** Answers in the language of the customer first, then by title; without those that were changed in the store. */
export function cannedFor(answers: readonly Canned[], language: string): readonly Canned[] {
  const rank = (answer: Canned) => (answer.language === language ? 0 : 1)
  const proven = answers.filter(({ changed }) => !changed)
  return proven.sort((one, two) => rank(one) - rank(two) || one.title.localeCompare(two.title))
}

/** The draft with a text in the place of the selection. */
export function inserted(
  draft: string,
  text: string,
  selection: { readonly start: number; readonly end: number },
): string {
  const before = draft.slice(0, selection.start)
  const gap = before === '' || /\s$/.test(before) ? '' : '\n'
  return `${before}${gap}${text}${draft.slice(selection.end)}`
}
