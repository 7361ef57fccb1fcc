/**
 * Rows of conversations and messages. A conversation has the number of its customer, so a page and a request that name
 * it name the customer too: a row that was given to another one in the store is refused. The number of a message is
 * given under a lock on its conversation, so the numbers of a conversation have no gap and their order is the order of
 * the store.
 */
import { SUPPORT, type SupportMessage, type SupportPush, type SupportState } from '@veritick/contract'
import { assert, type UserId, userId } from '@veritick/domain'
import { and, count, desc, eq, gt, lt, ne } from 'drizzle-orm'
import type { Session } from '../../calls/index.ts'
import { requireAsked } from '../../services/seals/index.ts'
import { rollbackWith } from '../../services/transactions/index.ts'
import { conversations, type Database, supportMessages, type Transaction } from '../../store/index.ts'
import { idOf } from '../sessions/index.ts'
import type { SupportParts } from './context.ts'
import type { MessageRow, StoredMessage, SupportPushed } from './interface.ts'

export type Conversation = typeof conversations.$inferSelect

export const CUSTOMER = 'customer'

/**
 * The customer's conversation, made if there is none. No other transaction changes it until this one ends. As each of
 * the reads here it throws RowChanged where the store answers another row than was asked for.
 */
export async function lockConversation(
  tx: Transaction,
  { user, now }: { readonly user: UserId; readonly now: number },
): Promise<Conversation> {
  const blank = { last: 0, delivered: 0, read: 0, staffRead: 0, waitingSince: null, assignedTo: null }
  await tx.db
    .insert(conversations)
    .overridingSystemValue()
    .values({ conversation: user, user, state: 'open', ...blank, createdAt: now, lastAt: now })
    .onConflictDoNothing()
  const [row] = await tx.db.select().from(conversations).where(eq(conversations.user, user)).for('update')
  requireOwn(row, user)
  assert(row !== undefined, 'the conversation was made')
  return row
}

/** Throws RowChanged for a conversation of another customer than the one that its number names. */
const requireOwn = (row: Conversation | undefined, conversation: number): void =>
  requireAsked('conversations', row, { conversation, user: userId(conversation) })

/** Locks a conversation by its number, as `lockConversation` does. Refusal: `record_unknown`. */
export async function lockNumber(tx: Transaction, conversation: number): Promise<Conversation> {
  const [row] = await tx.db
    .select()
    .from(conversations)
    .where(eq(conversations.conversation, conversation))
    .for('update')
  requireOwn(row, conversation)
  return row ?? rollbackWith('record_unknown', 'id')
}

export async function findConversation(db: Database, conversation: number): Promise<Conversation | undefined> {
  const [row] = await db.select().from(conversations).where(eq(conversations.conversation, conversation))
  requireOwn(row, conversation)
  return row
}

export async function conversationOf(db: Database, user: UserId): Promise<Conversation | undefined> {
  const [row] = await db.select().from(conversations).where(eq(conversations.user, user))
  requireOwn(row, user)
  return row
}

export async function changeConversation(
  tx: Transaction,
  conversation: number,
  changes: Partial<Conversation>,
): Promise<Conversation> {
  const [row] = await tx.db
    .update(conversations)
    .set(changes)
    .where(eq(conversations.conversation, conversation))
    .returning()
  assert(row !== undefined, `conversation ${conversation} is there`)
  requireOwn(row, conversation)
  return row
}

type Written = {
  readonly conversation: Conversation
  /** `customer`, or `staff:7`. */
  readonly author: string
  readonly text: string
  /** The URL that an upload of the customer answered. */
  readonly picture?: string | undefined
  /** Of staff: the newest message that the author had seen. */
  readonly seen?: number
}

/** Refusals: `picture_unknown` (also another customer's), `picture_used`. */
export async function addMessage(
  parts: Pick<SupportParts, 'encryption' | 'files' | 'runtime'>,
  tx: Transaction,
  written: Written,
): Promise<MessageRow> {
  const { conversation: to, author, text, picture } = written
  const { conversation, user } = to
  const seq = to.last + 1
  const at = parts.runtime.now()
  const file =
    picture === undefined
      ? null
      : await attach(parts, tx, { picture, user, usedFor: pictureUse({ conversation, seq }) })
  const encrypted = parts.encryption.encryptText(encryptionContext({ conversation, seq, author, file, at }, user), text)
  const values = { conversation, seq, author, encrypted, file, at }
  const [row] = await tx.db.insert(supportMessages).values(values).returning()
  assert(row !== undefined, 'an insert returns its row')
  const change = author === CUSTOMER ? { waitingSince: to.waitingSince ?? at } : await answered(tx, written)
  await changeConversation(tx, conversation, { ...change, last: seq, lastAt: at, state: 'open' })
  return row
}

/** An answer answers what its author had seen. A later message of the customer waits on, and stays unread. */
async function answered(
  { db }: Transaction,
  { conversation: to, author, seen = 0 }: Written,
): Promise<Pick<Conversation, 'waitingSince' | 'staffRead' | 'assignedTo'>> {
  const { conversation, last, waitingSince } = to
  const unseen = waitingSince === null ? undefined : await firstUnseen(db, { conversation, seen })
  const read = Math.max(to.staffRead, Math.min(seen, last))
  const unread = await countAfter(db, { conversation, seq: read, by: 'customer' })
  return {
    waitingSince: waitingSince === null || unseen === undefined ? null : Math.max(waitingSince, unseen),
    staffRead: unread === 0 ? last + 1 : read,
    assignedTo: to.assignedTo ?? author,
  }
}

