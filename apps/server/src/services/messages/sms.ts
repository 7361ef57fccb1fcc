/**
 * Text messages: through the operator's provider, or for development as files in the outbox folder. Without either
 * none can be sent: a call that needs one is refused with `sms_unavailable` at its start.
 */

import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Runtime } from '../clock/index.ts'
import { outboxName, SendFailed } from './mail.ts'
import { httpSms } from './sms-http.ts'
import type { SmsSender } from './sms-sender.ts'
import type { SmsSetting } from './sms-setting.ts'

export function smsSender(options: {
  readonly setting: SmsSetting | undefined
  readonly folder: string
  readonly runtime: Runtime
}): SmsSender {
  const { setting, folder, runtime } = options
  if (setting === undefined) return NO_SMS
  return setting.kind === 'outbox' ? outboxSms({ folder, runtime }) : httpSms({ provider: setting, runtime })
}

const NO_SMS: SmsSender = {
  kind: 'none',
  send: () => Promise.reject(new SendFailed('SMS not taken: SMS_URL is not set', { final: true })),
}

export function outboxSms(options: { readonly folder: string; readonly runtime: Runtime }): SmsSender {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  return {
    kind: 'outbox',
    send: async ({ number, to, text }) => {
      const name = `${outboxName(new Date(options.runtime.now()), number)}.sms.txt`
      await writeFile(join(options.folder, name), `To: ${to}\n\n${text}\n`, { mode: 0o600 })
      return { status: 0, text: 'written to the outbox folder, for trying out: it is not sent' }
    },
  }
}
