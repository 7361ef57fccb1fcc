/** The state of the text message provider, and a test message. */
import { z } from 'zod'
import { words } from '../schemas/fields.ts'
import { count } from '../schemas/values.ts'
import { DECIDES, none, type OfficeCall, READS, reasonText } from './call.ts'

const PHONE_MAX = 40

const kind = z
  .literal(['http', 'outbox', 'none'])
  .meta({ description: 'outbox: for trials, written to a file. none: nothing is sent' })

export const SMS_CALLS = {
  smsInfo: {
    ...READS,
    path: '/office/sms',
    caller: 'sms_test',
    doc: 'How text messages are sent now.',
    request: none,
    answer: z.object({ kind }),
  },
  smsTest: {
    ...DECIDES,
    path: '/office/sms/test',
    caller: 'sms_test',
    doc:
      'Sends one text message to a number at once, past the queue, and answers the response of the provider. At ' +
      'most 10 an hour.',
    request: z.object({
      to: words({ max: PHONE_MAX, description: 'Number in international form: + and digits' }),
      reason_text: reasonText,
    }),
    answer: z.object({
      kind,
      sent: z.boolean(),
      status: count.nullable().meta({ description: 'HTTP status of the answer; null: there was none' }),
      answer: z.string().meta({ description: 'First 1,000 bytes of the response, or why there is none' }),
    }),
  },
} as const satisfies Record<string, OfficeCall>
