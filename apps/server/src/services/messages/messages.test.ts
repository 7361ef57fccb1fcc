/**
 * A mail goes out when and only when what it tells has happened, in the reader's language, and leaves no trace in a
 * log.
 */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { millis, must } from '@veritick/domain'
import { type ScratchSmtp, scratchSmtp, textOf } from '@veritick/testing/scratch-smtp'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { type SetMachine, setMachine } from '@veritick/testing/test-clock'
import { separateJobs } from '@veritick/testing/test-jobs'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../store/interface.ts'
import { openStore } from '../../store/store.ts'
import { DAY_MS } from '../clock/times.ts'
import type { Encryption } from '../encryption/encryption.ts'
import { openEncryption } from '../encryption/keys.ts'
import { CONNECTIONS_MAX, type MailSender, outboxMail, senderOf, smtpMail } from './mail.ts'
import { type Messages, type MessagesOptions, openMessages } from './messages.ts'
import { outboxSms } from './sms.ts'
import type { SmsSender } from './sms-sender.ts'

let location: StoreLocation
let store: Store
let runtime: SetMachine
let encryption: Encryption
let smtp: ScratchSmtp
let outbox: string
let logged: string[]
let messages: Messages
let brand: string

beforeAll(async () => {
  location = await openLocation('embedded', ['w'])
  store = await openStore({ ...location, world: 'w' })
  outbox = join(location.dataDir, 'outbox')
})
beforeEach(async () => {
  runtime = setMachine({ at: '2026-03-02T09:00:00Z' })
  encryption = await openEncryption({ ...location, store, world: 'w', vaultKey: undefined, runtime })
  smtp = await scratchSmtp()
  await store.query('delete from messages')
  rmSync(outbox, { recursive: true, force: true })
  logged = []
  brand = ''
  messages = open('smtp')
})
afterEach(async () => {
  await messages.stop()
  await smtp.stop()
})
afterAll(async () => {
  await store.close()
  await location.clean()
})

function open(
  by: 'smtp' | 'outbox' | MailSender,
  count?: MessagesOptions['count'],
  sms: SmsSender = outboxSms({ folder: outbox, runtime }),
  noted: Store = store,
): Messages {
  const from = () => senderOf('Veritick <no-reply@veritick.example>', brand)
  const keep = new Writable({
    write: (chunk, _encoding, done) => {
      logged.push(String(chunk))
      done()
    },
  })
  return openMessages({
    support: () => ({ email: '', chat: '' }),
    brand: () => brand,
    store: noted,
    encryption,
    runtime,
    mail:
      typeof by === 'object'
        ? by
        : by === 'smtp'
          ? smtpMail({ smtpUrl: smtp.url, from, runtime })
          : outboxMail({ folder: outbox, from, runtime }),
    sms,
    log: pino({ level: 'trace' }, keep),
    jobs: separateJobs(pino({ level: 'trace' }, keep)),
    ...(count === undefined ? {} : { count }),
  })
}

const until = millis(Date.parse('2026-03-02T09:10:00Z'))
const CODE = {
  channel: 'mail',
  to: 'ana@example.com',
  language: 'en',
  purpose: 'register',
  code: '204915',
  minutes: 10,
  until,
} as const
const rows = () =>
  store.query<{ encrypted: Uint8Array | null; tries: number; due_at: number | null; sent_at: number | null }>(
    'select * from messages',
  )

