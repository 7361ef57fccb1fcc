/**
 * Calls about notifications by web push, for demo and real accounts. A browser belongs to the session that registered
 * it: it is notified until the customer or staff end this session.
 */
import { z } from 'zod'
import { PUSH, PUSH_TOPICS } from '../push.ts'
import { flag, text } from '../schemas/fields.ts'
import { type Call, none, POST, READ } from './call.ts'

const TOPIC = `(?:${PUSH_TOPICS.join('|')})`
const TOPICS = new RegExp(`^${TOPIC}(?: ${TOPIC}){0,${PUSH_TOPICS.length - 1}}$`)
const TOPICS_LENGTH_MAX = 200
const base64url = (length: number) => new RegExp(`^[A-Za-z0-9_-]{${length}}$`)

const state = z.object({
  key: z.string().nullable().meta({ description: "The server's public VAPID key; null: no web push here" }),
  topics: z.array(z.literal(PUSH_TOPICS)).nullable().meta({ description: 'null: this session is not notified' }),
  details: z.boolean().meta({ description: 'Whether a notification shows instruments and amounts' }),
})

export const PUSH_CALLS = {
  pushState: {
    ...READ,
    path: '/api/user/push',
    caller: 'user',
    doc: 'Whether the browser of this session is notified, and of what.',
    request: none,
    answer: state,
  },
  pushSubscribe: {
    ...POST,
    path: '/api/user/push_subscribe',
    caller: 'user',
    doc:
      "Notifies the browser of this session from now on, or changes of what. The fields are those of the browser's " +
      'PushSubscription. An endpoint that another session registered moves to this one. Idempotent.',
    request: z.object({
      endpoint: text({
        max: PUSH.endpointMax,
        pattern: /^https?:\/\/[\x21-\x7e]+$/,
        description: 'Address of the push service; its origin must be one of those that the operator allows',
      }),
      p256dh: text({
        max: PUSH.keyLength,
        pattern: base64url(PUSH.keyLength),
        description: 'Public key of the browser: an uncompressed point on P-256, base64url',
      }),
      auth: text({
        max: PUSH.authLength,
        pattern: base64url(PUSH.authLength),
        description: 'Authentication secret: 16 bytes, base64url',
      }),
      topics: text({
        max: TOPICS_LENGTH_MAX,
        pattern: TOPICS,
        description: `At least one of ${PUSH_TOPICS.join(', ')}, a space between two`,
      }),
      details: flag('Whether a notification shows instruments and amounts'),
    }),
    answer: state,
  },
  pushUnsubscribe: {
    ...POST,
    path: '/api/user/push_unsubscribe',
    caller: 'user',
    doc: 'Ends the notifications of the browser of this session. Idempotent.',
    request: none,
    answer: state,
  },
} as const satisfies Record<string, Call>
