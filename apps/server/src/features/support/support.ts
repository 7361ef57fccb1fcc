/**
 * Conversations with customers: a message is stored once, then its customer's connections are told. The state of typing
 * is in memory only. A job deletes what is older than the operator's setting.
 */
import { SUPPORT, type SupportState } from '@veritick/contract'
import { must, type UserId } from '@veritick/domain'
import { type Once, type Refusal, refuse } from '../../calls/index.ts'
import { HOUR_MS } from '../../services/clock/index.ts'
import { recordOnce } from '../../services/idempotency/index.ts'
import { keepSupportNotice, readSupportNotice } from '../../services/messages/index.ts'
import { type Ceiling, ceilingOf, LIMITS } from '../../services/rate-limits/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import { rereadAfterDoubt, type Transaction } from '../../store/index.ts'
import type { SupportParts } from './context.ts'
import type { Deleted, Stored, StoredMessage, Support, SupportPushed } from './interface.ts'
import { deleteOld } from './keeping.ts'
import {
  addMessage,
  type Conversation,
  CUSTOMER,
  changeConversation,
  conversationOf,
  findConversation,
  findMessage,
  lockConversation,
  lockNumber,
  opened,
  stateOf,
} from './messages.ts'

const SWEEP_MS = HOUR_MS
/** Customers whose typing is remembered: beyond it the oldest is forgotten. */
const TYPING_MAX = 10_000

export function openSupport(parts: SupportParts): Support {
  const sweep = parts.jobs.add({
    name: 'support_deletion',
    everyMs: SWEEP_MS,
    atStart: true,
    run: () => deleteOld(parts),
  })
  return new Conversations(parts, { run: () => sweep.run(), stop: () => sweep.stop() })
}

class Conversations implements Support {
  readonly #parts: SupportParts
  readonly #job: { run(): Promise<Deleted>; stop(): Promise<void> }
  readonly #listeners = new Set<(pushed: SupportPushed) => void>()
  readonly #typing = new Map<UserId, number>()
  readonly #limits: readonly Ceiling[]

  constructor(parts: SupportParts, job: { run(): Promise<Deleted>; stop(): Promise<void> }) {
    this.#parts = parts
    this.#job = job
    const { messages, messagesDay } = LIMITS.support
    this.#limits = [messages, messagesDay].map((limit) => ceilingOf({ now: parts.runtime.monotonicNow, ...limit }))
  }

