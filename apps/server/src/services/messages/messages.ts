/**
 * Messages are written, encrypted, in the transaction that they report, and sent once it is durable, codes before all
 * others, and of the codes first those that the owner of the receiver asked for. Each message is sent at least once;
 * its number lets a mail program drop the second copy after a crash. One process sends no message again that was sent.
 * Receiver and text never reach a log. Both are deleted from the store when the message is sent.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { assert, type Millis, must, type UserId } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Query, Store } from '../../store/index.ts'
import { DAY_MS, HOUR_MS, type Runtime, randomId } from '../clock/index.ts'
import type { Encryption } from '../encryption/index.ts'
import type { Jobs } from '../jobs/index.ts'
import { keepInApp, type OwnSignIn } from './kept-notices.ts'
import { CONNECTIONS_MAX, type MailSender, SendFailed } from './mail.ts'
import type { SmsSender } from './sms-sender.ts'
import {
  brandedWords,
  type CodeMessage,
  codeMail,
  codeText,
  hasText,
  type Mail,
  type Message,
  mailOf,
  type SupportContact,
  textOf,
} from './templates.ts'

/** `none`: the same work, but no message is sent, so that response times do not show whether an account exists. */
export type Channel = 'mail' | 'sms' | 'none'

export type Messages = {
  /**
   * A message to a customer, as a mail or a text message. One without a text for phones is sent as a mail only. With a
   * transaction's query it is sent if and only if the transaction commits. `user`: the customer also reads it in the
   * app as a notice (kept-notices.ts), except in the browser of `ownSignIn`.
   */
  notify(
    query: Query,
    post: {
      readonly channel: Channel
      readonly to: string
      readonly language: Language
      readonly message: Message
      readonly user?: UserId
      readonly ownSignIn?: OwnSignIn | undefined
    },
  ): Promise<void>
  /**
   * A mail to a staff member, with the caller's text. Given up at `until`. Also sent only if the transaction commits.
   */
  mail(query: Query, mail: Mail & { readonly to: string; readonly until?: Millis }): Promise<void>
  /** A one-time code; given up at `until`. `byOwner`: before those of strangers. Only services/codes calls this. */
  code(
    query: Query,
    code: {
      readonly channel: Channel
      readonly to: string
      readonly language: Language
      readonly until: Millis
      readonly byOwner?: boolean
    } & CodeMessage,
  ): Promise<void>
  /** Sends the messages that are due; resolves when each was tried. */
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
  /** Where support is reached now, for messages that ask to write to it. */
  readonly support: () => SupportContact
  /** The brand that the operator has stated; empty: none. */
  readonly brand: () => string
  /** After each attempt. */
  readonly count?: (channel: Channel, outcome: 'sent' | 'failed' | 'given_up') => void
}

/** How often the server reads the due messages from the store. */
const LOOK_MS = 1_000
/** Delay after the first, second, ... failure. After the last one the message is given up. */
const RETRY_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000]
/**
 * Codes are due before everything else: a customer waits for each, and others may have written many messages. One that
 * the owner asked for is due before those of strangers, who may ask for many.
 */
const DUE_FIRST = { ofOwner: 0, ofStranger: 1 } as const
/** Messages of a queue that are sent at once. */
const AT_ONCE = { others: CONNECTIONS_MAX, sms: 1 } as const
/** The row of a sent message holds only the time. It is deleted after this. */
const KEPT_MS = 30 * DAY_MS
const SWEEP_MS = HOUR_MS

const CONTENT = z.object({ to: z.string(), subject: z.string(), text: z.string(), until: z.number().optional() })
type Content = Mail & { readonly to: string; readonly until?: Millis }
type Row = { message_id: string; number: number; channel: Channel; encrypted: Uint8Array; tries: number }

/**
 * Starts the senders: two jobs, so that a provider of text messages that does not answer delays no mail. `stop` lets
 * the messages that are being sent finish.
 */
export function openMessages(options: MessagesOptions): Messages {
  const loggable = (error: unknown) => ({ cause: causeOf(error) })
  const branded = (mail: Mail): Mail => ({
    subject: brandedWords(mail.subject, options.brand()),
    text: brandedWords(mail.text, options.brand()),
  })
  const { jobs } = options
  const senders = [
    jobs.add({ name: 'messages', everyMs: LOOK_MS, run: sweeping(options), loggable }),
    jobs.add({ name: 'messages_sms', everyMs: LOOK_MS, run: senderOfQueue(options, 'sms'), loggable }),
  ]
  return {
    mail: (query, mail) => post(options, query, 'mail', mail),
    notify: async (query, { channel, to, language, message, user, ownSignIn }) => {
      if (user !== undefined)
        await keepInApp({ ...options, query }, { user, message, ownSignIn, at: options.runtime.now() })
      if (channel !== 'sms')
        return post(options, query, channel, { to, ...branded(mailOf(message, language, options.support())) })
      if (hasText(message))
        return post(options, query, channel, {
          to,
          subject: '',
          text: brandedWords(textOf(message, language, options.support()), options.brand()),
        })
    },
    code: (query, { channel, to, language, until, byOwner = false, ...code }) => {
      const isSms = channel === 'sms'
      const mail = isSms ? { subject: '', text: codeText(code, language) } : codeMail(code, language)
      return post(
        options,
        query,
        channel,
        { to, until, ...branded(mail) },
        byOwner ? DUE_FIRST.ofOwner : DUE_FIRST.ofStranger,
      )
    },
    flush: async () => {
      await Promise.all(senders.map((sender) => sender.run()))
    },
    stop: async () => {
      await Promise.all(senders.map((sender) => sender.stop()))
      options.mail.close()
    },
  }
}

