/**
 * Limits of codes that hold for the owner of an account too: the owner may be the attacker, who earns with each text
 * message, or a thief who is signed in. Requests of strangers count apart.
 */
import { millis, must, userId } from '@veritick/domain'
import { userOf } from '@veritick/testing/customers'
import { codeTo, mailsTo, realPerson } from '@veritick/testing/people'
import { committing } from '@veritick/testing/reseal'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HOUR_MS } from '../clock/times.ts'
import { LIMITS } from '../rate-limits/limits.ts'
import { networkScopes } from '../rate-limits/network-scopes.ts'
import { OWNERS_SMS_LIMITS, sharedCeiling } from './code-limits.ts'
import type { CodeRequest } from './codes.ts'

const SENT = { ok: true }
const WRONG = { ok: false, reason: 'code_wrong' }
const HOME = '203.0.113.7'
const browser = (number: number) =>
  ({ kind: 'visitor', from: HOME, browser: String(number).padStart(32, '0') }) as const
const inside = (user: number) => ({ kind: 'customer', user: userId(user) }) as const

let server: TestServer
let targets = 0
let target = ''
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const toNext = (channel: 'mail' | 'sms') => {
  targets += 1
  target = channel === 'mail' ? `p${targets}@example.com` : `+8529111${String(targets).padStart(4, '0')}`
  return { channel, to: target, language: 'en', from: undefined } as const
}
const isSent = async (asked: CodeRequest) => (await server.context.codes.send(asked)).ok
const spend = (asked: CodeRequest & { readonly inProvenBrowser?: boolean }, code: string) =>
  server.context.codes.spend(committing(server.context.store.query), { ...asked, code })

