/**
 * Messages that are not lost and not made up: they are written, sealed, in the transaction that has something to tell, and sent
 * once that is durable. A message goes out at least once; its number lets a mail program drop the second copy after a crash.
 * Receivers and words never reach a log, and are deleted from the store as soon as the message is sent.
 */
import type { Millis } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Query, Store } from '../../store/index.ts'
import { DAY_MS, HOUR_MS, type Runtime, randomId } from '../clock/index.ts'
import type { Encryption } from '../encryption/index.ts'
import type { Jobs } from '../jobs/index.ts'
import { type MailSender, SendFailed } from './mail.ts'
import type { SmsSender } from './sms-sender.ts'
import {
  type CodeMessage,
  codeLetter,
  codeShort,
  isShort,
  type Letter,
  type Notice,
  noticeLetter,
  noticeShort,
} from './templates.ts'

/** `none`: everything is done as for the others, but nothing leaves; so that nobody can measure whether an account exists. */
export type Channel = 'mail' | 'sms' | 'none'

export type Messages = {
  /**
   * A notice to a customer; by short message only those that have short words. Pass the transaction's query: it is sent if and only if the
   * transaction commits.
   */
  notify(
    query: Query,
    message: { readonly channel: Channel; readonly to: string; readonly language: Language; readonly notice: Notice },
  ): Promise<void>
  /** A mail to one of the operator's own people, worded by whoever sends it; `until`: given up then. Likewise with the transaction. */
  letter(query: Query, letter: Letter & { readonly to: string; readonly until?: Millis }): Promise<void>
  /** A one-time code; given up at `until`. The codes part calls this, nobody else. */
  code(
    query: Query,
    message: {
      readonly channel: Channel
      readonly to: string
      readonly language: Language
      readonly until: Millis
    } & CodeMessage,
  ): Promise<void>
  /** Sends what is due now; resolves when nothing due is left untried. */
  flush(): Promise<void>
  stop(): Promise<void>
}

export type MessagesOptions = {
  readonly store: Store
  readonly encryption: Encryption
  readonly runtime: Runtime
  readonly mail: MailSender
  readonly sms: SmsSender
  readonly log: Logger
  readonly jobs: Jobs
  /** After each attempt. */
  readonly count?: (channel: Channel, outcome: 'sent' | 'failed' | 'given_up') => void
}

/** How often the store is asked for what is due. */
const LOOK_MS = 1_000
/** Waits after the first, second, ... failure; after the last one the message is given up. */
const RETRY_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000]
const BATCH_MAX = 20
/** Rows say only that something was sent and when; they go after this. */
const KEPT_MS = 30 * DAY_MS
const SWEEP_MS = HOUR_MS

const CONTENT = z.object({ to: z.string(), subject: z.string(), text: z.string(), until: z.number().optional() })
type Content = Letter & { readonly to: string; readonly until?: Millis }
type Row = { message_id: string; number: number; channel: Channel; sealed: Uint8Array; tries: number }

/** Starts the sender. `stop` lets the message that is on its way finish. */
export function openMessages(options: MessagesOptions): Messages {
  const { store, encryption, runtime, log } = options
  const place = (id: string) => ({ purpose: 'message', row: id })

  const post = async (query: Query, channel: Channel, content: Content): Promise<void> => {
    const id = randomId(runtime)
    const now = runtime.now()
    await query(
      'insert into messages (message_id, channel, sealed, tries, created_at, due_at, sent_at) values ($1, $2, $3, 0, $4, $4, null)',
      [id, channel, encryption.encryptText(place(id), JSON.stringify(content)), now],
    )
  }

  const attempt = async (row: Row): Promise<void> => {
    const content = CONTENT.parse(JSON.parse(encryption.decryptText(place(row.message_id), row.sealed)))
    if (content.until !== undefined && runtime.now() >= content.until)
      throw new SendFailed('no longer of use', { final: true })
    const letter = {
      id: row.message_id,
      number: row.number,
      to: content.to,
      subject: content.subject,
      text: content.text,
    }
    if (row.channel === 'mail') await options.mail.send(letter)
    if (row.channel === 'sms') await options.sms.send(letter)
  }

  const settle = async (row: Row): Promise<void> => {
    try {
      await attempt(row)
      await store.query('update messages set sealed = null, due_at = null, sent_at = $2 where message_id = $1', [
        row.message_id,
        runtime.now(),
      ])
      options.count?.(row.channel, 'sent')
    } catch (error) {
      const wait = error instanceof SendFailed && error.final ? undefined : RETRY_MS[row.tries]
      const facts = { message: row.message_id, channel: row.channel, tries: row.tries + 1, cause: causeOf(error) }
      options.count?.(row.channel, wait === undefined ? 'given_up' : 'failed')
      log.warn(facts, wait === undefined ? 'a message was given up' : 'a message was not sent; it will be tried again')
      await store.query(
        wait === undefined
          ? 'update messages set tries = tries + 1, due_at = null, sealed = null where message_id = $1'
          : 'update messages set tries = tries + 1, due_at = $2 where message_id = $1',
        wait === undefined ? [row.message_id] : [row.message_id, runtime.now() + wait],
      )
    }
  }

  const sendDue = async (): Promise<void> => {
    for (;;) {
      const rows = await store.query<Row>(
        'select message_id, number, channel, sealed, tries from messages where due_at <= $1 order by due_at, number limit $2',
        [runtime.now(), BATCH_MAX],
      )
      if (rows.length === 0) return
      // A provider that does not answer holds up no mail.
      const [short, long] = [rows.filter((row) => row.channel === 'sms'), rows.filter((row) => row.channel !== 'sms')]
      await Promise.all([inTurn(short, settle), inTurn(long, settle)])
    }
  }

  let swept = 0
  const run = async () => {
    await sendDue()
    const now = runtime.now()
    if (now - swept < SWEEP_MS) return
    swept = now
    await store.query('delete from messages where created_at < $1 and due_at is null', [now - KEPT_MS])
  }
  const loggable = (error: unknown) => ({ cause: causeOf(error) })
  const sender = options.jobs.add({ name: 'messages', everyMs: LOOK_MS, run, loggable })

  return {
    letter: (query, letter) => post(query, 'mail', letter),
    notify: async (query, { channel, to, language, notice }) => {
      if (channel !== 'sms') return post(query, channel, { to, ...noticeLetter(notice, language) })
      if (isShort(notice)) return post(query, channel, { to, subject: '', text: noticeShort(notice, language) })
    },
    code: (query, { channel, to, language, until, ...message }) => {
      const letter =
        channel === 'sms' ? { subject: '', text: codeShort(message, language) } : codeLetter(message, language)
      return post(query, channel, { to, until, ...letter })
    },
    flush: () => sender.run(),
    stop: async () => {
      await sender.stop()
      options.mail.close()
    },
  }
}

async function inTurn(rows: readonly Row[], settle: (row: Row) => Promise<void>): Promise<void> {
  for (const row of rows) await settle(row)
}

/** Names of errors and our own words only: what a library says may repeat an address. */
function causeOf(error: unknown): string {
  if (error instanceof SendFailed) return error.message
  return error instanceof Error ? error.name : 'unknown'
}
