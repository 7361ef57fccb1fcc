/** Mails in the outbox folder of a started server, as a customer would find them in the mailbox. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { World } from './world.ts'

export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

/** Six digits that are not the decimals of an amount. */
const CODE = /(?<![\d.,])\d{6}(?![\d.,]*\d)/
const LETTER_MILLIS = 40_000
const LOOK_MILLIS = 200

/** Mails to one address, oldest first. */
export function mailsTo(world: World, to: string): readonly Mail[] {
  const folder = join(world.folder, 'outbox')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const [head = '', ...rest] = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').split('\n\n')
      const header = (field: string) => new RegExp(`^${field}: (.*)$`, 'm').exec(head)?.[1] ?? ''
      return { to: header('To'), subject: header('Subject'), text: rest.join('\n\n') }
    })
    .filter((mail) => mail.to === to)
}

/** The code of the mail that arrives while `send` runs. */
export async function codeAfter(world: World, to: string, send: () => Promise<void>): Promise<string> {
  const before = mailsTo(world, to).length
  await send()
  for (const until = Date.now() + LETTER_MILLIS; Date.now() < until; await pause(LOOK_MILLIS)) {
    for (const { text } of mailsTo(world, to).slice(before)) {
      const code = CODE.exec(text)?.[0]
      if (code !== undefined) return code
    }
  }
  throw new Error(`no code came to ${to}`)
}