const encryptionContext = (id: string) => ({ purpose: 'message', row: id })

async function post(
  { encryption, runtime }: MessagesOptions,
  query: Query,
  channel: Channel,
  content: Content,
  due: number = runtime.now(),
): Promise<void> {
  const id = randomId(runtime)
  await query(
    `insert into messages (message_id, channel, encrypted, tries, created_at, due_at, sent_at)
     values ($1, $2, $3, 0, $4, $5, null)`,
    [id, channel, encryption.encryptText(encryptionContext(id), JSON.stringify(content)), runtime.now(), due],
  )
}

/** Sends the due mails, and deletes the old rows of all messages once per interval. */
function sweeping(options: MessagesOptions): () => Promise<void> {
  const { store, runtime } = options
  const sendDue = senderOfQueue(options, 'others')
  let swept = 0
  return async () => {
    await sendDue()
    const now = runtime.now()
    if (now - swept < SWEEP_MS) return
    swept = now
    await store.query('delete from messages where created_at < $1 and due_at is null', [now - KEPT_MS])
  }
}

/** Messages that were sent, and when, until the store has noted it. */
type Sent = Map<string, Millis>

/**
 * A job. A run first notes what an earlier one has sent and could not note, and sends nothing until that succeeds: so
 * no message is sent twice, and no more than `AT_ONCE` of them wait for their note.
 */
function senderOfQueue(options: MessagesOptions, queue: 'sms' | 'others'): () => Promise<void> {
  const sent: Sent = new Map()
  return async () => {
    for (const id of sent.keys()) await noteSent(options, sent, id)
    await sendQueue(options, queue, sent)
    assert(sent.size <= AT_ONCE[queue], 'a run that fails starts no further message')
  }
}

/**
 * Reads a message when there is room to send it, so that a code that is written meanwhile is the next. While a message
 * is being sent, it looks for due ones as often as the job does. Ends when none is due and each was tried.
 */
async function sendQueue(options: MessagesOptions, queue: 'sms' | 'others', sent: Sent): Promise<void> {
  const sending = new Map<string, Promise<void>>()
  const failures: unknown[] = []
  const failed = (error: unknown) => void failures.push(error)
  while (failures.length === 0) {
    const hasRoom = sending.size < AT_ONCE[queue]
    const row = hasRoom ? await nextDue(options, queue, [...sending.keys()]).catch(failed) : undefined
    if (row !== undefined) {
      const { message_id: id } = row
      const settled = settle(options, row, sent).catch(failed)
      sending.set(
        id,
        settled.then(() => void sending.delete(id)),
      )
    } else if (sending.size > 0) {
      const looksAgain = hasRoom ? [pause(LOOK_MS, undefined, { ref: false })] : []
      await Promise.race([...sending.values(), ...looksAgain])
    } else break
  }
  await Promise.all(sending.values())
  if (failures.length > 0) throw failures[0]
}

async function nextDue(
  { store, runtime }: MessagesOptions,
  queue: 'sms' | 'others',
  sending: readonly string[],
): Promise<Row | undefined> {
  const [row] = await store.query<Row>(
    `select message_id, number, channel, encrypted, tries from messages
     where due_at <= $1 and (channel = 'sms') = $2 and message_id <> all($3::text[]) order by due_at, number limit 1`,
    [runtime.now(), queue === 'sms', sending],
  )
  return row
}

async function settle(options: MessagesOptions, row: Row, sent: Sent): Promise<void> {
  const { runtime } = options
  const { message_id: id, channel } = row
  try {
    await attempt(options, row)
  } catch (error) {
    return await noteFailed(options, row, error)
  }
  sent.set(id, runtime.now())
  options.count?.(channel, 'sent')
  await noteSent(options, sent, id)
}

async function noteSent({ store }: MessagesOptions, sent: Sent, id: string): Promise<void> {
  await store.query('update messages set encrypted = null, due_at = null, sent_at = $2 where message_id = $1', [
    id,
    must(sent.get(id), 'the time of a message that was sent'),
  ])
  sent.delete(id)
}

async function noteFailed({ store, runtime, log, count }: MessagesOptions, row: Row, error: unknown): Promise<void> {
  const { message_id: id, channel, tries } = row
  const wait = error instanceof SendFailed && error.final ? undefined : RETRY_MS[tries]
  const facts = { message: id, channel, tries: tries + 1, cause: causeOf(error) }
  count?.(channel, wait === undefined ? 'given_up' : 'failed')
  log.warn(facts, wait === undefined ? 'a message was given up' : 'a message was not sent; it will be tried again')
  await store.query(
    wait === undefined
      ? 'update messages set tries = tries + 1, due_at = null, encrypted = null where message_id = $1'
      : 'update messages set tries = tries + 1, due_at = $2 where message_id = $1',
    wait === undefined ? [id] : [id, runtime.now() + wait],
  )
}

async function attempt({ encryption, runtime, mail, sms }: MessagesOptions, row: Row): Promise<void> {
  const { to, subject, text, until } = CONTENT.parse(
    JSON.parse(encryption.decryptText(encryptionContext(row.message_id), row.encrypted)),
  )
  if (until !== undefined && runtime.now() >= until) throw new SendFailed('no longer of use', { final: true })
  const message = { id: row.message_id, number: row.number, to, subject, text }
  if (row.channel === 'mail') await mail.send(message)
  if (row.channel === 'sms') await sms.send(message)
}

/** The error's name or our own text: a library's message may contain an address. */
function causeOf(error: unknown): string {
  if (error instanceof SendFailed) return error.message
  return error instanceof Error ? error.name : 'unknown'
}
