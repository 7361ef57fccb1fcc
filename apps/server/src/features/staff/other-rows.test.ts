/**
 * An attacker has the store answer another row of staff than was asked for, or one that was changed. In this way a
 * one-time link of an ordinary reset began the session of a colleague.
 */
import { firstAdmin, type Member, staffMember } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Query } from '../../store/index.ts'
import { hasAdmin, staffByEmail, staffById } from './rows.ts'

let server: TestServer
let max: Member
let greta: Member

beforeAll(async () => {
  server = await openTestServer()
  await firstAdmin(server)
  max = await staffMember(server, 'finance')
  greta = await staffMember(server, 'finance')
})
afterAll(() => server.close())

/** A store that answers the row of this staff member, with these values. */
async function answering({ id }: Member, changes: object = {}): Promise<Query> {
  const rows = await server.context.store.query<object>('select * from staff where staff_id = $1', [id])
  return async <Row>() => rows.map((row) => ({ ...row, ...changes })) as Row[]
}

test('an attacker gets no row of staff for the number or the address of another', async () => {
  const row = await answering(greta)
  expect(await staffById(server.context, row, greta.id)).toMatchObject({ staff: greta.id, email: greta.email })
  await expect(staffById(server.context, row, max.id)).rejects.toThrow('another row than the one with this staff_id')
  await expect(staffByEmail(server.context, row, max.email)).rejects.toThrow('another row than the one with this email')
})

test.each([
  ['password', { password_hash: 'the hash of another password' }],
  ['app', { totp_encrypted: new Uint8Array(40) }],
  ['role', { role: 'admin' }],
  ['version', { version: 1 }],
])('an attacker signs in with no %s that the row of a staff member got in the store', async (_what, changes) => {
  const row = await answering(max, changes)
  await expect(staffById(server.context, row, max.id)).rejects.toThrow('this row was inserted or changed')
  await expect(staffByEmail(server.context, row, max.email)).rejects.toThrow('this row was inserted or changed')
})

test('an attacker cannot have the last admin disabled by a row of another one', async () => {
  const row = await answering(max, { role: 'admin' })
  await expect(hasAdmin(server.context, { query: row })).rejects.toThrow('this row was inserted or changed')
})