/** The time of the customer's first message after the newest one that a staff member has seen. */
export async function firstUnseen(
  db: Database,
  { conversation, seen }: { readonly conversation: number; readonly seen: number },
): Promise<number | undefined> {
  const [row] = await db
    .select({ at: supportMessages.at })
    .from(supportMessages)
    .where(
      and(
        eq(supportMessages.conversation, conversation),
        gt(supportMessages.seq, seen),
        eq(supportMessages.author, CUSTOMER),
      ),
    )
    .orderBy(supportMessages.seq)
    .limit(1)
  return row?.at
}

export const pictureUse = ({ conversation, seq }: Pick<MessageRow, 'conversation' | 'seq'>): string =>
  `support:${conversation}:${seq}`

async function attach(
  { files }: Pick<SupportParts, 'files'>,
  tx: Transaction,
  options: { readonly picture: string; readonly user: UserId; readonly usedFor: string },
): Promise<string> {
  const { picture: address, user: owner, usedFor } = options
  const attached = await files.attach(tx, { address, owner, usedFor })
  return attached.ok ? attached.file : rollbackWith(attached.reason, 'picture')
}

/**
 * A text belongs to its author, its picture, its time, its place in its conversation and the customer: with another of
 * them it does not decrypt.
 */
const encryptionContext = (
  { conversation, seq, author, file, at }: Omit<MessageRow, 'message' | 'encrypted'>,
  user: UserId,
) => ({ purpose: 'support_message', row: `${user}:${conversation}:${seq}:${author}:${file ?? 'no picture'}:${at}` })

/** `user`: the customer of the conversation. */
export function opened({ encryption }: Pick<SupportParts, 'encryption'>, row: MessageRow, user: UserId): StoredMessage {
  const { encrypted, ...rest } = row
  return { ...rest, text: encryption.decryptText(encryptionContext(row, user), encrypted) }
}

export async function findMessage(db: Database, message: number): Promise<MessageRow | undefined> {
  const [row] = await db.select().from(supportMessages).where(eq(supportMessages.message, message))
  requireAsked('support_messages', row, { message })
  return row
}

/** One page, oldest first: the newest messages, or those before a number. */
export async function messagePage(
  parts: Pick<SupportParts, 'encryption' | 'store'>,
  wanted: Pick<Conversation, 'conversation' | 'user'> & { readonly before: number | undefined },
): Promise<{ readonly messages: readonly StoredMessage[]; readonly more: boolean }> {
  const { conversation, user, before } = wanted
  const rows = await parts.store.db
    .select()
    .from(supportMessages)
    .where(
      and(
        eq(supportMessages.conversation, conversation),
        before === undefined ? undefined : lt(supportMessages.seq, before),
      ),
    )
    .orderBy(desc(supportMessages.seq))
    .limit(SUPPORT.pageSize + 1)
  const shown = rows.slice(0, SUPPORT.pageSize).reverse()
  return { messages: shown.map((row) => opened(parts, row, user)), more: rows.length > SUPPORT.pageSize }
}

/** Messages of one side after a number. */
export async function countAfter(
  db: Database,
  of: { readonly conversation: number; readonly seq: number; readonly by: 'customer' | 'staff' },
): Promise<number> {
  const isBy = of.by === 'customer' ? eq : ne
  const [row] = await db
    .select({ found: count() })
    .from(supportMessages)
    .where(
      and(
        eq(supportMessages.conversation, of.conversation),
        gt(supportMessages.seq, of.seq),
        isBy(supportMessages.author, CUSTOMER),
      ),
    )
  return row?.found ?? 0
}

const NONE: SupportState = { last: 0, read: 0, unread: 0, closed: false }

/** The conversation as the customer sees it. */
export async function stateOf(db: Database, row: Conversation | undefined): Promise<SupportState> {
  if (row === undefined) return NONE
  const { conversation, last, staffRead, read, state } = row
  const unread = await countAfter(db, { conversation, seq: read, by: 'staff' })
  return { last, read: staffRead, unread, closed: state === 'closed' }
}

/** One message as the customer reads it: staff have no name there (decision 60). */
export function wireMessage(
  { files }: Pick<SupportParts, 'files'>,
  message: StoredMessage,
  session: Session,
): SupportMessage {
  const { seq, author, text, file, at } = message
  const viewer = { kind: session.kind, id: session.user, session: idOf(session) }
  return {
    seq,
    from: author === CUSTOMER ? 'customer' : 'staff',
    text,
    picture: file === null ? null : files.tickets.address(file, viewer),
    time: at,
  }
}

/** For one connection: the links of its pictures end with its session. */
export function wirePush(parts: Pick<SupportParts, 'files'>, pushed: SupportPushed, session: Session): SupportPush {
  const { message, state, typing } = pushed
  return { message: message === undefined ? null : wireMessage(parts, message, session), state, typing }
}
