/** The sender in a mail's own header. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { realRuntime } from '../clock/clock.ts'
import { outboxMail, senderOf } from './mail.ts'

test.each([
  ['Example Trading <no-reply@mail.example.com>', 'mail.example.com'],
  ['no-reply@example.com', 'example.com'],
])('the id of a mail from %s ends in its host', async (from, host) => {
  const folder = mkdtempSync(join(tmpdir(), 'veritick-mail-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const mail = outboxMail({ folder, from: () => senderOf(from, ''), runtime: realRuntime })
  await mail.send({ id: 'abc', number: 1, to: 'ana@example.org', subject: 'Hello', text: 'Text' })
  const [name = ''] = readdirSync(folder)
  expect(readFileSync(join(folder, name), 'utf8')).toContain(`Message-ID: <abc@${host}>`)
})

test.each([
  ['Veritick <no-reply@mail.example.com>', '', 'Veritick'],
  ['Veritick <no-reply@mail.example.com>', 'North Markets', 'North Markets'],
  ['no-reply@mail.example.com', 'North\r\nMarkets', 'North Markets'],
  ['no-reply@mail.example.com', '', ''],
])('%s under the brand %j is from %j', (mailFrom, brand, name) => {
  expect(senderOf(mailFrom, brand)).toEqual({ name, address: 'no-reply@mail.example.com' })
})
