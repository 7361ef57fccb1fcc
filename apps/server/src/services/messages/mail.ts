/**
 * Mail: through an SMTP server when one is set, otherwise as readable .eml files in the outbox folder, so that trying
 * things out needs no mail account. Only the sender knows the receiver; an error never repeats the address.
 */
import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Runtime } from '../clock/index.ts'

export type Mail = {
  /** Names the mail for ever: sent twice, a mail program shows it once. */
  readonly id: string
  /** The earlier message has the smaller one. */
  readonly number: number
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Rejects when the mail was not taken over, with an error that names no address. */
export type MailSender = { send(mail: Mail): Promise<void>; close(): void }

/** Why a mail was not taken. `final`: trying again will not help. */
export class SendFailed extends Error {
  readonly final: boolean
  constructor(message: string, options: { final: boolean }) {
    super(message)
    this.final = options.final
  }
}

const CONNECT_MS_MAX = 10_000
const SILENCE_MS_MAX = 20_000
/** Connections to the mail server: a slow receiver does not keep all other mails waiting. */
export const CONNECTIONS_MAX = 4
const NUMBER_DIGITS = 10

/** The sender of a mail: the address of MAIL_FROM, under the brand of the operator once there is one. */
export type Sender = { readonly name: string; readonly address: string }

/** `mailFrom`: `name@host`, or `Name <name@host>`. `brand`: empty while the operator has stated none. */
export function senderOf(mailFrom: string, brand: string): Sender {
  const [, name = '', address = mailFrom] = /^(.*) <([^<>]+)>$/.exec(mailFrom) ?? []
  return { name: oneLine(brand === '' ? name : brand), address }
}

export function smtpMail(options: {
  readonly smtpUrl: string
  readonly from: () => Sender
  readonly runtime: Runtime
}): MailSender {
  const transport = nodemailer.createTransport({
    url: options.smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    connectionTimeout: CONNECT_MS_MAX,
    greetingTimeout: CONNECT_MS_MAX,
    socketTimeout: SILENCE_MS_MAX,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ id, to, subject, text }) => {
      const from = options.from()
      try {
        await transport.sendMail({
          from: { ...from },
          // As an object: a comma in it does not make two receivers.
          to: { name: '', address: to },
          subject,
          text,
          messageId: messageIdOf(id, from),
          date: new Date(options.runtime.now()),
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw sendFailed(error)
      }
    },
    close: () => transport.close(),
  }
}

/** Below the sender's own host: a receiver trusts a mail less whose id names another one. */
function messageIdOf(id: string, { address }: Sender): string {
  return `<${id}@${address.split('@')[1] ?? 'localhost'}>`
}

/** The server's text may repeat the address, so only numbers and the library's word are kept. */
function sendFailed(error: unknown): SendFailed {
  const { code = 'unknown', responseCode: status } = fieldsOf(error)
  return new SendFailed(`mail not taken: ${code}${status === undefined ? '' : ` ${status}`}`, { final: isFinal(error) })
}

/** 500 to 504 and 530 to 538 speak of the commands and of the sign-in, which the operator can repair. */
const FINAL_STATUS = { from: 550, to: 554 } as const
/**
 * Enhanced codes (RFC 3463) of a receiver that does not exist or is closed, and of the content. The others speak of the
 * sender, its quota, its server or a policy; mail servers give these at RCPT TO and after the content too.
 */
const FINAL_CODE = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1|6\.\d{1,3})$/

/**
 * True where another try cannot help, because the receiver or the message itself is refused. An expired password, a
 * refused sender or a used-up quota is an operator's to repair: the mail waits for it.
 */
function isFinal(error: unknown): boolean {
  const { code, command, responseCode, response = '' } = fieldsOf(error)
  const isOfMail = (code === 'EENVELOPE' && command === 'RCPT TO') || code === 'EMESSAGE'
  if (!isOfMail || responseCode === undefined) return false
  if (responseCode < FINAL_STATUS.from || responseCode > FINAL_STATUS.to) return false
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return enhanced === undefined || FINAL_CODE.test(enhanced)
}

type ErrorFields = {
  readonly code: string | undefined
  readonly command: string | undefined
  readonly responseCode: number | undefined
  readonly response: string | undefined
}

/** Of an error of the library, as far as they are there. */
function fieldsOf(error: unknown): ErrorFields {
  const fields: Readonly<Record<string, unknown>> = typeof error === 'object' && error !== null ? { ...error } : {}
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    code: text(fields.code),
    command: text(fields.command),
    response: text(fields.response),
    responseCode: typeof fields.responseCode === 'number' ? fields.responseCode : undefined,
  }
}

export function outboxMail(options: {
  readonly folder: string
  readonly from: () => Sender
  readonly runtime: Runtime
}): MailSender {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  return {
    send: async ({ id, number, to, subject, text }) => {
      const date = new Date(options.runtime.now())
      const from = options.from()
      const head = [
        `From: ${headerOf(from)}`,
        `To: ${oneLine(to)}`,
        `Subject: ${oneLine(subject)}`,
        `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
        `Message-ID: ${messageIdOf(id, from)}`,
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 8bit',
      ]
      const mail = `${head.join('\r\n')}\r\n\r\n${text.replaceAll('\n', '\r\n')}\r\n`
      await writeFile(join(options.folder, `${outboxName(date, number)}.eml`), mail, { mode: 0o600 })
    },
    close: () => {},
  }
}

/** A name with a comma or a point stands in quotes. */
function headerOf({ name, address }: Sender): string {
  if (name === '') return address
  const isPlain = /^[\p{L}\p{N} '-]+$/u.test(name)
  return `${isPlain ? name : `"${name.replace(/["\\]/g, '')}"`} <${address}>`
}

/** Sorts by time, and within a millisecond as they were written; says nothing about the receiver. */
export function outboxName(date: Date, number: number): string {
  return `${date.toISOString().replaceAll(':', '-')}-${String(number).padStart(NUMBER_DIGITS, '0')}`
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}
