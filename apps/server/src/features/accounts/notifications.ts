/**
 * Messages to customers about their own account and money, in their own language: by mail, or by text message to a
 * customer who has only a number, where the message has a text for phones. The app also shows some of them as notices.
 * The address stands in the customer's row. An attacker who writes their own address there for a moment gets no
 * message: a row that does not prove itself gets none, and the notice in the app stays.
 */

import type { UserId } from '@veritick/domain'
import { LANGUAGE_DEFAULT } from '@veritick/locales'
import type { Message, Messages, OwnSignIn } from '../../services/messages/index.ts'
import { RowChanged } from '../../services/seals/index.ts'
import type { Query, Transaction } from '../../store/index.ts'
import type { Context } from './context.ts'
import { languageOf, type Person, provenPerson, targetOf } from './queries.ts'

type Proving = Pick<Context, 'encryption' | 'log'> & { readonly tx: Pick<Transaction, 'db'> }

/**
 * To a row that the caller has proven. Sent if and only if the query's transaction commits; nothing is sent to a
 * customer whose data were erased. `ownSignIn`: the sign-in that the notice is about, whose browser does not see it.
 */
export async function tell(
  messages: Messages,
  query: Query,
  post: { readonly person: Person; readonly message: Message; readonly ownSignIn?: OwnSignIn | undefined },
): Promise<void> {
  const { person, message, ownSignIn } = post
  if (person.kind === 'demo' || (person.email === null && person.phone === null)) return
  const target = { ...targetOf(person), language: languageOf(person) }
  await messages.notify(query, { ...target, message, user: person.user, ownSignIn })
}

/** Told in the transaction of what it tells. */
export async function tellCustomer(
  parts: Proving & { readonly messages: Messages; readonly tx: Transaction },
  post: { readonly user: UserId; readonly message: Message; readonly ownSignIn?: OwnSignIn | undefined },
): Promise<void> {
  const { messages, tx } = parts
  const person = await personToMail(parts, post.user)
  if (person !== undefined) return tell(messages, tx.query, { ...post, person })
  await messages.notify(tx.query, { ...post, channel: 'none', to: '', language: LANGUAGE_DEFAULT })
}

/** The customer's proven row; `undefined`: it does not prove itself, which the log says, or it is gone. */
export async function personToMail({ tx, encryption, log }: Proving, user: UserId): Promise<Person | undefined> {
  const unsent = 'a message to a customer is not sent: the row with the address does not prove itself'
  try {
    const person = await provenPerson({ db: tx.db, encryption }, user)
    if (person === undefined) log.error({ user }, unsent)
    return person
  } catch (error) {
    if (!(error instanceof RowChanged)) throw error
    log.error({ fault: error.message }, unsent)
    return undefined
  }
}