describe('through a mail server', () => {
  test('a stated brand is the sender and stands in the text, also where it could break a header', async () => {
    brand = 'North, "Markets" & Co.\r\nBcc: all@example.com'
    await messages.code(store.query, CODE)
    await messages.notify(store.query, { ...CODE, message: { name: 'already_registered', values: {} } })
    await messages.flush()
    const [code, message] = smtp.taken.map(({ data }) => data)
    expect(code).toMatch(/^From: "North, \\"Markets\\" & Co. Bcc: all@example.com"\s+<no-reply@veritick.example>$/m)
    expect(code).not.toMatch(/^Bcc/m)
    expect(smtp.taken.map(({ to }) => to)).toEqual([['ana@example.com'], ['ana@example.com']])
    expect(textOf(must(code, 'a code'))).toContain('Nobody at North, "Markets" & Co.')
    expect(textOf(must(message, 'a message'))).not.toContain('Veritick')
  })

  test('a code arrives, and afterwards neither code nor address stands in store or log', async () => {
    await messages.code(store.query, CODE)
    const [waiting] = await rows()
    const encrypted = Buffer.from(must(waiting?.encrypted ?? undefined, 'an encrypted message'))
    expect(encrypted.includes('204915') || encrypted.includes('ana@example.com')).toBe(false)
    await messages.flush()
    expect(smtp.taken).toHaveLength(1)
    const mail = must(smtp.taken[0], 'a mail')
    expect(mail.to).toEqual(['ana@example.com'])
    expect(mail.data).toMatch(/^Subject: Your Veritick code$/m)
    expect(textOf(mail.data)).toContain(
      'You are opening an account.\n\nCode: 204915\n\nIt works once, within 10 minutes.',
    )
    expect(await rows()).toMatchObject([{ encrypted: null, due_at: null, sent_at: runtime.now() }])
    expect(logged.join('')).not.toMatch(/204915|ana@example/)
  })

  test('in the language of the reader', async () => {
    for (const language of ['hk', 'ar'] as const)
      await messages.notify(store.query, {
        channel: 'mail',
        to: 'ana@example.com',
        language,
        message: { name: 'withdraw_approved', values: { id: '7', amount: '250.00 USD' } },
      })
    await messages.flush()
    const texts = smtp.taken.map((mail) => textOf(mail.data))
    expect(texts.join()).toContain('申請 7（250.00 USD）已批准，正在付款。')
    expect(texts.join()).toContain('\u2068250.00 USD\u2069')
  })

  test('a code is sent next, before everything that was written earlier', async () => {
    let late: Promise<void> | undefined
    await messages.stop()
    messages = open('smtp', () => {
      late ??= messages.code(store.query, CODE)
    })
    for (let number = 0; number < 3 * CONNECTIONS_MAX; number++)
      await messages.mail(store.query, { to: 'bob@example.com', subject: `Letter ${number}`, text: 'Good day.' })
    runtime.pass(1000)
    await messages.code(store.query, CODE)
    await messages.flush()
    await late
    const subjects = smtp.taken.map(({ data }) => /^Subject: (.*)$/m.exec(data)?.[1]?.trim())
    const code = 'Your Veritick code'
    expect(subjects).toHaveLength(3 * CONNECTIONS_MAX + 2)
    expect(subjects.filter((subject) => subject === code)).toHaveLength(2)
    // It takes the first connection that gets free.
    expect(subjects.lastIndexOf(code)).toBeLessThanOrEqual(2 * CONNECTIONS_MAX)
  })

  test('a mail that takes long keeps no other waiting, and is sent once', async () => {
    await messages.stop()
    const begun: string[] = []
    let take = () => {}
    const taken = new Promise<void>((resolve) => {
      take = resolve
    })
    messages = open({
      send: async ({ to }) => {
        begun.push(to)
        if (to === 'slow@example.com') await taken
      },
      close: () => {},
    })
    const letter = { subject: 'Letter', text: 'Good day.' }
    await messages.mail(store.query, { to: 'slow@example.com', ...letter })
    for (let number = 0; number < 10; number++)
      await messages.mail(store.query, { to: `bob${number}@example.com`, ...letter })
    const flushed = messages.flush()
    await expect.poll(async () => (await rows()).filter((row) => row.sent_at !== null)).toHaveLength(10)
    expect(new Set(begun).size).toBe(11)
    take()
    await flushed
    expect(begun).toHaveLength(11)
  })

  test.each([
    ['mail', 'slow@example.com'],
    ['sms', '+85291234567'],
  ] as const)('a hanging message by %s keeps no mail waiting that is written later', async (channel, slow) => {
    await messages.stop()
    const begun: string[] = []
    let take = () => {}
    const taken = new Promise<void>((resolve) => {
      take = resolve
    })
    const send = async ({ to }: { readonly to: string }) => {
      begun.push(to)
      if (to === slow) await taken
    }
    const sendSms: SmsSender['send'] = async (sms) => {
      await send(sms)
      return { status: 200, text: '' }
    }
    messages = open({ send, close: () => {} }, undefined, { kind: 'outbox', send: sendSms })
    await messages.code(store.query, { ...CODE, channel, to: slow })
    await expect.poll(() => begun, { timeout: 5_000 }).toEqual([slow])
    await messages.code(store.query, CODE)
    try {
      await expect.poll(() => begun, { timeout: 5_000 }).toEqual([slow, CODE.to])
    } finally {
      take()
    }
    await messages.flush()
    expect(begun).toHaveLength(2)
  })

  test('codes that owners asked for go before those of strangers, however many these are', async () => {
    await messages.stop()
    const begun: string[] = []
    const send = async ({ to }: { readonly to: string }) => void begun.push(to)
    messages = open({ send, close: () => {} })
    for (let number = 0; number < 10; number++)
      await messages.code(store.query, { ...CODE, to: `stranger${number}@example.com` })
    await messages.code(store.query, { ...CODE, byOwner: true })
    await messages.flush()
    expect(begun[0]).toBe('ana@example.com')
    expect(begun).toHaveLength(11)
  })

  test('what was rolled back is never told', async () => {
    const change = store.transaction(async (tx) => {
      await messages.notify(tx.query, {
        channel: 'mail',
        to: 'ana@example.com',
        language: 'en',
        message: { name: 'identity_accepted', values: {} },
      })
      throw new Error('the review was lost')
    })
    await expect(change).rejects.toThrow('the review was lost')
    await messages.flush()
    expect(smtp.taken).toEqual([])
  })

  test('a server that is busy is asked again later, with patience', async () => {
    smtp.refusals.push('451 try later', '451 try later')
    await messages.notify(store.query, {
      channel: 'mail',
      to: 'ana@example.com',
      language: 'en',
      message: { name: 'identity_accepted', values: {} },
    })
    await messages.flush()
    expect(await rows()).toMatchObject([{ tries: 1, due_at: runtime.now() + 10_000, sent_at: null }])
    runtime.pass(9_999)
    await messages.flush()
    expect(await rows()).toMatchObject([{ tries: 1 }])
    runtime.pass(1)
    await messages.flush()
    runtime.pass(60_000)
    await messages.flush()
    expect(smtp.taken).toHaveLength(1)
    expect(await rows()).toMatchObject([{ tries: 2, sent_at: runtime.now() }])
  })

  test('a message that was sent is not sent again because the store could not note it; no other is sent', async () => {
    await messages.stop()
    const sent: string[] = []
    const counted: string[] = []
    const trouble = { isFull: true }
    const full: Store = {
      ...store,
      query: (text, values) =>
        trouble.isFull && text.startsWith('update messages')
          ? Promise.reject(new Error('disk full'))
          : store.query(text, values),
    }
    const provider = outboxSms({ folder: outbox, runtime })
    const sms: SmsSender = { ...provider, send: (text) => provider.send(text).finally(() => sent.push(text.to)) }
    messages = open('smtp', (_, outcome) => counted.push(outcome), sms, full)
    await messages.code(store.query, { ...CODE, channel: 'sms', to: '+85291234567' })
    for (let run = 0; run < 3; run++) await expect(messages.flush()).rejects.toThrow('disk full')
    // It is due before the one that waits for its note.
    await messages.code(store.query, { ...CODE, channel: 'sms', to: '+85290000000', byOwner: true })
    await expect(messages.flush()).rejects.toThrow('disk full')
    expect([sent, counted]).toEqual([['+85291234567'], ['sent']])
    expect(logged.join('')).not.toContain('was not sent')
    trouble.isFull = false
    const at = runtime.now()
    runtime.pass(5_000)
    await messages.flush()
    expect([sent, counted]).toEqual([
      ['+85291234567', '+85290000000'],
      ['sent', 'sent'],
    ])
    expect((await rows()).map((row) => [row.tries, row.sent_at, row.encrypted]).sort()).toEqual([
      [0, at, null],
      [0, at + 5_000, null],
    ])
  })

  test('a receiver that does not exist is given up, and the log does not name it', async () => {
    smtp.refusals.push('550 <ana@example.com> no such user here')
    await messages.notify(store.query, {
      channel: 'mail',
      to: 'ana@example.com',
      language: 'en',
      message: { name: 'identity_accepted', values: {} },
    })
    await messages.flush()
    expect(await rows()).toMatchObject([{ tries: 1, encrypted: null, due_at: null, sent_at: null }])
    expect(logged.join('')).toContain('550')
    expect(logged.join('')).not.toContain('ana@example')
  })

  test('with the server away for good a message is given up after six tries', async () => {
    await smtp.stop()
    await messages.notify(store.query, {
      channel: 'mail',
      to: 'ana@example.com',
      language: 'en',
      message: { name: 'identity_accepted', values: {} },
    })
    for (let hour = 0; hour < 8; hour++) {
      await messages.flush()
      runtime.pass(7_200_000)
    }
    expect(await rows()).toMatchObject([{ tries: 6, encrypted: null, due_at: null, sent_at: null }])
  })

  test('a code that could not be sent in its ten minutes is not sent at all', async () => {
    smtp.refusals.push('451 try later')
    await messages.code(store.query, CODE)
    await messages.flush()
    runtime.pass(600_000)
    await messages.flush()
    expect(smtp.taken).toEqual([])
    expect(await rows()).toMatchObject([{ encrypted: null, due_at: null, sent_at: null }])
  })

  test('after a crash the next start sends what was waiting', async () => {
    await messages.stop()
    await messages.code(store.query, CODE)
    await store.close()
    store = await openStore({ ...location, world: 'w' })
    encryption = await openEncryption({ ...location, store, world: 'w', vaultKey: undefined, runtime })
    messages = open('smtp')
    await messages.flush()
    expect(smtp.taken).toHaveLength(1)
  })

  test('an address is one receiver and a subject one line, whatever is in them', async () => {
    const sender = smtpMail({ smtpUrl: smtp.url, from: () => senderOf('x@y.example', ''), runtime })
    await sender
      .send({
        id: 'a',
        number: 1,
        to: 'a@b.example, eve@evil.example',
        subject: 'hello\r\nBcc: eve@evil.example',
        text: 't',
      })
      .catch(() => {})
    sender.close()
    expect(smtp.taken.flatMap((mail) => mail.to)).not.toContain('eve@evil.example')
    expect(smtp.taken.map((mail) => mail.data).join('\n')).not.toMatch(/^Bcc:/m)
  })

  test('old rows are swept away', async () => {
    await messages.code(store.query, CODE)
    await messages.flush()
    runtime.pass(31 * DAY_MS)
    await messages.flush()
    expect(await rows()).toEqual([])
  })
})