  async send({ user, text = '', picture, once }: Parameters<Support['send']>[0]): Promise<Stored | Refusal> {
    if (text.trim() === '' && picture === undefined) return refuse('parameter_missing', 'text')
    const stored = await this.#store(once, async (tx, now) => {
      const conversation = await lockConversation(tx, { user, now })
      return { conversation, author: CUSTOMER, text: text.trim(), picture }
    })
    this.#typing.delete(user)
    return stored
  }

  reply({ conversation, seen, text, actor, once }: Parameters<Support['reply']>[0]): Promise<Stored | Refusal> {
    return this.#store(once, async (tx) => {
      const to = await lockNumber(tx, conversation)
      return { conversation: to, author: actor.who, text: text.trim(), seen }
    })
  }

  async seen({ user, seq, isRead }: Parameters<Support['seen']>[0]): Promise<SupportState> {
    const { store } = this.#parts
    const before = await conversationOf(store.db, user)
    if (before === undefined) return stateOf(store.db, before)
    const row = await store.transaction(async (tx) => {
      const now = await lockNumber(tx, before.conversation)
      this.#tellAfterDoubt(tx, now)
      const upTo = Math.min(seq, now.last)
      const delivered = Math.max(now.delivered, upTo)
      const read = isRead ? Math.max(now.read, upTo) : now.read
      if (isRead && read === now.last) await readSupportNotice(tx.query, { user, at: this.#parts.runtime.now() })
      return changeConversation(tx, now.conversation, { delivered, read })
    })
    // The customer's other devices show the same number of unread messages.
    if (row.read !== before.read) await this.#tell(row)
    return stateOf(store.db, row)
  }

  async readByStaff({ conversation, seq }: Parameters<Support['readByStaff']>[0]) {
    const done = await inTransaction(this.#parts.store, async (tx) => {
      const row = await lockNumber(tx, conversation)
      this.#tellAfterDoubt(tx, row)
      const staffRead = Math.max(row.staffRead, Math.min(seq, row.last))
      return { row: await changeConversation(tx, conversation, { staffRead }), isNew: staffRead !== row.staffRead }
    })
    if (!done.ok) return done
    if (done.value.isNew) await this.#tell(done.value.row)
    return { ok: true } as const
  }

  customerTypes(user: UserId): void {
    this.#typing.delete(user)
    this.#typing.set(user, this.#parts.runtime.now() + SUPPORT.typingMillis)
    const oldest = this.#typing.keys().next().value
    if (this.#typing.size > TYPING_MAX && oldest !== undefined) this.#typing.delete(oldest)
  }

  async staffTypes(conversation: number): Promise<void> {
    const row = await findConversation(this.#parts.store.db, conversation)
    if (row !== undefined) await this.#tell(row, { typing: true })
  }

  isTyping(user: UserId): boolean {
    return (this.#typing.get(user) ?? 0) > this.#parts.runtime.now()
  }

  async changed(conversation: number): Promise<void> {
    const row = await findConversation(this.#parts.store.db, conversation)
    if (row !== undefined) await this.#tell(row)
  }

  onPushed(listener: (pushed: SupportPushed) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  sweep(): Promise<Deleted> {
    return this.#job.run()
  }

  stop(): Promise<void> {
    return this.#job.stop()
  }

  /**
   * One transaction stores the message and its key; the customer's connections are told after it. A repeat tells the
   * numbers once more: a failure after the first request may have kept the message from them.
   */
  async #store(
    once: Once | undefined,
    write: (tx: Parameters<typeof addMessage>[1], now: number) => Promise<Parameters<typeof addMessage>[2]>,
  ): Promise<Stored | Refusal> {
    const { store, runtime } = this.#parts
    const done = await inTransaction(store, async (tx) => {
      const now = runtime.now()
      // The lock on the conversation comes first: the same request twice waits here, then finds its message.
      const message = await write(tx, now)
      const { user } = message.conversation
      this.#tellAfterDoubt(tx, message.conversation)
      const made = await recordOnce(tx, { once, kind: 'support_message', runtime }, async () => {
        if (message.author === CUSTOMER && !this.#limits.every((limit) => limit.take(String(user))))
          rollbackWith('support_limit_reached')
        if (message.author !== CUSTOMER)
          await keepSupportNotice({ ...this.#parts, query: tx.query }, { user, at: runtime.now() })
        return (await addMessage(this.#parts, tx, message)).message
      })
      const row = must(await findMessage(tx.db, made.record), 'an idempotency key names a message')
      // A message of another conversation under the request's key was put there in the store.
      if (row.conversation !== message.conversation.conversation) rollbackWith('idempotency_mismatch')
      return { user, message: opened(this.#parts, row, user), repeated: made.repeated }
    })
    if (!done.ok) return done
    const { user, message, repeated } = done.value
    const row = must(await conversationOf(store.db, user), 'a message has its conversation')
    await this.#tell(row, repeated ? {} : { message })
    return { ok: true, value: { message, repeated } }
  }

  /** Behind the lock the row has the numbers that hold: a client that misses a message reads it then. */
  #tellAfterDoubt(tx: Transaction, { conversation }: Conversation): void {
    const { store, log } = this.#parts
    const reread = async () => {
      const found = await inTransaction(store, (later) => lockNumber(later, conversation))
      // A refusal: the transaction in doubt would have begun the conversation, and was rolled back.
      if (found.ok) await this.#tell(found.value)
    }
    const failed = (error: unknown) => log.error({ err: error, conversation }, 'a conversation could not be read again')
    rereadAfterDoubt(tx, { reread, failed })
  }

  async #tell(
    row: Conversation,
    what: { readonly message?: StoredMessage; readonly typing?: boolean } = {},
  ): Promise<void> {
    const { message, typing = false } = what
    const pushed = { user: row.user, message, state: await stateOf(this.#parts.store.db, row), typing }
    for (const listener of this.#listeners) listener(pushed)
  }
}
