/**
 * Six digits, ten minutes, five tries, one use: on both stores, one at a time and fifty at once, and under requests of
 * other visitors.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { millis, must, userId } from '@veritick/domain'
import { committing } from '@veritick/testing/reseal'
import { oneStoreKind, openLocation, type StoreLocation } from '@veritick/testing/stores'
import { type SetMachine, setMachine } from '@veritick/testing/test-clock'
import { separateJobs } from '@veritick/testing/test-jobs'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../store/interface.ts'
import { openStore } from '../../store/store.ts'
import { DAY_MS, MINUTE_MS } from '../clock/times.ts'
import { openEncryption } from '../encryption/keys.ts'
import { outboxMail } from '../messages/mail.ts'
import { type Messages, openMessages } from '../messages/messages.ts'
import { outboxSms } from '../messages/sms.ts'
import { LIMITS } from '../rate-limits/limits.ts'
import { networkScopes } from '../rate-limits/network-scopes.ts'
import { STRANGERS_LIMITS, sharedCeiling } from './code-limits.ts'
import { CODE_TRIES_MAX, CODE_TRIES_OF_OTHERS_MAX, type CodeRequest, type Codes, codesOf } from './codes.ts'

const ANA = { channel: 'mail', to: 'ana@example.com' } as const
const HOME = '203.0.113.7'
const visitor = (from: string, browser?: string) => ({ kind: 'visitor', from, browser }) as const
const REGISTER = {
  ...ANA,
  purpose: 'register',
  language: 'en',
  asker: visitor(HOME),
  from: HOME,
} as const satisfies CodeRequest
const SENT = { ok: true }
const WRONG = { ok: false, reason: 'code_wrong' }
const EXPIRED = { ok: false, reason: 'code_expired' }

const now = millis(Date.UTC(2026, 2, 2, 9))

test('text messages to numbers without an account have a daily ceiling for all networks together', () => {
  const ceiling = sharedCeiling(STRANGERS_LIMITS.sms)
  for (let each = 0; each < LIMITS.codes.smsToStrangersDay; each++) {
    const send = { networks: networkScopes(`network ${each}`), now: millis(now + each) }
    expect(ceiling.reached(send)).toBeUndefined()
    ceiling.count(send)
  }
  const next = { networks: networkScopes('another network'), now: millis(now + LIMITS.codes.smsToStrangersDay) }
  expect(ceiling.reached(next)).toEqual({ ok: false, reason: 'code_limit_reached', waitSeconds: 86_399 })
  expect(ceiling.reached({ ...next, now: millis(now + DAY_MS) })).toBeUndefined()
})

test('mails to strangers have a ceiling a minute for all networks together', () => {
  const ceiling = sharedCeiling(STRANGERS_LIMITS.mail)
  const send = (each: number) => ({ networks: networkScopes(`network ${each}`), now })
  for (let each = 0; each < LIMITS.codes.mailToStrangersMinute; each++) ceiling.count(send(each))
  expect(ceiling.reached(send(1_000))).toEqual({ ok: false, reason: 'code_limit_reached', waitSeconds: 60 })
  expect(ceiling.reached({ ...send(1_000), now: millis(now + MINUTE_MS) })).toBeUndefined()
})

test('the many networks of one home line or tunnel get no more than a few networks', () => {
  const ceiling = sharedCeiling(STRANGERS_LIMITS.sms)
  const send = (network: string) => {
    const asked = { networks: networkScopes(network), now }
    const isRefused = ceiling.reached(asked) !== undefined
    if (!isRefused) ceiling.count(asked)
    return !isRefused
  }
  const sentFrom = (networks: readonly string[]) => networks.filter(send).length
  const many = (prefix: string) => Array.from({ length: 256 }, (_, each) => `${prefix}${(each + 256).toString(16)}::`)
  const perNetwork = LIMITS.codes.smsToStrangersNetworkDay
  const rounds = (prefix: string) => Array.from({ length: 4 }, () => sentFrom(many(prefix))).reduce((a, b) => a + b)
  // Networks 2001:db8:0:100:: to :1ff:: are one of 56 bits.
  expect(rounds('2001:db8:0:')).toBe(4 * perNetwork)
  expect(['2001:db8:0:200::', '2001:db8:1:200::'].map((from) => sentFrom([from]))).toEqual([0, 1])
  expect(sentFrom(['192.0.2.7'])).toBe(1)
})

describe.each(oneStoreKind())('on the %s store', (kind) => {
  let location: StoreLocation
  let store: Store
  let runtime: SetMachine
  let messages: Messages
  let codes: Codes
  let outbox: string

  beforeAll(async () => {
    location = await openLocation(kind, ['codes'])
    store = await openStore({ ...location, world: 'codes' })
    outbox = join(location.dataDir, 'outbox')
  })
  beforeEach(async () => {
    runtime = setMachine({ at: '2026-03-02T09:00:00Z' })
    const encryption = await openEncryption({ ...location, store, world: 'codes', vaultKey: undefined, runtime })
    const to = { folder: outbox, from: () => ({ name: '', address: 'v@veritick.example' }), runtime }
    messages = openMessages({
      support: () => ({ email: '', chat: '' }),
      brand: () => '',
      store,
      encryption,
      runtime,
      mail: outboxMail(to),
      sms: outboxSms(to),
      log: pino({ level: 'silent' }),
      jobs: separateJobs(),
    })
    codes = codesOf({ store, encryption, runtime, messages })
  })
  afterEach(async () => {
    await messages.stop()
    await store.query('delete from codes')
    await store.query('delete from messages')
    rmSync(outbox, { recursive: true, force: true })
  })
  afterAll(async () => {
    await store.close()
    await location.clean()
  })

  /** The message that arrived last. */
  async function arrived(): Promise<string> {
    await messages.flush()
    const name = readdirSync(outbox).sort().at(-1)
    return readFileSync(join(outbox, must(name, 'a message')), 'utf8')
  }
  async function sentCode(request: CodeRequest = REGISTER): Promise<string> {
    expect(await codes.send(request)).toEqual(SENT)
    return must(/\b\d{6}\b/.exec(await arrived())?.[0], 'a code')
  }
  const spend = (code: string, more: Partial<CodeRequest> & { readonly transactionBinding?: string } = {}) =>
    codes.spend(committing(store.query), { ...REGISTER, ...more, code })
  /** Another code than the right one. */
  const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

  test('a code works once', async () => {
    const code = await sentCode()
    expect(await spend(other(code))).toEqual(WRONG)
    expect(await spend(` ${code} `, { to: ' Ana@Example.com' })).toEqual(SENT)
    expect(await spend(code)).toEqual(EXPIRED)
  })

  test('neither code nor address can be read in the store', async () => {
    const code = await sentCode()
    const rows = JSON.stringify(await store.query('select * from codes'))
    expect(rows.includes(code) || rows.includes('ana@') || rows.includes('203.0.113.7')).toBe(false)
  })

  test('it proves its own purpose and target only', async () => {
    const code = await sentCode()
    expect(await spend(code, { purpose: 'withdraw' })).toEqual(EXPIRED)
    expect(await spend(code, { to: 'ben@example.com' })).toEqual(EXPIRED)
    expect(await spend(code, { channel: 'sms' })).toEqual(EXPIRED)
    expect(await spend(code)).toEqual(SENT)
  })

  test('after five wrong tries the right one comes too late', async () => {
    const code = await sentCode()
    for (let by = 1; by <= 5; by++) expect(await spend(other(code, by))).toEqual(WRONG)
    expect(await spend(code)).toEqual(EXPIRED)
  })

  test('it lives ten minutes', async () => {
    const code = await sentCode()
    runtime.pass(600_000)
    expect(await spend(code)).toEqual(EXPIRED)
    const next = await sentCode()
    runtime.pass(599_999)
    expect(await spend(next)).toEqual(SENT)
  })

  test('only the newest code counts', async () => {
    const first = await sentCode()
    runtime.pass(60_000)
    const second = await sentCode()
    expect(second).not.toBe(first)
    expect(await spend(first)).toEqual(WRONG)
    expect(await spend(second)).toEqual(SENT)
  })

  test('of two made in the same millisecond the later one is the newest', async () => {
    const [phone, laptop, tablet] = ['c3', 'd4', 'e5'].map((name) => ({ asker: visitor(HOME, name.repeat(16)) }))
    const rounds = []
    for (let round = 0; round < 8; round++) {
      const to = `p${round}@example.com`
      await sentCode({ ...REGISTER, ...phone, to })
      const code = await sentCode({ ...REGISTER, ...laptop, to })
      rounds.push(await spend(code, { ...tablet, to }))
    }
    expect(rounds).toEqual(rounds.map(() => SENT))
  })

  test('sixty seconds between sends, five an hour, each purpose by itself', async () => {
    await sentCode()
    runtime.pass(59_001)
    expect(await codes.send(REGISTER)).toEqual({ ok: false, reason: 'code_too_soon', waitSeconds: 1 })
    expect(await codes.send({ ...REGISTER, purpose: 'reset' })).toEqual(SENT)
    runtime.pass(999)
    for (let send = 2; send <= 5; send++) {
      await sentCode()
      runtime.pass(60_000)
    }
    // The first of the five went out 300 seconds ago.
    expect(await codes.send(REGISTER)).toEqual({ ok: false, reason: 'code_limit_reached', waitSeconds: 3300 })
    runtime.pass(3_299_999)
    expect(await codes.send(REGISTER)).toMatchObject({ reason: 'code_limit_reached', waitSeconds: 1 })
    runtime.pass(1)
    expect(await codes.send(REGISTER)).toEqual(SENT)
  })

  test('no mailbox is flooded, no server from one network', async () => {
    let sent = 0
    // Strangers, each from a network of their own, as often as they like.
    for (let minute = 0; minute < 60; minute++) {
      const from = `198.51.100.${minute}`
      for (const purpose of ['register', 'reset'] as const)
        if ((await codes.send({ ...REGISTER, purpose, asker: visitor(from), from })).ok) sent++
      runtime.pass(60_000)
    }
    expect(sent).toBe(2 * 8)
    for (let person = 0; person < 70; person++)
      if ((await codes.send({ ...REGISTER, to: `p${person}@example.com` })).ok) sent++
    expect(sent).toBe(2 * 8 + 60)
    const neighbour = { asker: visitor('203.0.113.8'), from: '203.0.113.8' }
    expect(await codes.send({ ...REGISTER, to: 'q@example.com', ...neighbour })).toEqual(SENT)
    expect(await codes.send({ ...REGISTER, to: 'r@example.com', from: undefined })).toEqual(SENT)
  })

  test('in a day strangers have twenty-four codes of one purpose sent, each good for ten guesses at most', async () => {
    let sent = 0
    for (let hour = 0; hour < 24; hour++) {
      for (let stranger = 0; stranger < 10; stranger++) {
        const from = `198.51.${hour}.${stranger}`
        if ((await codes.send({ ...REGISTER, asker: visitor(from), from })).ok) sent++
      }
      runtime.pass(3_590_000)
    }
    expect(sent).toBe(LIMITS.codes.forVisitorsDay)
    expect(LIMITS.codes.forVisitorsDay * (CODE_TRIES_MAX + CODE_TRIES_OF_OTHERS_MAX)).toBeLessThanOrEqual(240)
  })

  describe('a stranger', () => {
    const RESET = { ...REGISTER, purpose: 'reset' } as const
    const strange = (number: number) => ({ asker: visitor(`198.51.100.${number}`), from: `198.51.100.${number}` })
    /** Everything that strangers may ask for in Ana's name this hour. */
    async function flood(): Promise<void> {
      for (let number = 0; number < 20; number++) await codes.send({ ...RESET, ...strange(number) })
    }

    test('does not burn the code that its owner asked for, however often they try from wherever', async () => {
      const code = await sentCode(RESET)
      const tried = []
      for (let number = 0; number < 20; number++)
        tried.push(await spend(other(code, number + 1), { purpose: 'reset', ...strange(number) }))
      expect(tried.filter((each) => !each.ok && each.reason === 'code_wrong')).toHaveLength(CODE_TRIES_OF_OTHERS_MAX)
      for (let by = 1; by < CODE_TRIES_MAX; by++)
        expect(await spend(other(code, by), { purpose: 'reset' })).toEqual(WRONG)
      expect(await spend(code, { purpose: 'reset' })).toEqual(SENT)
    })

    test('does not replace it by asking for another, and gains nothing by having asked', async () => {
      const code = await sentCode(RESET)
      runtime.pass(1_000)
      const theirs = await sentCode({ ...RESET, ...strange(1) })
      for (let by = 1; by <= 5; by++)
        expect(await spend(other(theirs, by), { purpose: 'reset', ...strange(1) })).toEqual(WRONG)
      expect(await spend(code, { purpose: 'reset', ...strange(1) })).toEqual(EXPIRED)
      expect(await spend(code, { purpose: 'reset' })).toEqual(SENT)
      // Once a code is used, the codes that were requested beside it are void.
      expect(await spend(theirs, { purpose: 'reset', ...strange(1) })).toEqual(EXPIRED)
    })

    test('does not keep a signed-in customer from a code', async () => {
      await flood()
      const inside = { asker: { kind: 'customer', user: userId(7) }, byOwner: true, from: undefined } as const
      for (const purpose of ['payee', 'withdraw', 'password'] as const)
        expect(await codes.send({ ...RESET, ...inside, purpose })).toEqual(SENT)
    })

    test('keeps no known browser of the owner waiting; an unknown browser has to wait', async () => {
      await flood()
      expect(await codes.send(RESET)).toMatchObject({ reason: 'code_limit_reached' })
      // A mail in the outbox is named by the second in which it was sent.
      await messages.flush()
      runtime.pass(1_000)
      const own = { asker: visitor(HOME, 'a1'.repeat(16)), byOwner: true, from: undefined }
      const code = await sentCode({ ...RESET, ...own })
      expect(await spend(code, { purpose: 'reset', ...own })).toEqual(SENT)
    })
  })

  test('a code may be typed on another device than it was asked for on', async () => {
    const code = await sentCode()
    const phone = { asker: visitor('192.0.2.9', 'b2'.repeat(16)) }
    expect(await spend(other(code), phone)).toEqual(WRONG)
    expect(await spend(code, phone)).toEqual(SENT)
  })

  test('a code is good although the same browser has used another within ten minutes', async () => {
    expect(await spend(await sentCode())).toEqual(SENT)
    runtime.pass(60_000)
    const phone = { asker: visitor('192.0.2.9', 'b2'.repeat(16)) }
    const code = await sentCode({ ...REGISTER, ...phone })
    expect(await spend(code)).toEqual(SENT)
  })

  test('a signed-in customer gets fifteen an hour for all purposes together', async () => {
    const inside = { ...REGISTER, asker: { kind: 'customer', user: userId(7) }, byOwner: true } as const
    let sent = 0
    for (let round = 0; round < 6; round++) {
      for (const purpose of ['password', 'payee', 'withdraw', 'proof'] as const)
        if ((await codes.send({ ...inside, purpose })).ok) sent++
      runtime.pass(60_000)
    }
    expect(sent).toBe(15)
  })

  test('fifty clicks at once send one code', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => codes.send(REGISTER)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await store.query('select code_id from codes')).toHaveLength(1)
    expect(await store.query('select message_id from messages')).toHaveLength(1)
  })

  test('fifty at once with the right code: one spends it', async () => {
    const code = await sentCode()
    const answers = await Promise.all(Array.from({ length: 50 }, () => spend(code)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'code_expired')).toHaveLength(49)
  })

  test('fifty transactions at once, each wanting its code: one is given what it allows', async () => {
    const code = await sentCode()
    const spendOne = () => store.transaction(async (tx) => (await codes.spend(tx, { ...REGISTER, code })).ok)
    const allowed = await Promise.all(Array.from({ length: 50 }, spendOne))
    expect(allowed.filter((ok) => ok)).toHaveLength(1)
  })

  test('fifty different guesses at once are five tries', async () => {
    const code = await sentCode()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, guess) => spend(other(code, guess + 1))))
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'code_wrong')).toHaveLength(5)
    expect(await spend(code)).toEqual(EXPIRED)
  })

  test('for an account that is not there everything looks the same, but nothing leaves', async () => {
    expect(await codes.send({ ...REGISTER, purpose: 'reset', instead: 'nothing' })).toEqual(SENT)
    expect(await codes.send({ ...REGISTER, purpose: 'reset', instead: 'nothing' })).toMatchObject({
      reason: 'code_too_soon',
    })
    await messages.flush()
    expect(readdirSync(outbox)).toEqual([])
    expect(await spend('000000', { purpose: 'reset' })).toEqual(WRONG)
  })

  test('the owner of an account is told so by a mail without a code', async () => {
    expect(await codes.send({ ...REGISTER, instead: { name: 'already_registered', values: {} } })).toEqual(SENT)
    const mail = await arrived()
    expect(mail).toContain('Subject: You already have an account')
    expect(mail).not.toMatch(/\b\d{6}\b/)
  })

  test('a phone gets it as a text message, written as it likes', async () => {
    const phone = {
      channel: 'sms',
      to: '+852 9123 4567',
      purpose: 'register',
      language: 'hk',
      asker: visitor(HOME),
      from: undefined,
    } as const
    expect(await sentCode(phone)).toMatch(/^\d{6}$/)
    const code = must(/\b\d{6}\b/.exec(await arrived())?.[0], 'a code')
    expect(await codes.spend(committing(store.query), { ...phone, to: '+85291234567', code })).toEqual(SENT)
  })

  describe('text messages to numbers without an account', () => {
    let asked = 0
    const ask = (from: string, more: Partial<CodeRequest> = {}) => {
      asked += 1
      const to = `+8529${String(asked).padStart(7, '0')}`
      return codes.send({ ...REGISTER, channel: 'sms', to, from, asker: visitor(from), toStranger: true, ...more })
    }

    test('a full ceiling of mails stops no text message, and no mail to an owner', async () => {
      const mail = (more: Partial<CodeRequest> = {}) => ask('192.0.2.9', { channel: 'mail', ...more })
      for (let each = 0; each < LIMITS.codes.mailToStrangersNetworkDay; each++) {
        expect(await mail()).toEqual(SENT)
        runtime.pass(70_000)
      }
      expect(await mail()).toMatchObject({ reason: 'code_limit_reached' })
      expect(await ask('192.0.2.9')).toEqual(SENT)
      expect(await mail({ toStranger: false, purpose: 'reset' })).toEqual(SENT)
    })

    test('have a ceiling a day for each network', async () => {
      for (let each = 0; each < LIMITS.codes.smsToStrangersNetworkDay; each++) {
        expect(await ask(HOME)).toEqual(SENT)
        runtime.pass(61_000)
      }
      const next = await ask(HOME)
      expect(next).toEqual({
        ok: false,
        reason: 'code_limit_reached',
        waitSeconds: 86_400 - 61 * LIMITS.codes.smsToStrangersNetworkDay,
      })
      expect(await ask('192.0.2.1')).toEqual(SENT)
      runtime.pass(61_000)
      expect(await ask(HOME, { toStranger: false, purpose: 'reset' })).toEqual(SENT)
      expect(await ask(HOME)).toMatchObject({ reason: 'code_limit_reached' })
      runtime.pass(86_400_000)
      expect(await ask(HOME)).toEqual(SENT)
    })
  })

  test('the mail says what the code allows', async () => {
    await codes.send({
      ...REGISTER,
      purpose: 'withdraw',
      detail: {
        words: '250.00 USD to 0x52908400098527886E0F7030069857D2E4169EE7',
        transactionBinding: 'draw 250 to 7',
      },
    })
    expect(await arrived()).toContain(
      'You are asking for a withdrawal.\r\n\r\n250.00 USD to 0x52908400098527886E0F7030069857D2E4169EE7',
    )
  })

  test('a code that names one thing is right for it alone, and one that names none for nothing that has to be named', async () => {
    const detail = { words: '250.00 USD to ana', transactionBinding: 'draw 250 to 7' }
    const named = await sentCode({ ...REGISTER, detail })
    expect(await spend(named)).toEqual(WRONG)
    expect(await spend(named, { transactionBinding: 'draw 2500 to 7' })).toEqual(WRONG)
    expect(await spend(named, { transactionBinding: detail.transactionBinding })).toEqual(SENT)
    runtime.pass(60_000)
    const general = await sentCode()
    expect(await spend(general, { transactionBinding: detail.transactionBinding })).toEqual(WRONG)
    expect(await spend(general)).toEqual(SENT)
  })

  test('rows go after a day', async () => {
    await sentCode()
    runtime.pass(24 * 3_600_000 + 1)
    await sentCode({ ...REGISTER, to: 'ben@example.com' })
    expect(await store.query('select code_id from codes')).toHaveLength(1)
  })
})
