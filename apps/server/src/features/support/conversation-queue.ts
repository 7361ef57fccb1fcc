/** The queue of conversations for the office: pages of rows, and a row as the office shows it. */
import type { OfficeData } from '@veritick/contract/office'
import { must, type UserId, userId } from '@veritick/domain'
import { and, asc, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { namesOf } from '../../services/office/index.ts'
import { conversations } from '../../store/index.ts'
import { personToShow } from '../accounts/index.ts'
import { briefOf, waitedMinutes } from '../customers/index.ts'
import { lockedBy } from '../reviews/index.ts'
import type { Context } from './context.ts'
import { type Conversation, countAfter } from './messages.ts'

export type Row = OfficeData<'supportQueue'>['data'][number]

/** A closed conversation waits for nothing; an open one waits while the customer has no answer. */
function stateOfRow({ state, waitingSince }: Conversation): Row['state'] {
  if (state === 'closed') return 'closed'
  return waitingSince === null ? 'open' : 'waiting'
}

/** Demo customers wait behind real ones: demo accounts cost nothing, so any number of them could fill the queue. */
const isOfDemo = sql`(select kind = 'demo' from users where users.user_id = conversations.user_id)`

export async function conversationPage(
  { store }: Pick<Context, 'store'>,
  wanted: {
    readonly user: UserId | undefined
    readonly state: Row['state'] | undefined
    readonly newestFirst: boolean
    readonly page: number
    readonly size: number
  },
): Promise<{ readonly rows: readonly Conversation[]; readonly total: number }> {
  const { user, state, newestFirst, page, size } = wanted
  const { waitingSince, lastAt } = conversations
  const ofState = {
    closed: eq(conversations.state, 'closed'),
    waiting: isNotNull(waitingSince),
    open: and(eq(conversations.state, 'open'), isNull(waitingSince)),
  }
  const where = and(user === undefined ? undefined : eq(conversations.user, user), state && ofState[state])
  const [counted] = await store.db.select({ total: count() }).from(conversations).where(where)
  const order = newestFirst ? desc(lastAt) : asc(lastAt)
  const rows = await store.db
    .select()
    .from(conversations)
    .where(where)
    .orderBy(...(state === 'waiting' ? [isOfDemo, asc(waitingSince)] : [order]), asc(conversations.conversation))
    .limit(size)
    .offset((page - 1) * size)
  return { rows, total: counted?.total ?? 0 }
}

export async function wireRows(context: Context, rows: readonly Conversation[]): Promise<Row[]> {
  const { store, runtime } = context
  const taken = await lockedBy(context, { kind: 'support', records: rows.map((row) => row.conversation) })
  const named = await namesOf(
    { ...context, query: store.query },
    rows.map((row) => row.assignedTo),
  )
  return Promise.all(
    rows.map(async (row) => ({
      id: row.conversation,
      // Not `row.user`: an attacker can give the row to another customer.
      user: await personBrief(context, userId(row.conversation)),
      state: stateOfRow(row),
      waiting_since: row.waitingSince,
      waited_minutes:
        row.waitingSince === null ? 0 : waitedMinutes({ from: row.waitingSince, until: null }, runtime.now()),
      unread: await countAfter(store.db, { conversation: row.conversation, seq: row.staffRead, by: 'customer' }),
      last_at: row.lastAt,
      assigned: row.assignedTo === null ? null : named(row.assignedTo),
      taken: taken(row.conversation),
    })),
  )
}

export async function wireRow(context: Context, row: Conversation): Promise<Row> {
  return must((await wireRows(context, [row]))[0], 'a row is shown')
}

/** A customer whose row does not prove itself is shown as one with money. */
export async function personBrief(
  { store, encryption }: Pick<Context, 'store' | 'encryption'>,
  user: UserId,
): Promise<Row['user']> {
  const { person } = await personToShow({ db: store.db, encryption }, user)
  return { ...briefOf(user), kind: person?.kind ?? 'real' }
}
