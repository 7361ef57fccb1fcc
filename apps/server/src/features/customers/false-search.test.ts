/**
 * An attacker with write access to the store lets the search of staff find another customer than the one who is meant,
 * or shows them money that is not there: a correction or a freeze would begin from it. Each customer of a page, the
 * record that was searched for and the ledger prove themselves, and are shown as changed otherwise.
 */

import { userId } from '@veritick/domain'
import { changing } from '@veritick/testing/changed-rows'
import { bindTron, draws, openChannels, richCustomer, userOf } from '@veritick/testing/customers'
import { type Member, staffMember } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerOf } from './ledger.ts'

let server: TestServer
let sam: Member
let eve: Caller
let [benId, eveId, payee, withdrawal] = [0, 0, 0, 0]
beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  const ben = await richCustomer(server, 'ben', 70_000)
  eve = await richCustomer(server, 'eve', 1_000)
  ;[benId, eveId] = [await userOf(ben), await userOf(eve)]
  sam = await staffMember(server, 'support')
  payee = await bindTron(server, ben, 'ben')
  server.passTime(61_000)
  withdrawal = (await draws(server, ben, { draw_currency_id: 1, draw_method_id: payee, number: '900' })).id
}, 240_000)
afterAll(() => server.close())

const sql = <Row extends object>(text: string, params: (string | number)[] = []) =>
  server.context.store.query<Row>(text, params)
const numberOf = async (column: string, rest: string): Promise<number> =>
  Number((await sql<{ id: number }>(`select ${column} as id ${rest}`))[0]?.id)
const search = async (q: number | string) => (await sam.caller.does('peopleSearch', { q: String(q) })).data

const whileChanged = changing(() => server)

const changed = (id: number) => ({
  id,
  fault: expect.stringContaining('in the store'),
  ...{ email: '', balance: null, frozen: true, identity_status: 0 },
})
const right = (id: number, balance: string) => ({ id, fault: null, balance, frozen: false, identity_status: 2 })

test('the address of another customer leads to no customer who is not shown as changed', async () => {
  expect(await search('ben@example.com')).toMatchObject([right(benId, '69100.000000')])
  await whileChanged(`users where user_id = ${benId}`, { email: `'aside@example.com'` }, () =>
    whileInner(async () => expect(await search('ben@example.com')).toMatchObject([changed(eveId)])),
  )
  expect(await search('ben@example.com')).toMatchObject([right(benId, '69100.000000')])
})

async function whileInner(look: () => Promise<void>) {
  await sql(`update users set email = 'ben@example.com' where user_id = $1`, [eveId])
  await look()
  await sql(`update users set email = 'eve@example.com' where user_id = $1`, [eveId])
}

test('a record or an account that was given to another customer leads to no customer who seems right', async () => {
  const account = await numberOf('account_id', `from accounts where user_id = ${benId}`)
  const other = await numberOf('account_id', `from accounts where user_id = ${eveId}`)
  const deposit = await numberOf('deposit_id', `from deposits where user_id = ${benId}`)
  const toEve = { user_id: String(eveId), account_id: String(other) }
  for (const [row, changes, number] of [
    [`deposits where deposit_id = ${deposit}`, toEve, deposit],
    [`withdrawals where withdrawal_id = ${withdrawal}`, toEve, withdrawal],
    [`payees where payee_id = ${payee}`, { user_id: String(eveId) }, payee],
  ] as const) {
    expect(await search(number), row).toMatchObject([right(benId, '69100.000000')])
    await whileChanged(row, changes, async () => expect(await search(number), row).toMatchObject([changed(eveId)]))
  }
  expect(await search(account)).toMatchObject([right(benId, '69100.000000')])
  await whileChanged(`accounts where account_id = ${account}`, { kind: `'demo'` }, async () =>
    expect(await search(account)).toMatchObject([changed(benId)]),
  )
})

test('balance and state of the identity are those of the engine and of a proven row', async () => {
  const account = await numberOf('account_id', `from accounts where user_id = ${eveId}`)
  await whileChanged(`account_totals where account = ${account}`, { balance: '9000000000000' }, async () =>
    expect(await search('eve@example.com')).toMatchObject([right(eveId, '1000.000000')]),
  )
  await whileChanged(`identities where user_id = ${eveId}`, { state: `'rejected'` }, async () =>
    expect(await search('eve@example.com')).toMatchObject([changed(eveId)]),
  )
})

test('a ledger that does not end at the balance of the engine is shown as changed', async () => {
  const account = await numberOf('account_id', `from accounts where user_id = ${benId}`)
  const faults = async () =>
    (await sam.caller.does('personLedger', { id: benId, page: 1 })).data.map(({ fault }) => fault === null)
  expect(await faults()).toEqual([true, true])
  const last = await numberOf('max(sequence)', `from account_log where account = ${account}`)
  const first = await numberOf('min(sequence)', `from account_log where account = ${account}`)
  for (const [sequence, changes] of [
    [last, { balance_after: 'balance_after + 1000000' }],
    [first, { amount: 'amount * 50', balance_after: 'balance_after * 50' }],
    [first, { amount: 'amount * 50' }],
  ] as const)
    await whileChanged(`account_log where account = ${account} and sequence = ${sequence}`, changes, async () =>
      expect(await faults(), JSON.stringify(changes)).toEqual([false, false]),
    )
  expect(await faults()).toEqual([true, true])
})

test('the ledger of a customer who trades at each look is compared all the same', async () => {
  const account = await numberOf('account_id', `from accounts where user_id = ${eveId}`)
  const { context } = server
  server.feed.say('EURUSD', '1.08500', '1.08510')
  const trade = async () => {
    const order = { forex_id: server.feed.id('EURUSD'), type: 1, status: 1, cont: '0.01', multiple: 30 } as const
    await eve.does('close', { id: (await eve.does('submit', order)).Id })
  }
  await trade()
  /** The customer trades before and after the tables have followed. */
  const projected = async () => {
    await trade()
    await context.core.projected()
    await trade()
    await context.core.projected()
  }
  const faults = async (size: number, page = 1) => {
    const looking = { ...context, core: { ...context.core, projected } }
    const ledger = await ledgerOf(looking, { user: userId(eveId), account: undefined, page, size })
    return [...new Set(ledger?.data.map(({ fault }) => fault))]
  }
  for (const size of [1, 2, 50]) expect(await faults(size), `${size} lines`).toEqual([null])
  expect(await faults(1, 3)).toEqual([null])
  const deposit = await numberOf('min(sequence)', `from account_log where account = ${account}`)
  const changes = { amount: 'amount * 50', balance_after: 'balance_after * 50' }
  await whileChanged(`account_log where account = ${account} and sequence = ${deposit}`, changes, async () => {
    for (let looks = 0; looks < 2; looks += 1)
      expect(await faults(50)).toEqual([expect.stringContaining('balance 50000000000')])
  })
  const newest = await numberOf('max(sequence)', `from account_log where account = ${account}`)
  await whileChanged(`account_log where account = ${account} and sequence = ${newest}`, { amount: '7' }, async () =>
    expect(await faults(50)).toEqual([expect.stringContaining('account_log')]),
  )
  expect(await faults(50)).toEqual([null])
})
