/** The calls of the office about support. */
import type { OfficeData } from '@veritick/contract/office'
import { must, userId } from '@veritick/domain'
import { type OfficeHandlers, refuse } from '../../calls/index.ts'
import { namesOf, pageOf, recordAccess, sortOf, userIn } from '../../services/office/index.ts'
import { languageOf, personToShow } from '../accounts/index.ts'
import { auditOfRecord } from '../audit-log/index.ts'
import { customerSummaryOf } from '../customers/index.ts'
import { cannedHandlers } from './canned.ts'
import { answering, begin, close, handOver, reopen } from './casework.ts'
import type { Context } from './context.ts'
import { conversationPage, wireRow, wireRows } from './conversation-queue.ts'
import { feedbackHandlers } from './feedback-staff.ts'
import type { StoredMessage } from './interface.ts'
import { CUSTOMER, findConversation, messagePage } from './messages.ts'

type Shown = OfficeData<'supportReply'>
type Reading = 'supportQueue' | 'supportFind' | 'supportMessages' | 'supportStaff'
type Writing = 'supportRead' | 'supportReply' | 'supportTyping' | 'supportBegin'
type Deciding = 'supportClose' | 'supportReopen' | 'supportHandOver'

export function supportStaffHandlers(context: Context) {
  return {
    ...reading(context),
    ...writing(context),
    ...casework(context),
    ...cannedHandlers(context),
    ...feedbackHandlers(context),
  }
}

function reading(context: Context): OfficeHandlers<Reading> {
  const { store, support } = context
  return {
    supportQueue: async ({ params }) => {
      const sort = sortOf(params.sort, ['last_at'])
      const { user, state } = params
      const newestFirst = sort?.descending ?? true
      const wanted = { user: userIn(user), state, newestFirst, ...pageOf(params) }
      const { rows, total } = await conversationPage(context, wanted)
      return { ok: true, data: { data: await wireRows(context, rows), total } }
    },

    supportFind: async ({ params: { id }, actor }) => {
      const row = await findConversation(store.db, id)
      if (row === undefined) return refuse('record_unknown', 'id')
      await recordAccess(context, { actor, kind: 'support', id })
      const { person } = await personToShow({ ...context, db: store.db }, row.user)
      return {
        ok: true,
        data: {
          ...(await wireRow(context, row)),
          language: languageOf(person),
          person: await customerSummaryOf(context, row.user),
          audit: await auditOfRecord({ ...context, query: store.query }, { kind: 'support', id }),
        },
      }
    },

    supportMessages: async ({ params: { id, before }, actor, staff }) => {
      const row = await findConversation(store.db, id)
      if (row === undefined) return refuse('record_unknown', 'id')
      await recordAccess(context, { actor, kind: 'support', id })
      const { messages, more } = await messagePage(context, { conversation: id, user: row.user, before })
      const shown = await wireMessages(context, messages, staff.id)
      const { delivered, read } = row
      // A message that came since the row was read is shown already.
      const last = Math.max(row.last, ...messages.map(({ seq }) => seq))
      return { ok: true, data: { messages: shown, more, last, delivered, read, typing: support.isTyping(row.user) } }
    },

    supportStaff: async () => {
      const data = [...(await answering({ ...context, query: store.query }))]
      return { ok: true, data: { data, total: data.length } }
    },
  }
}

function writing(context: Context): OfficeHandlers<Writing> {
  const { store, support } = context
  return {
    supportRead: async ({ params: { id: conversation, seq } }) => {
      const done = await support.readByStaff({ conversation, seq })
      if (!done.ok) return done
      const row = must(await findConversation(store.db, conversation), 'it was read')
      return { ok: true, data: await wireRow(context, row) }
    },

    supportReply: async ({ params: { id: conversation, seen_seq: seen, text }, actor, once, staff }) => {
      const sent = await support.reply({ conversation, seen, text, actor, once })
      if (!sent.ok) return sent
      const [shown] = await wireMessages(context, [sent.value.message], staff.id)
      return { ok: true, data: must(shown, 'a message is shown') }
    },

    supportTyping: async ({ params: { id } }) => {
      await support.staffTypes(id)
      return { ok: true, data: null }
    },

    supportBegin: async ({ params: { user } }) => {
      const begun = await begin(context, userId(user))
      return begun.ok ? { ok: true, data: await wireRow(context, begun.value) } : begun
    },
  }
}

function casework(context: Context): OfficeHandlers<Deciding> {
  const { support } = context
  const answer = async (done: Awaited<ReturnType<typeof close>>) => {
    if (!done.ok) return done
    await support.changed(done.value.conversation)
    return { ok: true as const, data: await wireRow(context, done.value) }
  }
  return {
    supportClose: async ({ params: { id, seen_seq: seen, reason_text: reason }, actor }) =>
      answer(await close(context, { id, actor, reason, seen })),
    supportReopen: async ({ params: { id, reason_text: reason }, actor }) =>
      answer(await reopen(context, { id, actor, reason })),
    supportHandOver: async ({ params: { id, to, reason_text: reason }, actor }) =>
      answer(await handOver(context, { id, actor, reason, to })),
  }
}

/** Messages with their authors, and with links to their pictures that work for one staff member. */
async function wireMessages(
  { store, files, knownStaff }: Context,
  messages: readonly StoredMessage[],
  staff: number,
): Promise<Shown[]> {
  const named = await namesOf(
    { knownStaff, query: store.query },
    messages.map((message) => message.author),
  )
  return messages.map(({ seq, author, text, file, at }) => ({
    seq,
    by: author === CUSTOMER ? null : named(author),
    text,
    picture: file === null ? null : files.tickets.address(file, { kind: 'staff', id: staff }),
    time: at,
  }))
}
