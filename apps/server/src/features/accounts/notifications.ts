/**
 * Messages to customers about their own account and money, in their own language: by mail, or by text message to a
 * customer who has only a number, where the message has a text for phones. The app also shows some of them as notices.
 */

import type { UserId } from '@veritick/domain'
import type { Message, Messages } from '../../services/messages/index.ts'
import type { Query, Transaction } from '../../store/index.ts'
import { languageOf, type Person, personOf, targetOf } from './queries.ts'

/**
 * Sent if and only if the query's transaction commits; nothing is sent to a customer whose data were erased.
 * `hiddenFrom`: the token hash of the session that does not see the notice, because it is about that session's own
 * sign-in.
 */
export async function tell(
  messages: Messages,
  query: Query,
  post: { readonly person: Person; readonly message: Message; readonly hiddenFrom?: string },
): Promise<void> {
  const { person, message, hiddenFrom } = post
  if (person.kind === 'demo' || (person.email === null && person.phone === null)) return
  const target = { ...targetOf(person), language: languageOf(person) }
  await messages.notify(query, { ...target, message, user: person.user, hiddenFrom })
}

/** Told in the transaction of what it tells. */
export async function tellCustomer(
  parts: { readonly messages: Messages; readonly tx: Transaction },
  post: { readonly user: UserId; readonly message: Message },
): Promise<void> {
  const { messages, tx } = parts
  await tell(messages, tx.query, { person: await personOf(tx.db, post.user), message: post.message })
}
