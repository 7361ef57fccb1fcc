/**
 * Short messages: whoever operates the platform brings a provider of this type. Without one they are written to the outbox folder.
 */
import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Machine } from '../machine.ts'
import { outboxName } from './mail.ts'

export type Sms = {
  readonly id: string
  readonly number: number
  /** International form: `+` and digits. */
  readonly to: string
  readonly text: string
}

/** Rejects when the message was not taken over, with an error that does not name the number (SendFailed says if it is final). */
export type SmsSender = { send(sms: Sms): Promise<void> }

export function outboxSms(options: { readonly folder: string; readonly machine: Machine }): SmsSender {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  return {
    send: async ({ number, to, text }) => {
      const name = `${outboxName(new Date(options.machine.now()), number)}.sms.txt`
      await writeFile(join(options.folder, name), `To: ${to}\n\n${text}\n`, { mode: 0o600 })
    },
  }
}
