/** The sender in a mail's own header, and which refusals of a mail server are final. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ScratchSmtp, scratchSmtp } from '@veritick/testing/scratch-smtp'
import { expect, onTestFinished, test } from 'vitest'
import { realRuntime } from '../clock/clock.ts'
import { outboxMail, SendFailed, senderOf, smtpMail } from './mail.ts'

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

/** An answer of the mail server, the step at which it gives it, and whether the mail is given up then. */
const ANSWERS: readonly (readonly [keyof ScratchSmtp['answers'], string, 'again' | 'final'])[] = [
  ['auth', '535 5.7.8 the password has expired', 'again'],
  ['sender', '550 5.1.8 no such sender', 'again'],
  ['sender', '552 the mailbox of the sender is full', 'again'],
  ['receiver', '550 no such user', 'final'],
  ['receiver', '550-5.1.1 no such\r\n550 5.1.1 user', 'final'],
  ['receiver', '550 5.2.1 the mailbox is disabled', 'final'],
  ['receiver', '552 5.2.2 the mailbox is full', 'again'],
  ['receiver', '554 5.7.1 relay access denied', 'again'],
  ['receiver', '530 authentication required', 'again'],
  ['receiver', '550 5.4.5 daily quota exceeded', 'again'],
  ['receiver', '451 try later', 'again'],
  ['content', '554 refused', 'final'],
  ['content', '550 5.6.1 not taken', 'final'],
  ['content', '550 5.4.5 daily quota exceeded', 'again'],
]

test.each(ANSWERS)('the answer to the %s is %j: %s', async (step, answer, outcome) => {
  const smtp = await scratchSmtp()
  smtp.answers[step] = answer
  const smtpUrl = smtp.url.replace('//', '//user:password@')
  const mail = smtpMail({ smtpUrl, from: () => senderOf('no-reply@example.com', ''), runtime: realRuntime })
  onTestFinished(async () => {
    mail.close()
    await smtp.stop()
  })
  const sent = { id: 'abc', number: 1, to: 'ana@example.org', subject: 'Hello', text: 'Text' }
  const failed = await mail.send(sent).catch((error: unknown) => error)
  expect(smtp.taken).toEqual([])
  expect(failed).toBeInstanceOf(SendFailed)
  expect(failed instanceof SendFailed && failed.final ? 'final' : 'again').toBe(outcome)
  expect(String(failed)).not.toContain('ana@example.org')
})
