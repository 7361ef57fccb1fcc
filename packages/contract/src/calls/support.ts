/**
 * Calls about support: the customer's conversation with staff, feedback and complaints, the support address. Demo
 * accounts have a conversation too. Only real accounts can upload pictures.
 */
import { z } from 'zod'
import { idIfGiven, lineIfGiven, prose, proseIfGiven, whole, word, wordsIfGiven } from '../schemas/fields.ts'
import { supportMessage, supportState } from '../schemas/support.ts'
import { ID_MAX } from '../schemas/values.ts'
import { FEEDBACK_KINDS, SUPPORT } from '../support.ts'
import { type Call, none, POST, READ } from './call.ts'

/** RFC 5321: the longest address. */
const EMAIL_MAX = 254
const PICTURE_URL_MAX = 500

const text = prose({ max: SUPPORT.feedbackTextMax, description: 'Text of the sender' })
const kind = word(FEEDBACK_KINDS, 'Subject of the message')
const received = z.object({ reference: z.string().meta({ description: 'Names the feedback towards support' }) })

export const SUPPORT_CALLS = {
  getEmail: {
    ...READ,
    path: '/api/basicSet/getEmail',
    caller: 'visitor',
    doc: 'The support address of the operator; empty: there is none.',
    request: none,
    answer: z.object({ email: z.string() }),
  },
  complaintEmail: {
    ...POST,
    path: '/api/notify/complaint_email',
    caller: 'visitor',
    doc: 'Hands in a complaint. Staff read it in the office; it is mailed to the complaint address if there is one.',
    request: z.object({ email: lineIfGiven({ max: EMAIL_MAX, description: 'Where an answer goes' }), text }),
    answer: received,
  },
  feedbackSend: {
    ...POST,
    path: '/api/support/feedback',
    caller: 'visitor',
    doc: 'Feedback of a visitor. Answers its reference.',
    request: z.object({ kind, text, email: lineIfGiven({ max: EMAIL_MAX, description: 'Where an answer goes' }) }),
    answer: received,
  },
  feedbackOwn: {
    ...POST,
    names: { record: 'picture', as: 'picture' },
    path: '/api/support/feedback_own',
    caller: 'user',
    doc: 'Feedback of a signed-in customer, with a picture if one is given. Answers its reference.',
    request: z.object({
      kind,
      text,
      picture: wordsIfGiven({ max: PICTURE_URL_MAX, description: 'URL that the upload answered' }),
    }),
    answer: received,
  },
  supportState: {
    ...READ,
    path: '/api/support/state',
    caller: 'user',
    doc: 'Whether there is something to read, without the messages.',
    request: none,
    answer: supportState,
  },
  supportMessages: {
    ...READ,
    path: '/api/support/messages',
    caller: 'user',
    doc: `The newest ${SUPPORT.pageSize} messages, or those before one; oldest first.`,
    request: z.object({ before: idIfGiven('Messages with a smaller number') }),
    answer: supportState.extend({
      messages: z.array(supportMessage),
      more: z.boolean().meta({ description: 'There are older ones' }),
      hours: z.string().meta({ description: 'When staff answer, as the operator says; empty: nothing is said' }),
    }),
  },
  supportSend: {
    ...POST,
    names: { record: 'picture', as: 'picture' },
    path: '/api/support/send',
    caller: 'user',
    doc: 'Sends a message with text, a picture, or both. The same idempotency key stores it once.',
    request: z.object({
      text: proseIfGiven({ max: SUPPORT.textMax, description: 'Text of the message' }),
      picture: wordsIfGiven({ max: PICTURE_URL_MAX, description: 'URL that the upload answered' }),
    }),
    answer: supportMessage,
  },
  supportSeen: {
    ...POST,
    path: '/api/support/seen',
    caller: 'user',
    doc: 'The app has got the messages up to this number, and with `read` the customer has seen them. Idempotent.',
    request: z.object({
      seq: whole({ min: 1, max: ID_MAX, description: 'Number of the newest message' }),
      read: word(['yes', 'no'], 'Whether they were on the screen'),
    }),
    answer: supportState,
  },
  supportTyping: {
    ...POST,
    path: '/api/support/typing',
    caller: 'user',
    doc: 'The customer is typing. Nothing is stored.',
    request: none,
    answer: z.null(),
  },
} as const satisfies Record<string, Call>
