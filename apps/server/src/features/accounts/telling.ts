/**
 * Notices to people about their own account and money, in their own language: by mail, or by short message to whoever has only a number, as
 * far as the notice has short words. The rest they read in the app.
 */
import { type Millis, millis } from '@veritick/domain'
import type { Query, Transaction } from '../../db/store.ts'
import type { Messages } from '../../messages/messages.ts'
import type { Notice } from '../../messages/words.ts'
import { MINUTE_MS } from '../../times.ts'
import { languageOf, type Person, personOf, targetOf } from './queries.ts'

/** Sent if and only if the query's transaction commits. */
export async function tell(messages: Messages, query: Query, message: { readonly person: Person; readonly notice: Notice }): Promise<void> {
  const { person, notice } = message
  if (person.kind === 'demo') return
  await messages.notify(query, { ...targetOf(person), language: languageOf(person), notice })
}

/** Told in the transaction of what it tells. */
export async function tellCustomer(
  parts: { readonly messages: Messages; readonly tx: Transaction },
  message: { readonly user: number; readonly notice: Notice },
): Promise<void> {
  const { messages, tx } = parts
  await tell(messages, tx.query, { person: await personOf(tx.db, message.user), notice: message.notice })
}

/** `2026-03-04 15:00 UTC`. */
export function momentText(moment: Millis): string {
  const minute = millis(moment - (moment % MINUTE_MS))
  return `${new Date(minute).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
