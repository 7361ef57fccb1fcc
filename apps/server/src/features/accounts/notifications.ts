/**
 * Notices to customers about their own account and money, in their own language: by mail, or by short message to a
 * customer who has only a number, as far as the notice has short words. The app also shows some of them.
 */

import type { UserId } from '@veritick/domain'
import type { Messages, Notice } from '../../services/messages/index.ts'
import type { Query, Transaction } from '../../store/index.ts'
import { languageOf, type Person, personOf, targetOf } from './queries.ts'

/** Sent if and only if the query's transaction commits. */
export async function tell(
  messages: Messages,
  query: Query,
  message: { readonly person: Person; readonly notice: Notice },
): Promise<void> {
  const { person, notice } = message
  if (person.kind === 'demo') return
  const target = { ...targetOf(person), language: languageOf(person) }
  await messages.notify(query, { ...target, notice, user: person.user })
}

/** Told in the transaction of what it tells. */
export async function tellCustomer(
  parts: { readonly messages: Messages; readonly tx: Transaction },
  message: { readonly user: UserId; readonly notice: Notice },
): Promise<void> {
  const { messages, tx } = parts
  await tell(messages, tx.query, { person: await personOf(tx.db, message.user), notice: message.notice })
}