async function wrongCode(asked: CodeRequest): Promise<string> {
  server.passWallTime(61_000)
  expect(await server.context.codes.send(asked)).toEqual(SENT)
  const code = must(/\b\d{6}\b/.exec((await mailsTo(server, asked.to)).at(-1)?.text ?? '')?.[0], 'a code')
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

test("all proven browsers of an owner together have a day's codes, apart from those of strangers", async () => {
  const reset = { ...toNext('mail'), purpose: 'reset' } as const
  const sent = { owner: 0, strangers: 0 }
  for (let hour = 0; hour < 24; hour++) {
    for (let each = 0; each < 10; each++) {
      if (await isSent({ ...reset, asker: browser(each), byOwner: true })) sent.owner++
      if (hour === 0 && (await isSent({ ...reset, asker: browser(100 + each) }))) sent.strangers++
    }
    if (hour === 0) expect(sent).toEqual({ owner: LIMITS.codes.forOwnBrowsersHour, strangers: 8 })
    server.passWallTime(HOUR_MS - 10_000)
  }
  expect(sent).toEqual({ owner: LIMITS.codes.forOwnBrowsersDay, strangers: 8 })
})

test("a customer's own number gets a day's text messages of all purposes, from each kind of asker", async () => {
  const to = toNext('sms')
  const sent = { visitor: 0, browser: 0, customer: 0 }
  for (let hour = 0; hour < 23; hour++) {
    for (const purpose of ['register', 'reset'] as const) {
      for (let each = 0; each < 2; each++) {
        if (await isSent({ ...to, purpose, asker: browser(100 + each) })) sent.visitor++
        if (await isSent({ ...to, purpose, asker: browser(each), byOwner: true })) sent.browser++
      }
    }
    for (const purpose of ['proof', 'payee', 'withdraw', 'password'] as const)
      if (await isSent({ ...to, purpose, asker: inside(7), byOwner: true })) sent.customer++
    server.passWallTime(HOUR_MS)
  }
  expect(sent).toEqual(LIMITS.codes.smsToTargetDay)
  const last = await server.context.codes.send({ ...to, purpose: 'proof', asker: inside(7), byOwner: true })
  expect(last).toMatchObject({ reason: 'code_limit_reached' })
  expect('waitSeconds' in last && last.waitSeconds).toBeGreaterThan(0)
})

test('customers of one network share a ceiling of text messages; strangers there and mails do not count', async () => {
  const ask = (channel: 'mail' | 'sms', ownerFrom: string) =>
    isSent({ ...toNext(channel), purpose: 'proof', asker: inside(1000 + targets), byOwner: true, ownerFrom })
  for (let each = 0; each < LIMITS.codes.smsToOwnersNetworkHour; each++) expect(await ask('sms', HOME)).toBe(true)
  expect(await ask('sms', HOME)).toBe(false)
  expect(await ask('mail', HOME)).toBe(true)
  expect(await ask('sms', '203.0.113.8')).toBe(true)
  server.passWallTime(HOUR_MS)
  expect(await ask('sms', HOME)).toBe(true)
})

test('the many networks of one tunnel share four times the ceiling of owners', () => {
  const ceiling = sharedCeiling(OWNERS_SMS_LIMITS)
  const now = millis(Date.UTC(2026, 2, 2, 9))
  let sent = 0
  for (let each = 0; each < 1_000; each++) {
    const asked = { networks: networkScopes(`2001:db8:7:${(each + 4_096).toString(16)}::`), now }
    if (ceiling.reached(asked) !== undefined) continue
    ceiling.count(asked)
    sent += 1
  }
  expect(sent).toBe(4 * LIMITS.codes.smsToOwnersNetworkHour)
})

/** Wrong codes of many purposes, more than a customer may give in a day. */
async function guesses(asked: Omit<CodeRequest, 'purpose'>): Promise<readonly unknown[]> {
  const told: unknown[] = []
  for (const purpose of ['proof', 'payee', 'password', 'withdraw', 'new_email', 'confirm_email', 'proof'] as const) {
    const wrong = await wrongCode({ ...asked, purpose })
    for (let each = 0; each < 5; each++) told.push(await spend({ ...asked, purpose }, wrong))
  }
  return told
}

test("a customer's wrong codes of all purposes have a ceiling a day; a new password and a day end it", async () => {
  const { max } = LIMITS.codes.wrongOfCustomer
  const asked = { ...toNext('mail'), asker: inside(9), byOwner: true } as const
  const told = await guesses(asked)
  expect(told.slice(0, max)).toEqual(Array(max).fill(WRONG))
  for (const late of told.slice(max)) expect(late).toMatchObject({ ok: false, reason: 'too_many_attempts' })
  expect(told.at(-1)).toMatchObject({ waitSeconds: expect.closeTo(86_400, -3) })
  // A proven browser is counted apart, and so is another customer.
  server.passWallTime(HOUR_MS)
  const wrong = await wrongCode({ ...asked, purpose: 'proof' })
  expect(await spend({ ...asked, purpose: 'proof', inProvenBrowser: true }, wrong)).toEqual(WRONG)
  const other = { ...toNext('mail'), purpose: 'proof', asker: inside(10), byOwner: true } as const
  expect(await spend(other, await wrongCode(other))).toEqual(WRONG)
  expect(await spend({ ...asked, purpose: 'proof' }, wrong)).toMatchObject({ reason: 'too_many_attempts' })
  server.context.codes.forgetWrong(userId(9))
  expect(await spend({ ...asked, purpose: 'proof' }, wrong)).toEqual(WRONG)
  expect(await guesses(asked)).toContainEqual(expect.objectContaining({ reason: 'too_many_attempts' }))
  server.passTime(LIMITS.codes.wrongOfCustomer.millis)
  const later = await wrongCode({ ...asked, purpose: 'proof' })
  expect(await spend({ ...asked, purpose: 'proof' }, later)).toEqual(WRONG)
})

test('a store that is busy uses up none of the wrong codes of a customer', async () => {
  const asked = { ...toNext('mail'), purpose: 'proof', asker: inside(11), byOwner: true } as const
  const wrong = await wrongCode(asked)
  const busy = { query: () => Promise.reject(new Error('the lock came too late')), onEnd: () => {} }
  for (let each = 0; each <= LIMITS.codes.wrongOfCustomer.max; each++)
    await expect(server.context.codes.spend(busy, { ...asked, code: wrong })).rejects.toThrow('too late')
  expect(await spend(asked, wrong)).toEqual(WRONG)
})

test('a new password that is rolled back leaves the wrong codes counted', async () => {
  const account = 'eva@example.com'
  const user = await userOf(await realPerson(server, account))
  const asked = { ...toNext('mail'), asker: inside(user), byOwner: true } as const
  expect(await guesses(asked)).toContainEqual(expect.objectContaining({ reason: 'too_many_attempts' }))
  const wrong = await wrongCode({ ...asked, purpose: 'proof' })
  const tried = () => spend({ ...asked, purpose: 'proof' }, wrong)
  await server.visitor.does('sendEmail', { to: account, type: 2 })
  const password = 'nine lamps along the pier'
  const news = { account, new_password: password, secondary_password: password }
  const reset = async () =>
    server.visitor.reason('forgetPassword', { ...news, auth_code: await codeTo(server, account) })
  // The removal of the passkeys comes after the new password.
  const { rowVersions } = server.context.encryption
  const spied = vi.spyOn(rowVersions, 'changed').mockImplementation((_tx, { table }) => {
    if (table === 'passkeys of') throw new Error('the store ended the transaction')
  })
  expect(await reset()).not.toBe('good')
  spied.mockRestore()
  expect(await tried()).toMatchObject({ reason: 'too_many_attempts' })
  expect(await reset()).toBe('good')
  expect(await tried()).toEqual(WRONG)
})
