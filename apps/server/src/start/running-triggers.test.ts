/**
 * An attacker who may change the tables makes a trigger while the server runs, so that the server writes another amount
 * than staff have decided. No such row is sealed and no money is moved. On the embedded store, where no watch refuses
 * the transaction before that (changed-while-running.test.ts).
 */
import { micros } from '@veritick/domain'
import { accountOf, customer, FINN, openChannels, picture, tronHash } from '@veritick/testing/customers'
import { codeTo } from '@veritick/testing/people'
import { startOn } from '@veritick/testing/server-on'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import type { Caller, TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../core/forged-fixture.ts'
import { requireAllSealed } from '../services/seals/index.ts'

const NEW_PASSWORD = 'nine lamps along the pier'

let location: StoreLocation
let server: TestServer
let eve: Caller

beforeAll(async () => {
  location = await openLocation('embedded', ['simulated'])
  server = await startOn(location)
  await openChannels(server)
  eve = await customer(server, 'eve')
}, 180_000)
afterAll(async () => {
  await server.close()
  await location.clean()
})

const report = async () =>
  (await eve.does('chargeSubmit', { charge_id: 1, number: '50', proofImg: await picture(server, eve) })).id
const credit = (deposit: number) =>
  server.context.deposits.review.credit({
    ...{ deposit, amount: micros(50_000_000), paymentReference: tronHash(deposit) },
    ...{ actor: FINN, reason: 'seen on chain', remark: '' },
  })
const balance = async () => balanceOf(server, await accountOf(server, eve))

test('an attacker whose trigger multiplies a credit gets nothing, and staff credit once it is gone', async () => {
  const { query } = server.context.store
  const [deposit, before] = [await report(), await balance()]
  await query(`create function multiplied() returns trigger language plpgsql as
    $$ begin new.credited = new.credited * 1000; return new; end $$`)
  await query(`create trigger multiplied before update on deposits for each row
    when (new.state = 'crediting' and old.state = 'unchecked') execute function multiplied()`)
  expect(await credit(deposit)).toMatchObject({ ok: false, reason: 'record_changed' })
  expect(await balance()).toBe(before)
  await query('drop trigger multiplied on deposits')
  expect(await credit(deposit)).toMatchObject({ ok: true, value: { state: 'finished' } })
  expect(await balance()).toBe(before + 50_000_000)
})

test('an attacker whose trigger changes the address of a customer gets no seal, and takes nothing over', async () => {
  const bob = await customer(server, 'bob')
  const { query } = server.context.store
  await query(`create function stolen() returns trigger language plpgsql as
    $$ begin new.email = 'thief@example.com'; return new; end $$`)
  await query('create trigger stolen before update of password_hash on users for each row execute function stolen()')
  await bob.does('sendCode', { purpose: 'password' })
  const code = await codeTo(server, 'bob@example.com')
  await bob.does('amendPassword', { new_password: NEW_PASSWORD, auth_code: code })
  await query('drop trigger stolen on users')
  const login = { account: 'thief@example.com', password: NEW_PASSWORD }
  expect(await server.visitor.reason('loginForU', login)).toBe('internal_error')
  await expect(requireAllSealed({ ...server.context, query })).rejects.toThrow('table users')
})
