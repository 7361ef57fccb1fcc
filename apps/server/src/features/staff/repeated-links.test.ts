/**
 * A repeated invitation or reset makes a new link only for the staff member whom it was about. The store says which
 * record a key has made, so an attacker who writes to the store points a key of an admin at another staff member.
 */
import { firstAdmin, linkOf, type Member, staffMember, welcomed } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let ada: Member
let finn: Member

beforeAll(async () => {
  server = await openTestServer()
  ada = await firstAdmin(server)
  finn = await staffMember(server, 'finance')
})
afterAll(() => server.close())

const reason_text = 'works here'
const sql = (text: string) => server.context.store.query<{ password_hash: string }>(text)
const keyed = (key: string) => ({ 'idempotency-key': key })
const invited = (name: string) => ({ name, email: `${name}@office.example`, role: 'support', reason_text }) as const

/** Invites them under a key of their name. */
async function invites(name: string): Promise<{ readonly id: number; readonly link: string | null }> {
  const { data } = await ada.caller.asks('staffInvite', invited(name), keyed(name))
  return data as { readonly id: number; readonly link: string | null }
}

/** The same request again, after its stored answer is gone. */
async function again(name: string) {
  await sql('delete from stored_answers')
  return ada.caller.asks('staffInvite', invited(name), keyed(name))
}

const point = (from: number, to: number) =>
  sql(`update idempotency_keys set record = ${to} where kind = 'staff' and record = ${from}`)

test('an admin whose key was pointed at another staff member in the store gets no link for them', async () => {
  const [greta, hugo] = [await invites('greta'), await invites('hugo')]
  await point(greta.id, hugo.id)
  expect((await again('greta')).reason).toBe('idempotency_mismatch')
  await point(hugo.id, finn.id)
  expect((await again('greta')).reason).toBe('idempotency_mismatch')
  const [row] = await sql(`select password_hash from staff where staff_id = ${finn.id}`)
  await sql(`update staff set password_hash = null where staff_id = ${finn.id}`)
  expect((await again('greta')).reason).toBe('record_changed')
  await sql(`update staff set password_hash = '${row?.password_hash}' where staff_id = ${finn.id}`)
  expect(await finn.caller.reason('me', {})).toBe('good')
})

test('an admin whose key of a reset was pointed at another staff member gets no link for them', async () => {
  const [rita, stan] = [await staffMember(server, 'risk'), await staffMember(server, 'support')]
  const reset = () => ada.caller.asks('staffReset', { id: rita.id, reason_text }, keyed('rita lost it'))
  expect((await reset()).code).toBe(1)
  await ada.caller.does('staffReset', { id: stan.id, reason_text })
  await sql('delete from stored_answers')
  await sql(`update idempotency_keys set record = ${stan.id} where record = ${rita.id} and kind = 'staff'`)
  expect((await reset()).reason).toBe('idempotency_mismatch')
})

test('an invitation that was used makes no link again, also after a reset of the staff member', async () => {
  const { link } = await invites('ivo')
  const second = await again('ivo')
  expect(second.code).toBe(1)
  expect((second.data as { link: string }).link).not.toBe(link)
  const ivo = await welcomed(server, linkOf(second.data as { link: string }).replace(/^.*welcome\//, ''))
  expect((await again('ivo')).reason).toBe('link_not_usable')
  await ada.caller.does('staffReset', { id: ivo.id, reason_text })
  expect((await again('ivo')).reason).toBe('link_not_usable')
})
