/**
 * The connections, their topics and their customers: the lists in which the hub looks up its receivers, always in step
 * with the sockets.
 */
import type { AccountId, UserId } from '@veritick/domain'
import type { Session } from '../calls/index.ts'
import type { Connection } from './connection.ts'

export class Audience {
  readonly #everyone = new Set<Connection>()
  readonly #byTopic = new Map<string, Set<Connection>>()
  readonly #byAccount = new Map<AccountId, Set<Connection>>()
  readonly #byUser = new Map<UserId, Set<Connection>>()

  everyone(): ReadonlySet<Connection> {
    return this.#everyone
  }

  listening(topic: string): ReadonlySet<Connection> {
    return this.#byTopic.get(topic) ?? NOBODY
  }

  /** Connections whose sessions trade on the account. */
  of(account: AccountId): ReadonlySet<Connection> {
    return this.#byAccount.get(account) ?? NOBODY
  }

  /** Connections of the user, of sessions on each of the user's accounts. */
  ofUser(user: UserId): ReadonlySet<Connection> {
    return this.#byUser.get(user) ?? NOBODY
  }

  has(account: AccountId): boolean {
    return this.#byAccount.has(account)
  }

  /** Accounts with at least one connection that listens to the topic. */
  accounts(topic: string): AccountId[] {
    const found = new Set<AccountId>()
    for (const { session } of this.listening(topic)) if (session !== undefined) found.add(session.account)
    return [...found]
  }

  add(connection: Connection): void {
    this.#everyone.add(connection)
  }

  remove(connection: Connection): void {
    this.#everyone.delete(connection)
    for (const topic of connection.topics) drop(this.#byTopic, topic, connection)
    this.signOut(connection)
  }

  join(connection: Connection, topic: string): 'joined' | 'already' | 'full' {
    const joined = connection.join(topic)
    if (joined === 'joined') put(this.#byTopic, topic, connection)
    return joined
  }

  leave(connection: Connection, topic: string): void {
    connection.leave(topic)
    drop(this.#byTopic, topic, connection)
  }

  signIn(connection: Connection, { user, account }: Pick<Session, 'user' | 'account'>): void {
    put(this.#byAccount, account, connection)
    put(this.#byUser, user, connection)
  }

  /** While the connection still knows its session. */
  signOut(connection: Connection): void {
    if (connection.session === undefined) return
    drop(this.#byAccount, connection.session.account, connection)
    drop(this.#byUser, connection.session.user, connection)
  }
}

const NOBODY: ReadonlySet<Connection> = new Set()

function put<Key>(lists: Map<Key, Set<Connection>>, key: Key, connection: Connection): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, new Set([connection]))
  else list.add(connection)
}

/** No empty list stays behind. */
function drop<Key>(lists: Map<Key, Set<Connection>>, key: Key, connection: Connection): void {
  const list = lists.get(key)
  if (list?.delete(connection) && list.size === 0) lists.delete(key)
}
