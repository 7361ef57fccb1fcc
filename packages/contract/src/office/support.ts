/**
 * Support in the office: the conversations with customers, feedback, and canned answers. Customers read every staff
 * message under the name "Support"; its author is stored.
 */
import { z } from 'zod'
import { prose, whole, word } from '../schemas/fields.ts'
import { count, ID_MAX, id, moment } from '../schemas/values.ts'
import { CANNED_LANGUAGES, FEEDBACK_KINDS, SUPPORT } from '../support.ts'
import { CHANGES, DECIDES, idOf, listOf, none, type OfficeCall, paged, READS, reasonText } from './call.ts'
import { actor, auditLine, brief, customerSummary } from './people.ts'
import { taken, waited } from './reviews.ts'

/** `waiting`: a message of the customer is not answered yet. */
export const SUPPORT_STATES = ['waiting', 'open', 'closed'] as const
export const FEEDBACK_STATES = ['open', 'done'] as const
const CANNED_TITLE_MAX = 80

const conversation = idOf('conversation')
const feedback = idOf('feedback')
const person = brief.extend({ kind: z.literal(['demo', 'real']) })

const row = z.object({
  id,
  user: person,
  state: z.literal(SUPPORT_STATES),
  waiting_since: moment.nullable(),
  waited_minutes: count.meta({ description: 'Minutes since `waiting_since`; 0 where no message waits for an answer' }),
  unread: count.meta({ description: 'Messages of the customer that no staff member has opened' }),
  last_at: moment,
  assigned: actor.nullable().meta({ description: 'The staff member who answers it; null: none was named' }),
  taken,
})

const message = z.object({
  seq: id,
  by: actor.nullable().meta({ description: 'The author; null: the customer' }),
  text: z.string(),
  picture: z.string().nullable().meta({ description: 'Link for ten minutes and the caller; each view is recorded' }),
  time: moment,
})

const messages = z.object({
  messages: z.array(message),
  more: z.boolean().meta({ description: 'There are older ones' }),
  last: count,
  delivered: count.meta({ description: "Staff messages up to this number have reached the customer's app" }),
  read: count.meta({ description: 'Staff messages up to this number were read by the customer' }),
  typing: z.boolean().meta({ description: 'The customer is typing' }),
})

const canned = z.object({
  id,
  title: z.string(),
  language: z.string(),
  text: z.string(),
  changed_by: actor,
  changed_at: moment,
  changed: z.boolean().meta({ description: 'In the store, not by the server: its text is left out' }),
})

const feedbackRow = z.object({
  id,
  reference: z.string(),
  kind: z.literal(FEEDBACK_KINDS),
  user: person.nullable().meta({ description: 'null: a visitor' }),
  state: z.literal(FEEDBACK_STATES),
  created_at: moment,
  waited_minutes: waited,
  ended_at: moment.nullable(),
  taken,
})

const seq = idOf('message')
const seen_seq = whole({ min: 0, max: ID_MAX, description: 'Newest message that the caller has seen; 0: none' })

