/**
 * A one-time link and the notices of a change go to the addresses that this server sealed. An attacker who changes an
 * address in the store, also for the moment of the change only, reads no link.
 */
import { millis } from '@veritick/domain'
import { mails } from '@veritick/testing/people'
import { firstAdmin, type Member, staffMember } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RowChanged } from '../../services/seals/index.ts'
import { handOver, tellWatchers } from './notifications.ts'

const EVIL = 'cora@office-example.evil'
let server: TestServer
let cora: Member

beforeAll(async () => {
  server = await openTestServer()
  await firstAdmin(server)
  cora = await staffMember(server, 'compliance')
})
afterAll(() => server.close())

/** As the store answered the row after the change. */
const changed = (email: string) => {
  const person = { staff: cora.id, name: 'Cora', email, role: 'compliance' } as const
  return { act: 'staff_reset', person, by: 'Ada', reason: 'lost the phone' } as const
}
const link = { link: 'secret', expiresAt: millis(9_000_000_000_000) }
const parts = () => {
  const { config } = server.context
  return { ...server.context, config: { ...config, smtpUrl: 'smtp://127.0.0.1:1', officeUrl: 'https://office.test' } }
}

test('a one-time link goes to the sealed address of its owner', async () => {
  const done = await server.context.store.transaction((tx) => handOver(parts(), tx, { change: changed(EVIL), link }))
  expect(done.mailed_to).toBe(cora.email)
  expect((await mails(server)).map(({ to }) => to)).not.toContain(EVIL)
})

test('no link and no notice is sent while an address is another one in the store', async () => {
  const { query, transaction } = server.context.store
  await query('update staff set email = $2 where staff_id = $1', [cora.id, EVIL])
  const change = changed(EVIL)
  await expect(transaction((tx) => handOver(parts(), tx, { change, link }))).rejects.toThrow(RowChanged)
  const about = { ...change, person: { ...change.person, staff: 0 } }
  await expect(transaction((tx) => tellWatchers(parts(), tx, about))).rejects.toThrow(RowChanged)
  await query('update staff set email = $2 where staff_id = $1', [cora.id, cora.email])
  expect((await mails(server)).map(({ to }) => to)).not.toContain(EVIL)
})
