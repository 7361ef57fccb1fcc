/**
 * Short messages: through the operator's provider, or for trying out as files in the outbox folder. Where neither is set none can be
 * sent: whatever needs one is refused with `sms_unavailable` before it is begun.
 */
import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Machine } from '../machine.ts'
import { outboxName, SendFailed } from './mail.ts'
import { httpSms } from './sms-http.ts'
import type { SmsSetting } from './sms-setting.ts'

export type Sms = {
  readonly id: string
  readonly number: number
  /** International form: `+` and digits. */
  readonly to: string
  readonly text: string
}

/** What the provider answered; 0: nothing was asked. The text may repeat the number and is never logged. */
export type SmsAnswer = { readonly status: number; readonly text: string }

/** Rejects when the message was not taken over, with an error that does not name the number (SendFailed says if it is final). */
export type SmsSender = {
  /** `none`: nothing can be sent. `outbox`: nobody receives it. */
  readonly kind: 'http' | 'outbox' | 'none'
  send(sms: Sms): Promise<SmsAnswer>
}

export function smsSender(options: {
  readonly setting: SmsSetting | undefined
  readonly folder: string
  readonly machine: Machine
}): SmsSender {
  const { setting, folder, machine } = options
  if (setting === undefined) return NO_SMS
  return setting.kind === 'outbox' ? outboxSms({ folder, machine }) : httpSms({ provider: setting, machine })
}

const NO_SMS: SmsSender = {
  kind: 'none',
  send: () => Promise.reject(new SendFailed('SMS not taken: SMS_URL is not set', { final: true })),
}

export function outboxSms(options: { readonly folder: string; readonly machine: Machine }): SmsSender {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  return {
    kind: 'outbox',
    send: async ({ number, to, text }) => {
      const name = `${outboxName(new Date(options.machine.now()), number)}.sms.txt`
      await writeFile(join(options.folder, name), `To: ${to}\n\n${text}\n`, { mode: 0o600 })
      return { status: 0, text: 'written to the outbox folder, for trying out: nobody receives it' }
    },
  }
}