export const SUPPORT_CALLS = {
  supportQueue: {
    ...READS,
    path: '/office/support/list',
    caller: 'support_read',
    doc:
      'Conversations. With the state `waiting`: those that wait longest first, demo customers after real ones. ' +
      'Otherwise: by their newest message.',
    request: z.object({
      user: idOf('person').optional(),
      state: word(SUPPORT_STATES, 'Its state; left out: all').optional(),
      ...paged(['last_at']),
    }),
    answer: listOf(row),
  },
  supportFind: {
    ...READS,
    path: '/office/support/conversation',
    caller: 'support_read',
    doc: 'One conversation with its customer and the actions of staff. The view is recorded.',
    request: z.object({ id: conversation }),
    answer: row.extend({
      language: z.string().meta({ description: 'Language of the customer' }),
      person: customerSummary,
      audit: z.array(auditLine),
    }),
  },
  supportMessages: {
    ...READS,
    path: '/office/support/messages',
    caller: 'support_read',
    doc: `The newest ${SUPPORT.pageSize} messages, or those before one; oldest first.`,
    request: z.object({ id: conversation, before: seq.optional() }),
    answer: messages,
  },
  supportRead: {
    ...CHANGES,
    path: '/office/support/read',
    caller: 'support_reply',
    doc: 'Messages up to this number were seen. The customer sees them as read.',
    request: z.object({ id: conversation, seq }),
    answer: row,
  },
  supportReply: {
    ...CHANGES,
    path: '/office/support/reply',
    caller: 'support_reply',
    doc:
      'Answers the customer. The author is stored; the customer reads "Support". A message of the customer after ' +
      'seen_seq stays unread and waits for an answer.',
    request: z.object({
      id: conversation,
      seen_seq,
      text: prose({ max: SUPPORT.textMax, description: 'Text of the message' }),
    }),
    answer: message,
  },
  supportTyping: {
    ...CHANGES,
    path: '/office/support/typing',
    caller: 'support_reply',
    doc: 'The caller is typing. Nothing is stored.',
    request: z.object({ id: conversation }),
    answer: z.null(),
  },
  supportBegin: {
    ...CHANGES,
    path: '/office/support/begin',
    caller: 'support_reply',
    doc: 'The conversation with a customer; it is made if there is none.',
    request: z.object({ user: idOf('person') }),
    answer: row,
  },
  supportClose: {
    ...DECIDES,
    path: '/office/support/close',
    caller: 'support_reply',
    doc:
      'Closes the conversation. A new message of the customer opens it again. Refused with support_message_unseen ' +
      'after a message of the customer that is newer than seen_seq.',
    request: z.object({ id: conversation, seen_seq, reason_text: reasonText }),
    answer: row,
  },
  supportReopen: {
    ...DECIDES,
    path: '/office/support/reopen',
    caller: 'support_reply',
    doc: 'Opens a closed conversation.',
    request: z.object({ id: conversation, reason_text: reasonText }),
    answer: row,
  },
  supportStaff: {
    ...READS,
    path: '/office/support/staff',
    caller: 'support_reply',
    doc: 'Active staff who may answer customers.',
    request: none,
    answer: listOf(z.object({ id, name: z.string() })),
  },
  supportHandOver: {
    ...DECIDES,
    path: '/office/support/hand_over',
    caller: 'support_reply',
    doc: 'Names the staff member who answers from now on. Releases the review lock of the caller.',
    request: z.object({ id: conversation, to: idOf('staff member'), reason_text: reasonText }),
    answer: row,
  },
  cannedList: {
    ...READS,
    path: '/office/support/canned',
    caller: ['support_reply', 'support_canned'],
    doc: 'Canned answers of all languages.',
    request: none,
    answer: listOf(canned),
  },
  cannedSave: {
    ...DECIDES,
    path: '/office/support/canned_save',
    caller: 'support_canned',
    doc: 'Adds a canned answer, or changes the one with this id.',
    request: z.object({
      id: idOf('canned answer').optional(),
      title: prose({ max: CANNED_TITLE_MAX, description: 'Title that staff search for' }),
      language: word(CANNED_LANGUAGES, 'One of the languages of the app'),
      text: prose({ max: SUPPORT.textMax, description: 'Text that is inserted' }),
      reason_text: reasonText,
    }),
    answer: canned,
  },
  cannedRemove: {
    ...DECIDES,
    path: '/office/support/canned_remove',
    caller: 'support_canned',
    doc: 'Removes a canned answer.',
    request: z.object({ id: idOf('canned answer'), reason_text: reasonText }),
    answer: z.null(),
  },
  feedbackQueue: {
    ...READS,
    path: '/office/feedback/list',
    caller: 'support_read',
    doc: 'Feedback and complaints; open ones oldest first, all others newest first.',
    request: z.object({
      state: word(FEEDBACK_STATES, 'Its state; left out: all').optional(),
      kind: word(FEEDBACK_KINDS, 'Subject of the message').optional(),
      ...paged(['created_at']),
    }),
    answer: listOf(feedbackRow),
  },
  feedbackFind: {
    ...READS,
    path: '/office/feedback/feedback',
    caller: 'support_read',
    doc: 'One feedback with its text, its picture by a link for ten minutes, and its sender. The view is recorded.',
    request: z.object({ id: feedback }),
    answer: feedbackRow.extend({
      text: z.string(),
      email: z.string().meta({ description: 'Where an answer goes; empty: none was given' }),
      pictures: z.array(z.object({ side: z.literal('proof'), url: z.string() })),
      person: customerSummary.nullable(),
      audit: z.array(auditLine),
    }),
  },
  feedbackDone: {
    ...DECIDES,
    path: '/office/feedback/done',
    caller: 'support_reply',
    doc: 'Marks it as done. Done feedback is deleted after the days of the setting support_kept_days.',
    request: z.object({ id: feedback, reason_text: reasonText }),
    answer: feedbackRow,
  },
} as const satisfies Record<string, OfficeCall>
