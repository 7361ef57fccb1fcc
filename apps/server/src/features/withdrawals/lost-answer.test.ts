/**
 * The answer to the COMMIT of an approval is lost, and an attacker with write access to the store puts back the row
 * from before it. Staff have seen the approval and send the payment, so the withdrawal must not be cancelled.
 */
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { accountOf, bindTron, draws, FINN, openChannels, richCustomer, tronHash } from '@veritick/testing/customers'
import { type PostgresProxy, postgresProxy } from '@veritick/testing/postgres-proxy'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { balanceOf } from '../../core/forged-fixture.ts'
import { KNOWN_RECORDS_FILE, NewestSeals, RowChanged } from '../../services/seals/index.ts'
import { openStore } from '../../store/store.ts'

const STARTS = 240_000
/** At most; the server reads the row again at once. */
const SOON = { timeout: 30_000 }
let location: StoreLocation
let proxy: PostgresProxy
let server: TestServer
let eve: Caller
let payee: number

const start = async () => {
  const config = { databaseUrl: proxy.url }
  server = await openTestServer({ dataDir: location.dataDir, config, patient: true })
  if (eve !== undefined) eve = new Caller(server.url, eve.token)
}
beforeAll(async () => {
  location = await openLocation('server', ['simulated'])
  proxy = await postgresProxy(must(location.databaseUrl, 'a server has an address'))
  await start()
  await openChannels(server)
  eve = await richCustomer(server, 'eve', 2000)
  payee = await bindTron(server, eve, 'eve')
}, STARTS)
afterAll(async () => {
  await server.close()
  await proxy.close()
  await location.clean()
})

const sql = (statement: string) => server.context.store.query(statement)
const by = (withdrawal: number) => ({ withdrawal, actor: FINN, reason: 'all in order' })
const known = (withdrawal: number) => server.context.newestSeals.of('withdrawals', withdrawal)

/** An approval whose answer is lost. `kept` is the row before it. */
async function approvedInDoubt(isUndone: boolean): Promise<number> {
  const { id } = await draws(server, eve, { draw_currency_id: 1, draw_method_id: payee, number: '200' })
  await sql(`create table kept as select * from withdrawals where withdrawal_id = ${id}`)
  const before = must(known(id), 'it was sealed').version
  proxy.loseCommit({ holds: 'update withdrawals set version', isUndone })
  await server.context.withdrawals.review.approve(by(id)).catch(() => 'no answer')
  await vi.waitFor(() => {
    expect(known(id)).toMatchObject({ version: isUndone ? before : before + 1 })
    expect(known(id)).not.toHaveProperty('doubted')
  }, SOON)
  return id
}
const putBack = async (id: number) => {
  await sql(`create table approved as select * from withdrawals where withdrawal_id = ${id}`)
  await sql(`delete from withdrawals where withdrawal_id = ${id}`)
  await sql('insert into withdrawals select * from kept')
}
const restored = async (id: number, query = server.context.store.query) => {
  await query(`delete from withdrawals where withdrawal_id = ${id}`)
  await query('insert into withdrawals select * from approved')
  await query('drop table kept, approved')
}
const paid = (id: number) => server.context.withdrawals.review.pay({ ...by(id), reference: tronHash(id) })

test(
  'a customer cancels no approved withdrawal that the attacker lets wait again after a lost answer',
  async () => {
    const id = await approvedInDoubt(false)
    const before = await balanceOf(server, await accountOf(server, eve))
    await putBack(id)
    expect(await eve.reason('drawCancel', { id })).toBe('record_changed')
    expect(await balanceOf(server, await accountOf(server, eve))).toBe(before)
    await restored(id)
    expect(await paid(id)).toMatchObject({ ok: true, value: { state: 'paid' } })
  },
  STARTS,
)

test(
  'a start on a withdrawal that the attacker lets wait again after a lost answer is refused',
  async () => {
    const id = await approvedInDoubt(false)
    await putBack(id)
    await server.close()
    const refused = await start().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(RowChanged)
    expect(String(refused)).toContain(`table withdrawals, record ${id}: an older row was put back in the store`)
    const file = join(location.dataDir, 'simulated', KNOWN_RECORDS_FILE)
    const next = new NewestSeals({ file, log: undefined, now: () => 5 })
    expect(next.of('withdrawals', id)).not.toHaveProperty('doubted')
    const store = await openStore({ ...location, world: 'simulated' })
    await restored(id, store.query)
    await store.close()
    await start()
    expect(await paid(id)).toMatchObject({ ok: true, value: { state: 'paid' } })
  },
  STARTS,
)

test(
  'staff approve again what the store never committed',
  async () => {
    const id = await approvedInDoubt(true)
    expect(await server.context.withdrawals.review.approve(by(id))).toMatchObject({ value: { state: 'approved' } })
    expect(await paid(id)).toMatchObject({ ok: true, value: { state: 'paid' } })
    await sql('drop table kept')
  },
  STARTS,
)

test('the file names both rows of a record in doubt for the next process of the operator', () => {
  const file = join(location.dataDir, 'doubt')
  const sealOf = (version: number) => `${version}`.padStart(16, '0')
  const opened = () => new NewestSeals({ file, log: undefined, now: () => 5 })
  const [first, ends] = [opened(), [] as ((end: 'committed' | 'unknown') => void)[]]
  const tx = { onEnd: (listener: (end: 'committed' | 'unknown') => void) => void ends.push(listener) }
  const of = { table: 'withdrawals', id: 7 } as const
  for (const version of [1, 2])
    first.sealed(tx, of, { version, sealStart: sealOf(version), user: 17, by: null, isOpen: true })
  ends[0]?.('committed')
  ends[1]?.('unknown')
  const isNewest = (seals: NewestSeals, version: number) =>
    seals.isNewest('withdrawals', 7, { version, seal: sealOf(version) })
  const next = opened()
  expect([isNewest(next, 1), isNewest(next, 2), isNewest(next, 1)]).toEqual([true, true, false])
  const other = opened()
  other.settle(of, { version: 1, seal: sealOf(1) })
  expect(other.of('withdrawals', 7)).not.toHaveProperty('doubted')
})