describe('without a mail server', () => {
  test('mails and text messages are readable files for their owner only', async () => {
    await messages.stop()
    messages = open('outbox')
    await messages.code(store.query, { ...CODE, language: 'hk', detail: '250.00 USDT → TJYe...x9' })
    await messages.code(store.query, { ...CODE, channel: 'sms', to: '+85291234567' })
    await messages.code(store.query, { ...CODE, channel: 'none' })
    await messages.flush()
    const names = readdirSync(outbox).sort()
    expect(names).toHaveLength(2)
    for (const name of names) expect(statSync(join(outbox, name)).mode & 0o777).toBe(0o600)
    const mail = readFileSync(
      join(
        outbox,
        must(
          names.find((name) => name.endsWith('.eml')),
          'a mail',
        ),
      ),
      'utf8',
    )
    expect(mail).toMatch(/^To: ana@example.com\r$/m)
    expect(mail).toMatch(/^Date: Mon, 02 Mar 2026 09:00:00 \+0000\r$/m)
    expect(mail).toContain('\r\n\r\n你正在開立帳戶。\r\n\r\n250.00 USDT → TJYe...x9\r\n\r\n驗證碼：204915')
    const sms = readFileSync(
      join(
        outbox,
        must(
          names.find((name) => name.endsWith('.sms.txt')),
          'a text message',
        ),
      ),
      'utf8',
    )
    expect(sms).toContain('To: +85291234567\n\nYou are opening an account. Veritick code: 204915.')
    expect(names.join()).not.toContain('ana')
  })

  test('what became due in one millisecond is sent, and lies, in the order in which it was written', async () => {
    await messages.stop()
    messages = open('outbox')
    for (let number = 0; number < 30; number++) {
      await messages.mail(store.query, { to: 'ana@example.com', subject: `Letter ${number}`, text: 'Good day.' })
    }
    await messages.flush()
    const subjects = readdirSync(outbox)
      .sort()
      .map((name) => /^Subject: (.*)\r$/m.exec(readFileSync(join(outbox, name), 'utf8'))?.[1])
    expect(subjects).toEqual(Array.from({ length: 30 }, (_, number) => `Letter ${number}`))
  })

  test('no line of a mail can pretend to be a header', async () => {
    await outboxMail({ folder: outbox, from: () => senderOf('v@v.example', ''), runtime }).send({
      id: 'x1',
      number: 1,
      to: 'a@b.example\r\nBcc: eve@evil.example',
      subject: 's\nX: y',
      text: 't',
    })
    const mail = readFileSync(join(outbox, must(readdirSync(outbox)[0], 'a mail')), 'utf8')
    expect(mail).not.toMatch(/^(Bcc|X):/m)
  })
})
