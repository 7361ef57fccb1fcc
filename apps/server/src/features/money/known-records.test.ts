/**
 * An attacker with write access to the store changes it while the server is stopped: they put back an older row with
 * its own right seal, delete one, or change a column that the engine does not keep. The start names the record.
 */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { micros, must } from '@veritick/domain'
import {
  accountOf,
  bindTron,
  customer,
  draws,
  FINN,
  GRETA,
  openChannels,
  picture,
  richCustomer,
  tronHash,
  userOf,
} from '@veritick/testing/customers'
import { startOn } from '@veritick/testing/server-on'
import { oneStoreKind, openLocation, type StoreLocation } from '@veritick/testing/stores'
import { Caller, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../core/forged-fixture.ts'
import { ENDED_RECORDS_MAX, KNOWN_RECORDS_FILE, NewestSeals, RowChanged } from '../../services/seals/index.ts'
import { openStore } from '../../store/store.ts'

const STARTS = 240_000
const WORLD = 'simulated'
let location: StoreLocation
let server: TestServer
let eve: Caller
let payee: number
let file: string

const start = async () => {
  server = await startOn(location)
  if (eve !== undefined) eve = new Caller(server.url, eve.token)
}
beforeAll(async () => {
  location = await openLocation(must(oneStoreKind()[0], 'a store'), [WORLD])
  file = join(location.dataDir, WORLD, KNOWN_RECORDS_FILE)
  await start()
  await openChannels(server)
  eve = await richCustomer(server, 'eve', 2000)
  payee = await bindTron(server, eve, 'eve')
}, STARTS)
afterAll(async () => {
  await server.close()
  await location.clean()
})

const drawn = async () => (await draws(server, eve, { draw_currency_id: 1, draw_method_id: payee, number: '100' })).id
/** The next process would know this. */
function inFile(): NewestSeals {
  copyFileSync(file, `${file}.copy`)
  return new NewestSeals({ file: `${file}.copy`, log: undefined, now: () => 5 })
}
const by = (withdrawal: number) => ({ withdrawal, actor: FINN, reason: 'all in order' })
const approve = (withdrawal: number) => server.context.withdrawals.review.approve(by(withdrawal))
const reported = async () =>
  (await eve.does('chargeSubmit', { charge_id: 1, number: '50', proofImg: await picture(server, eve) })).id
const sql = async (...statements: readonly string[]) => {
  const store = await openStore({ ...location, world: WORLD })
  for (const statement of statements) await store.query(statement)
  await store.close()
}
/** Keeps the row, with its own seal, under the name `kept`. */
const keepRow = (table: string, where: string) =>
  server.context.store.query(`create table kept as select * from ${table} where ${where}`)
const putBack = (table: string, where: string) => [
  `create table newest as select * from ${table} where ${where}`,
  `delete from ${table} where ${where}`,
  `insert into ${table} select * from kept`,
]
const restored = (table: string, where: string) => [
  `delete from ${table} where ${where}`,
  `insert into ${table} select * from newest`,
  'drop table newest',
]
const refusal = () =>
  start().then(
    async () => {
      await server.close()
      return 'started'
    },
    (error: unknown) => (error instanceof RowChanged ? error.message : String(error)),
  )

test(
  'a start on an approved withdrawal that the attacker lets wait again is refused until the row is right',
  async () => {
    const withdrawal = await drawn()
    const where = `withdrawal_id = ${withdrawal}`
    await keepRow('withdrawals', where)
    expect(await approve(withdrawal)).toMatchObject({ ok: true, value: { state: 'approved' } })
    const account = await accountOf(server, eve)
    const before = await balanceOf(server, account)
    await server.close()
    await sql(...putBack('withdrawals', where))
    const message = await refusal()
    expect(message).toContain(`table withdrawals, record ${withdrawal}: an older row was put back in the store`)
    expect(message).toContain(`remove the file ${file}`)
    await sql(...restored('withdrawals', where), 'drop table kept')
    await start()
    expect(await balanceOf(server, account)).toBe(before)
    expect(await eve.reason('drawCancel', { id: withdrawal })).toBe('draw_not_waiting')
    const payment = { ...by(withdrawal), reference: tronHash(withdrawal) }
    expect(await server.context.withdrawals.review.pay(payment)).toMatchObject({ ok: true, value: { state: 'paid' } })
  },
  STARTS,
)

test(
  'a start without an open deposit that the customer reported is refused; without the file an older store opens',
  async () => {
    const deposit = await reported()
    const where = `deposit_id = ${deposit}`
    await server.close()
    await sql(`create table newest as select * from deposits where ${where}`, `delete from deposits where ${where}`)
    expect(await refusal()).toContain(`table deposits, record ${deposit}: its row was deleted`)
    rmSync(file)
    await start()
    expect(inFile().of('deposits', deposit)).toBeUndefined()
    await server.close()
    await sql('insert into deposits select * from newest', 'drop table newest')
    await start()
    expect(inFile().of('deposits', deposit)).toMatchObject({ isOpen: true })
  },
  STARTS,
)

test(
  'a file from before the last decision of staff is accepted, and the start writes it anew',
  async () => {
    const withdrawal = await drawn()
    const versionNow = () => inFile().of('withdrawals', withdrawal)?.version
    const [older, olderVersion] = [readFileSync(file), versionNow()]
    expect((await approve(withdrawal)).ok).toBe(true)
    await server.close()
    const newest = versionNow()
    expect(newest).toBeGreaterThan(must(olderVersion, 'it is in the file'))
    writeFileSync(file, older)
    await start()
    expect(versionNow()).toBe(newest)
    expect(await eve.reason('drawCancel', { id: withdrawal })).toBe('draw_not_waiting')
  },
  STARTS,
)

test(
  'a start with a damaged file is refused, and tells the operator to compare the records',
  async () => {
    await server.close()
    const whole = readFileSync(file)
    writeFileSync(file, whole.subarray(0, 40))
    await expect(start()).rejects.toThrow(`${file} is damaged: it names the newest seals of deposits, withdrawals`)
    writeFileSync(file, whole)
    await start()
  },
  STARTS,
)

test(
  'a start on an ended record with a column that the attacker changed is refused, and names it',
  async () => {
    const { corrections } = server.context
    const ben = await customer(server, 'ben')
    const ask = { user: await userOf(ben), amount: micros(7_000_000), category: 'cost', remark: 'A fee was wrong' }
    const asked = await corrections.request({ ...ask, category: 'cost', actor: FINN, reason: 'seen in the log' })
    if (!asked.ok) throw new Error(asked.reason)
    const { correction } = asked.value
    expect((await corrections.approve({ correction, actor: GRETA, reason: 'right' })).ok).toBe(true)
    await server.close()
    const changed = async (table: string, set: string, where: string) => {
      await sql(
        `create table newest as select * from ${table} where ${where}`,
        `update ${table} set ${set} where ${where}`,
      )
      const message = await refusal()
      await sql(...restored(table, where))
      return message
    }
    const named = 'this row was inserted or changed in the store, not by this server'
    expect(await changed('deposits', `decided_by = 'staff:55'`, `state = 'finished'`)).toContain(named)
    expect(await changed('withdrawals', 'received = received + 1', `state = 'paid'`)).toContain(named)
    expect(await changed('corrections', `requested_by = 'staff:55'`, `state = 'booked'`)).toBe(
      `table corrections, correction_id ${correction}: ${named}. Keep a copy of the store, find out who can write to ` +
        'it, and restore it from the newest backup before that',
    )
    await start()
  },
  STARTS,
)

const sealOf = (version: number) => `${version}`.padStart(16, '0')

test('the server takes the row of a transaction of unknown end, and none that is older than a committed one', () => {
  const seals = new NewestSeals({ file: undefined, log: undefined, now: () => 5 })
  const ends: ((end: 'committed' | 'unknown') => void)[] = []
  const tx = { onEnd: (listener: (end: 'committed' | 'unknown') => void) => void ends.push(listener) }
  const of = { table: 'withdrawals', id: 7 } as const
  for (const version of [1, 2, 3])
    seals.sealed(tx, of, {
      ...{ version, sealStart: sealOf(version), user: 17, by: version === 2 ? 'staff:7' : null },
      isOpen: version < 3,
    })
  const isNewest = (version: number, seal = sealOf(version)) => seals.isNewest('withdrawals', 7, { version, seal })
  ends[0]?.('committed')
  ends[1]?.('unknown')
  expect([isNewest(1), isNewest(1, 'another')]).toEqual([true, false])
  expect(seals.of('withdrawals', 7)).toMatchObject({ version: 1, by: 'staff:7', doubted: { version: 2 } })
  // A read of the row of the transaction shows that it committed: the attacker puts no older one back.
  expect([isNewest(2), isNewest(1), isNewest(2)]).toEqual([true, false, true])
  ends[2]?.('committed')
  expect([isNewest(1), isNewest(2), isNewest(3), isNewest(3, 'another')]).toEqual([false, false, true, false])
})

test('a customer who closes many demo accounts makes the server forget no money, and no open record', () => {
  const seals = new NewestSeals({ file: undefined, log: undefined, now: () => 5 })
  const facts = { version: 1, sealStart: sealOf(1), at: 0, user: 17, by: null }
  seals.keep('withdrawals', 7, { ...facts, isOpen: false })
  seals.keep('deposits', 8, { ...facts, isOpen: true })
  seals.keep('deposits', 9, { ...facts, isOpen: true })
  seals.keep('deposits', 9, { ...facts, version: 2, isOpen: false })
  for (let id = 101; id <= 100 + ENDED_RECORDS_MAX; id += 1) {
    seals.keep('closures', id, { ...facts, isOpen: false })
    seals.keep('deposits', id, { ...facts, isOpen: false })
  }
  expect(seals.of('withdrawals', 7)).toMatchObject({ version: 1 })
  expect(seals.of('deposits', 8)).toMatchObject({ version: 1 })
  expect(seals.of('deposits', 9)).toBeUndefined()
})
