/**
 * The office's port: which pages may call it, the attributes of its cookie, and that a session of one port of the
 * server is none on the other.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HEADER_CSRF, OFFICE_CALLS } from '@veritick/contract/office'
import { signIn as customerSignIn, realPerson } from '@veritick/testing/people'
import { appCode, STAFF_PASSWORD, StaffCaller, staffed, staffMember } from '@veritick/testing/test-office'
import { exchange, openTestServer, type TestServer } from '@veritick/testing/test-server'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerOfficePages } from './office-pages.ts'

let server: TestServer
let finn: StaffCaller
const { path } = OFFICE_CALLS.endMySession
const body = JSON.stringify({ id: 'others' })

beforeAll(async () => {
  server = await openTestServer({ config: { trustProxy: true } })
  finn = await staffed(server, 'finance')
})
afterAll(() => server.close())

describe('who may ask', () => {
  test('a posted call carries the CSRF token of its own session', async () => {
    expect((await finn.raw('POST', path, { body })).reason).toBeUndefined()
    const other = await staffed(server, 'finance')
    const { csrf } = await other.does('me', {})
    for (const wrong of ['', 'guessed', csrf]) {
      const refused = await finn.raw('POST', path, { body, headers: { [HEADER_CSRF]: wrong } })
      expect(refused, wrong).toMatchObject({ status: 403, reason: 'cross_site_refused' })
    }
  })

  test.each([
    ['no origin', { origin: '' }],
    ['another host', { origin: 'https://evil.example' }],
    ['the app of the same machine', { origin: 'http://127.0.0.1:8080' }],
    ['nowhere', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this site', { 'sec-fetch-site': 'same-site' }],
    ['a form', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
  ])('from %s: refused', async (_from, headers) => {
    expect(await finn.raw('POST', path, { body, headers })).toMatchObject({ status: 403, reason: 'cross_site_refused' })
    const signIn = { email: 'a@b.example', password: 'x', totp_code: '1' }
    const visitor = await new StaffCaller(server).raw('POST', OFFICE_CALLS.signIn.path, {
      body: JSON.stringify(signIn),
      headers,
    })
    expect(visitor).toMatchObject({ status: 403, reason: 'cross_site_refused' })
  })

  test('another page reads nothing either, and is given no leave to', async () => {
    const answered = await finn.raw('GET', '/office/me', {
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(answered).toMatchObject({ status: 403, data: null })
    expect(answered.headers['access-control-allow-origin']).toBeUndefined()
    const asked = await finn.raw('OPTIONS', path, {
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(asked).toMatchObject({ status: 405 })
    expect(asked.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('only JSON is read, within a ceiling, and a name that stands twice is refused', async () => {
    const sent = (text: string, headers = {}) => finn.raw('POST', path, { body: text, headers })
    expect(await sent('id=others', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
      status: 415,
    })
    expect(await sent('{"id"')).toMatchObject({ status: 400 })
    expect(await sent(`{"id":"${'x'.repeat(300_000)}"}`)).toMatchObject({ status: 413 })
    expect(await sent('{"id":"others","id":"1"}')).toMatchObject({ reason: 'parameter_doubled', field: 'id' })
    expect(await finn.raw('GET', path)).toMatchObject({ status: 405 })
    expect(await finn.raw('GET', '/office/nothing')).toMatchObject({ status: 404, reason: 'path_unknown' })
  })
})

describe('the cookie', () => {
  const entered = async (headers: Record<string, string>) => {
    const member = await staffMember(server, 'risk')
    server.passWallTime(30_000)
    const params = {
      email: member.email,
      password: STAFF_PASSWORD,
      totp_code: appCode(member.secret, server.context.runtime.now()),
    }
    const answered = await new StaffCaller(server).raw('POST', OFFICE_CALLS.signIn.path, {
      body: JSON.stringify(params),
      headers,
    })
    expect(answered.code).toBe(1)
    return { answered, set: answered.headers['set-cookie']?.[0] ?? '' }
  }

  test('is out of reach of scripts and of other sites, and no cache keeps the answer', async () => {
    const { answered, set } = await entered({})
    expect(set).toMatch(/^veritick_office=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(answered.headers['cache-control']).toBe('no-store')
    expect(JSON.stringify(answered.data)).not.toContain(set.slice('veritick_office='.length, 40))
  })

  test('behind TLS it is bound to the host and never sent without', async () => {
    const { set } = await entered({ 'x-forwarded-proto': 'https' })
    expect(set).toMatch(/^__Host-veritick_office=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    const [cookie = ''] = set.split(';')
    const caller = new StaffCaller(server)
    expect((await caller.raw('GET', '/office/me', { headers: { cookie, 'x-forwarded-proto': 'https' } })).code).toBe(1)
    expect((await caller.raw('GET', '/office/me', { headers: { cookie } })).reason).toBe('session_missing')
  })

  test('an invented or too long cookie and that of a former staff member are no session', async () => {
    for (const token of ['made-up', 'x'.repeat(43), 'x'.repeat(5000)]) {
      const answered = await finn.raw('GET', '/office/me', { headers: { cookie: `veritick_office=${token}` } })
      expect(answered.code).toBe(999)
    }
  })
})

describe('two ports', () => {
  test("a customer's token opens nothing in the office", async () => {
    const customer = await realPerson(server, 'dora@example.com')
    expect((await customer.asks('userInfo', {})).code).toBe(1)
    const headers = { authorization: customer.token ?? '', cookie: `veritick_office=${customer.token}` }
    expect((await new StaffCaller(server).raw('GET', '/office/me', { headers })).reason).toBe('session_ended')
    expect(
      (await new StaffCaller(server).raw('GET', '/office/me', { headers: { authorization: customer.token ?? '' } }))
        .reason,
    ).toBe('session_missing')
    expect((await finn.raw('GET', '/api/user/info', { headers })).reason).toBe('path_unknown')
  })

  test('a staff cookie opens nothing in the app, nor does its token', async () => {
    const cookie = finn.cookie ?? ''
    const token = cookie.split('=')[1] ?? ''
    expect((await server.visitor.raw('GET', '/api/user/info', { headers: { cookie } })).reason).toBe('session_missing')
    expect((await server.visitor.raw('GET', '/api/user/info', { headers: { authorization: token } })).reason).toBe(
      'session_ended',
    )
    expect((await server.visitor.raw('POST', path, { headers: { cookie } })).reason).toBe('path_unknown')
  })

  test('an account of the app or the office does not open the other: same address, same password', async () => {
    const member = await staffMember(server, 'support')
    await realPerson(server, 'same@example.com')
    await expect(customerSignIn(server, member.email, STAFF_PASSWORD)).rejects.toThrow('login_wrong')
    const params = { email: 'same@example.com', password: 'a quiet harbour at six', totp_code: '123456' }
    expect(await new StaffCaller(server).reason('signIn', params)).toBe('login_wrong')
  })
})

describe('the pages', () => {
  test('every answer forbids what no page of ours needs', async () => {
    const { headers } = await exchange(`${server.officeUrl}/office/me`, { method: 'GET', headers: {}, body: undefined })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  test('the page has a fresh nonce for its styles each time, and the policy beside it the same one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'veritick-pages-'))
    writeFileSync(join(folder, 'index.html'), '<style nonce="__CSP_NONCE__"></style>')
    const app = Fastify()
    await registerOfficePages(app, { folder, now: () => performance.now() })
    const pages = [await app.inject('/'), await app.inject('/')]
    const nonces = pages.map(({ body }) => /nonce="([\w+/]{22}==)"/.exec(body)?.[1] ?? 'none')
    expect(new Set(nonces).size).toBe(2)
    for (const [index, { headers }] of pages.entries()) {
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonces[index]}';`)
    }
    await app.close()
    rmSync(folder, { recursive: true })
  })
})
