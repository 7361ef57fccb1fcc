/** The SMS provider: what each request holds, who can check it, what is tried again, and what is never told. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { must } from '@veritick/domain'
import { type ScratchSms, scratchSms, type TakenSms } from '@veritick/testing/scratch-sms'
import { countSystemLookups } from '@veritick/testing/system-lookups'
import { setMachine } from '@veritick/testing/test-clock'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { SendFailed } from './mail.ts'
import { httpSms, type SmsRefused } from './sms-http.ts'
import type { SmsProvider } from './sms-setting.ts'

const SECRET = 'a secret of the two of us'
let provider: ScratchSms

beforeEach(async () => {
  provider = await scratchSms()
})
afterEach(() => provider.stop())

const sender = (changes: Partial<SmsProvider> = {}, deadlineMs?: number) =>
  httpSms({
    provider: {
      kind: 'http',
      url: provider.url,
      method: 'POST',
      contentType: 'application/json',
      body: '{"to":"{to}","text":"{text}"}',
      secret: SECRET,
      authorization: undefined,
      ...changes,
    },
    runtime: setMachine({ at: '2026-03-02T09:00:00Z' }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  })
const sms = (text: string) => ({ id: 'message-1', number: 1, to: '+85291234567', text })

/** The verifier of docs/operating.md, word for word. */
function isGenuine(
  request: { headers: Record<string, unknown>; body: string },
  secret: string,
  nowSeconds: number,
): boolean {
  const timestamp = String(request.headers['x-veritick-timestamp'] ?? '')
  const signature = String(request.headers['x-veritick-signature'] ?? '')
  if (!/^\d+$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > 300) return false
  const expected = `v1=${createHmac('sha256', secret).update(`${timestamp}.${request.body}`).digest('hex')}`
  return signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
}

const NOW = Date.parse('2026-03-02T09:00:30Z') / 1000
const only = (): TakenSms => must(provider.taken[0], 'one request came')

describe('a request', () => {
  test('is JSON with number and text, signed over time and body', async () => {
    const text = 'Code: "123456"\nnot {to}, \\ $& nor anybody’s'
    expect(await sender().send(sms(text))).toEqual({ status: 202, text: 'queued' })
    const { method, path, headers, body } = only()
    expect([method, path, headers['content-type'], headers['idempotency-key']]).toEqual([
      'POST',
      '/send?account=7',
      'application/json',
      'message-1',
    ])
    expect(JSON.parse(body)).toEqual({ to: '+85291234567', text })
    expect(headers['content-length']).toBe(String(Buffer.byteLength(body)))
    expect(headers['x-veritick-timestamp']).toBe(String(Date.parse('2026-03-02T09:00:00Z') / 1000))
    expect(isGenuine({ headers, body }, SECRET, NOW)).toBe(true)
    expect(isGenuine({ headers, body: body.replace('4567', '4568') }, SECRET, NOW)).toBe(false)
    expect(isGenuine({ headers, body }, 'another secret of others', NOW)).toBe(false)
    expect(isGenuine({ headers, body }, SECRET, NOW + 600)).toBe(false)
    expect(isGenuine({ headers: { ...headers, 'x-veritick-timestamp': String(NOW) }, body }, SECRET, NOW)).toBe(false)
    expect(JSON.stringify(headers)).not.toContain(SECRET)
  })

  test('can be a form or plain text, by another method, with the header that the provider asks for', async () => {
    const form = {
      method: 'PUT',
      contentType: 'application/x-www-form-urlencoded',
      body: 'to={to}&text={text}&from=Veritick',
    } as const
    await sender({ ...form, authorization: 'Bearer abc' }).send(sms('a&to=+1 ü'))
    const { method, headers, body } = only()
    expect([method, headers.authorization]).toEqual(['PUT', 'Bearer abc'])
    expect(headers['content-length']).toBe(String(Buffer.byteLength(body)))
    expect([...new URLSearchParams(body)]).toEqual([
      ['to', '+85291234567'],
      ['text', 'a&to=+1 ü'],
      ['from', 'Veritick'],
    ])
  })
})

