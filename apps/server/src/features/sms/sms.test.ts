/**
 * Text messages through a provider, and what is refused where there is none: to the admin who sets it and to the
 * customer who asks.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { set } from '@veritick/testing/customers'
import { form } from '@veritick/testing/people'
import { type ScratchSms, scratchSms } from '@veritick/testing/scratch-sms'
import { type StaffCaller, staffed } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SMS_TESTS_PER_HOUR } from './staff.ts'

const PHONE = '+85291234567'
const reason_text = 'to see whether it works'
const SECRET = 'a secret of the two of us'

describe('with a provider', () => {
  let provider: ScratchSms
  let server: TestServer
  let ada: StaffCaller
  beforeAll(async () => {
    provider = await scratchSms()
    const sms = {
      kind: 'http',
      url: provider.url,
      method: 'POST',
      contentType: 'application/json',
      body: '{"phone":"{to}","message":"{text}"}',
      secret: SECRET,
      authorization: 'Bearer token-of-the-provider',
    } as const
    server = await openTestServer({ config: { sms } })
    // Before the wall clock is moved: a one-time link runs out.
    ada = await staffed(server, 'admin')
  })
  afterAll(async () => {
    await server.close()
    await provider.stop()
  })

  test('a code reaches the phone that registers; a server error is tried again, with the same key', async () => {
    await set(server, 'verify_reg_type', 3)
    provider.answers(503)
    expect(await server.visitor.reason('sendSms', { to: PHONE, type: 1 })).toBe('good')
    await server.context.messages.flush()
    provider.answers(202)
    server.passWallTime(11_000)
    await server.context.messages.flush()
    server.passWallTime(600_000)
    await server.context.messages.flush()
    expect(provider.taken).toHaveLength(2)
    const [first, second] = provider.taken.map(({ headers, body }) => ({
      key: headers['idempotency-key'],
      ...JSON.parse(body),
    }))
    expect(second).toEqual(first)
    expect(first.phone).toBe(PHONE)
    expect(first.message).toMatch(/Veritick code: \d{6}/)
    const code = /\d{6}/.exec(second.message)?.[0] ?? ''
    server.passWallTime(-611_000)
    const { key, ...asked } = await form(server, 'ana@example.com', { account: PHONE, type: 'mobile', sms_code: code })
    expect(key).toBeDefined()
    expect(await server.visitor.reason('register', asked)).toBe('good')
  })

  test('a refusal of the provider is final', async () => {
    provider.answers(400, 'this number is no phone')
    const before = provider.taken.length
    expect(await server.visitor.reason('sendSms', { to: '+85291234999', type: 1 })).toBe('good')
    await server.context.messages.flush()
    server.passWallTime(24 * 3_600_000)
    await server.context.messages.flush()
    expect(provider.taken).toHaveLength(before + 1)
    server.passWallTime(-24 * 3_600_000)
  })

  test('an admin tries it and sees the answer; the audit keeps who and why, not the number', async () => {
    provider.answers(202, 'queued as 77')
    expect(await ada.does('smsInfo', {})).toEqual({ kind: 'http' })
    const answer = await ada.does('smsTest', { to: '+852 9123 4567', reason_text })
    expect(answer).toEqual({ kind: 'http', sent: true, status: 202, answer: 'queued as 77' })
    expect(provider.taken.at(-1)?.body).toContain('"message":"Veritick: a test message.')
    const operator = server.context.settings.get('operator')
    await set(server, 'operator', { ...operator, brand: 'North Markets' })
    await ada.does('smsTest', { to: PHONE, reason_text })
    expect(provider.taken.at(-1)?.body).toContain('"message":"North Markets: a test message.')
    await set(server, 'operator', operator)
    provider.answers(401, 'wrong token')
    expect(await ada.does('smsTest', { to: PHONE, reason_text })).toEqual({
      kind: 'http',
      sent: false,
      status: 401,
      answer: 'wrong token',
    })
    const { data } = await ada.does('auditList', { action: 'sms_test' })
    expect(data).toHaveLength(3)
    expect(data[0]).toMatchObject({ subject: '+852***67', reason_text, role: 'admin' })
    expect(await ada.reason('smsTest', { to: 'call me', reason_text })).toBe('phone_malformed')
    expect(await ada.reason('smsTest', { to: PHONE })).toBe('reason_missing')
    for (let sent = 3; sent < SMS_TESTS_PER_HOUR; sent++) await ada.does('smsTest', { to: PHONE, reason_text })
    expect(await ada.reason('smsTest', { to: PHONE, reason_text })).toBe('code_limit_reached')
  })

  test('neither secrets nor numbers nor words reach the log', () => {
    const log = server.logged.join('\n')
    for (const word of [SECRET, 'token-of-the-provider', PHONE, '91234567', 'this number is no phone', 'Veritick code'])
      expect(log).not.toContain(word)
    expect(log).toContain('SMS not taken: HTTP 503')
  })
})

describe('without a provider', () => {
  let server: TestServer
  let dataDir: string
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'veritick-sms-'))
    server = await openTestServer({ config: { sms: undefined }, dataDir, again: true })
  })
  afterAll(async () => {
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('registration by phone cannot be set: the admin is told why, before and when it is saved', async () => {
    const ada = await staffed(server, 'admin')
    for (const value of [1, 3]) {
      const { faults } = await ada.does('settingPreview', { key: 'verify_reg_type', value })
      expect(faults.map(({ message }) => message)).toEqual([expect.stringContaining('Text messages cannot be sent')])
      expect(await ada.reason('settingChange', { key: 'verify_reg_type', value, seen_version: 0, reason_text })).toBe(
        'sms_unavailable',
      )
    }
    expect(server.context.settings.get('verify_reg_type')).toBe(2)
    expect(await ada.does('smsInfo', {})).toEqual({ kind: 'none' })
    expect(await ada.reason('smsTest', { to: PHONE, reason_text })).toBe('sms_unavailable')
  })

  test('a customer is refused with the reason, and nothing is queued', async () => {
    for (const type of [1, 2])
      expect(await server.visitor.reason('sendSms', { to: PHONE, type })).toBe('sms_unavailable')
    expect(await server.context.store.query("select message_id from messages where channel = 'sms'")).toEqual([])
    expect(await server.context.store.query('select code_id from codes')).toEqual([])
  })

  test('the setting that was made while there was one refuses registrations, and the start says so', async () => {
    await server.close()
    server = await openTestServer({ dataDir, again: true })
    await set(server, 'verify_reg_type', 3)
    await server.close()
    server = await openTestServer({ config: { sms: undefined }, dataDir, again: true })
    expect(server.logged.join('\n')).toContain(
      'SMS_URL is not set, but the setting verify_reg_type needs text messages',
    )
    const asked = await form(server, 'ben@example.com', { account: PHONE, type: 'mobile' })
    expect(await server.visitor.reason('register', asked)).toBe('sms_unavailable')
  })
})
