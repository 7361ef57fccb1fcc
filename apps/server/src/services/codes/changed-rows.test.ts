/**
 * An attacker who can write to the store gave the row of their own code the target and purpose of another customer's,
 * and reset that customer's password with it. The keyed hash of a code binds all of them.
 */
import { must } from '@veritick/domain'
import { mailsTo } from '@veritick/testing/people'
import { committing } from '@veritick/testing/reseal'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../rate-limits/index.ts'
import type { CodeRequest } from './codes.ts'

const WRONG = { ok: false, reason: 'code_wrong' }
const ASKER = { kind: 'visitor', from: '203.0.113.7', browser: undefined } as const
const request = (to: string, purpose: CodeRequest['purpose'] = 'reset'): CodeRequest => ({
  ...{ channel: 'mail', to, purpose, language: 'en', asker: ASKER, from: undefined },
})

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

async function sent(asked: CodeRequest): Promise<string> {
  expect(await server.context.codes.send(asked)).toEqual({ ok: true })
  const mails = await mailsTo(server, asked.to)
  return must(/\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0], 'a code')
}
const spend = (asked: CodeRequest, code: string) =>
  server.context.codes.spend(committing(server.context.store.query), { ...asked, code })
const sql = (text: string) => server.context.store.query(text)

test("the attacker's code does not work in another customer's name", async () => {
  await sent(request('ana@example.com'))
  const code = await sent(request('eve@example.com', 'register'))
  await sql(`update codes set purpose = 'reset', created_at = created_at + 1,
    target_hash = (select target_hash from codes where purpose = 'reset') where purpose = 'register'`)
  expect(await spend(request('ana@example.com'), code)).toEqual(WRONG)
})

test('a code whose end is moved in the store is wrong', async () => {
  const code = await sent(request('late@example.com'))
  await sql('update codes set expires_at = expires_at + 7200000')
  server.passTime(601_000)
  expect(await spend(request('late@example.com'), code)).toEqual(WRONG)
})

test('counts of tries that are put back in the store give no further try', async () => {
  const code = await sent(request('often@example.com'))
  const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (let tries = 0; tries < 5; tries++) {
    expect(await spend(request('often@example.com'), other)).toEqual(WRONG)
    await sql('update codes set tries = 0')
  }
  expect(await spend(request('often@example.com'), code)).toEqual({ ok: false, reason: 'code_expired' })
})

test('an attacker who renames the receiver of codes in the store gets no more of them a day', async () => {
  const asked = request('ida@example.com')
  let sent = 0
  for (let each = 0; each < 2 * LIMITS.codes.forVisitorsDay; each += 1) {
    const made = await server.context.codes.send({ ...asked, from: undefined })
    if (made.ok) sent += 1
    await sql("update codes set target_hash = 'another'")
  }
  expect(sent).toBe(LIMITS.codes.forVisitorsDay)
})