test('the name of the provider is looked up by the system, as /etc/hosts has it', async () => {
  const lookups = countSystemLookups()
  try {
    const url = provider.url.replace('127.0.0.1', 'localhost')
    expect(await sender({ url }).send(sms('x'))).toMatchObject({ status: 202 })
    expect(lookups.count()).toBe(1)
  } finally {
    lookups.stop()
  }
})

describe('an answer', () => {
  test.each([
    { status: 200, outcome: 'taken' },
    { status: 204, outcome: 'taken' },
    { status: 302, outcome: 'final' },
    { status: 400, outcome: 'final' },
    { status: 401, outcome: 'final' },
    { status: 422, outcome: 'final' },
    { status: 408, outcome: 'again' },
    { status: 429, outcome: 'again' },
    { status: 500, outcome: 'again' },
    { status: 503, outcome: 'again' },
  ])('$status: $outcome', async ({ status, outcome }) => {
    provider.answers(status)
    const failed = await sender()
      .send(sms('x'))
      .then(
        () => undefined,
        (error: unknown) => error as SmsRefused,
      )
    expect(failed === undefined ? 'taken' : failed.final ? 'final' : 'again').toBe(outcome)
    expect(provider.taken).toHaveLength(1)
    if (failed !== undefined)
      expect([failed.message, failed.answer.status]).toEqual([`SMS not taken: HTTP ${status}`, status])
  })

  test('that does not come is tried again, and so is a provider that is not there', async () => {
    provider.answers(undefined)
    const late = sender({}, 50).send(sms('x'))
    await expect(late).rejects.toEqual(new SendFailed('SMS not taken: no answer in time', { final: false }))
    await provider.stop()
    const gone = sender().send(sms('x'))
    await expect(gone).rejects.toEqual(new SendFailed('SMS not taken: no connection', { final: false }))
    provider = await scratchSms()
  })

  test('is read to its first thousand bytes only', async () => {
    provider.answers(400, 'x'.repeat(5_000_000))
    await expect(sender().send(sms('x'))).rejects.toMatchObject({ answer: { status: 400, text: 'x'.repeat(1000) } })
  })
})

describe('the settings', () => {
  const right = { SMS_URL: 'https://sms.example/send', SMS_SECRET: SECRET }
  test('nothing set: no text messages; the outbox only where it is asked for', () => {
    expect(readConfig({})).toMatchObject({ config: { sms: undefined } })
    expect(readConfig({ SMS_URL: 'outbox' })).toMatchObject({ config: { sms: { kind: 'outbox' } } })
    expect(readConfig(right)).toMatchObject({
      config: { sms: { kind: 'http', method: 'POST', contentType: 'application/json' } },
    })
  })

  test.each([
    [{ SMS_URL: 'http://sms.example/send' }, 'SMS_URL'],
    [{ SMS_URL: 'https://me:pass-word@sms.example/send' }, 'SMS_URL'],
    [{ SMS_URL: 'ftp://sms.example' }, 'SMS_URL'],
    [{ SMS_METHOD: 'GET' }, 'SMS_METHOD'],
    [{ SMS_CONTENT_TYPE: 'json\r\nx: y' }, 'SMS_CONTENT_TYPE'],
    [{ SMS_BODY: '{"to":"{to}"}' }, 'SMS_BODY'],
    [{ SMS_BODY: '{"to":"{to}","text":"{text}"' }, 'SMS_BODY'],
    [{ SMS_BODY: '{"to":{to},"text":{text}}' }, 'SMS_BODY'],
    [{ SMS_SECRET: 'too short' }, 'SMS_SECRET'],
    [{ SMS_SECRET: '' }, 'SMS_SECRET'],
    [{ SMS_AUTHORIZATION: 'Bearer a\nb' }, 'SMS_AUTHORIZATION'],
  ])('%j stops the start, and no value is repeated', (change, name) => {
    const read = readConfig({ ...right, ...change })
    const problems = read.ok ? [] : read.problems
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name}: must `))
    for (const value of Object.values(change)) if (value.length > 8) expect(problems[0]).not.toContain(value)
  })
})
