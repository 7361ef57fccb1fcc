/**
 * A test of the text messages: sent at once, past the queue, with the provider's answer. The audit keeps the end of
 * the number only.
 */

import { type OfficeHandlers, refuse } from '../../calls/index.ts'
import { writeAudit } from '../../services/audit/index.ts'
import { HOUR_MS, randomId } from '../../services/clock/index.ts'
import { brandedWords, SendFailed, SmsRefused } from '../../services/messages/index.ts'
import { masked, readPhone } from '../accounts/index.ts'
import type { Context } from './context.ts'

/** Test messages of all staff together: each costs money and reaches a person. */
export const SMS_TESTS_PER_HOUR = 10
/** Our name stands for that of the operator. */
const TEXT = 'Veritick: a test message. You need not do anything.'

export function smsHandlers(context: Context): OfficeHandlers<'smsInfo' | 'smsTest'> {
  const { sms, store, runtime, encryption, settings } = context
  let sent: readonly number[] = []

  const attempt = async (to: string) => {
    try {
      const text = brandedWords(TEXT, settings.get('operator').brand)
      const { status, text: answer } = await sms.send({ id: randomId(runtime), number: 0, to, text })
      return { sent: true, status: status === 0 ? null : status, answer }
    } catch (error) {
      if (error instanceof SmsRefused) return { sent: false, status: error.answer.status, answer: error.answer.text }
      return { sent: false, status: null, answer: error instanceof SendFailed ? error.message : 'SMS not taken' }
    }
  }

  return {
    smsInfo: async () => ({ ok: true, data: { kind: sms.kind } }),

    smsTest: async ({ params, actor }) => {
      if (sms.kind === 'none') return refuse('sms_unavailable')
      const phone = readPhone(params.to, undefined)
      if (!phone.ok) return refuse(phone.reason, 'to')
      const now = runtime.now()
      sent = sent.filter((at) => at > now - HOUR_MS && at <= now)
      if (sent.length >= SMS_TESTS_PER_HOUR) return refuse('code_limit_reached', 'to')
      sent = [...sent, now]
      const to = phone.value.number
      // The audit entry comes before the message: a sent message is in the audit log even if the process ends.
      await store.transaction((tx) =>
        writeAudit(
          { tx, encryption },
          {
            actor,
            action: 'sms_test',
            subject: { kind: 'sms', id: masked({ channel: 'sms', to }) },
            reason: params.reason_text,
            at: now,
          },
        ),
      )
      return { ok: true, data: { kind: sms.kind, ...(await attempt(to)) } }
    },
  }
}
