/**
 * An attacker with write access to the store changes rows beside a withdrawal while the server runs, so that the page
 * on which staff decide and pay it shows false facts about its customer or its approver. Each fact comes from memory,
 * from the engine, or from rows that prove themselves; otherwise the page says that the store was changed.
 */
import { userId } from '@veritick/domain'
import { changing } from '@veritick/testing/changed-rows'
import { bindTron, customer, draws, fund, openChannels, richCustomer, userOf } from '@veritick/testing/customers'
import { codeTo } from '@veritick/testing/people'
import { type Member, staffMember } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KnownPayees } from '../../services/seals/index.ts'
import { decision, identityOf } from '../identity/identity-fixture.ts'

let server: TestServer
let ida: Member
let finn: Member
const { review, handIn } = identityOf(() => server)

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  ida = await staffMember(server, 'finance')
  finn = await staffMember(server, 'finance')
}, 240_000)
afterAll(() => server.close())

const why = { reason_text: 'seen on the chain' }
const sql = <Row extends object>(text: string, params: (string | number)[] = []) =>
  server.context.store.query<Row>(text, params)
const numberOf = async (query: string) => Number((await sql<{ id: number }>(`select ${query}`))[0]?.id)
const find = (id: number) => finn.caller.does('withdrawalFind', { id })

const whileChanged = changing(() => server)

describe('of a customer who was verified under another name than the account holder', () => {
  let id = 0
  let accepted = 0
  let user = 0
  beforeAll(async () => {
    const mal = await customer(server, 'mal')
    user = await userOf(mal)
    accepted = await handIn(mal, { name: 'Mal Realname' })
    await review().accept(decision(accepted))
    await fund(server, mal, 2_000)
    server.passTime(61_000)
    const bank = { bank_name: 'Other Bank', bank_swift: 'DEUTDEFF', payee_account: 'DE89370400440532013000' }
    const whole = { ...bank, payee_name: 'Bob Otherman' }
    await mal.does('sendCode', { purpose: 'payee', ...whole })
    const auth_code = await codeTo(server, 'mal@example.com')
    const bound = await mal.does('bindDrawMethod', { type: 2, draw_id: 3, ...whole, bank_address: 'x', auth_code })
    id = (await draws(server, mal, { draw_currency_id: 3, draw_method_id: bound.id, number: '900' })).id
  })

  test('the difference stays where the attacker erases or changes what proves the name', async () => {
    const rightly = { verified_name: 'Mal Realname', holder_differs: true, blocked: null, person: { fault: null } }
    expect(await find(id)).toMatchObject(rightly)
    const erased = { encrypted: 'null', erased_at: '1', person_print: 'null' }
    const hidden = { ...erased, verified_print: 'null', state: `'rejected'` }
    for (const changes of [erased, hidden, { country: `'CH'` }]) {
      await whileChanged(`identity_submissions where submission_id = ${accepted}`, changes, async () => {
        expect(await find(id), Object.keys(changes).join()).toMatchObject({
          verified_name: null,
          holder_differs: true,
          blocked: 'record_changed',
          person: { fault: expect.any(String), identity_status: 0 },
        })
      })
    }
    await whileChanged(`identities where user_id = ${user}`, { state: `'none'` }, async () =>
      expect(await find(id)).toMatchObject({ holder_differs: true, blocked: 'record_changed' }),
    )
    expect(await find(id)).toMatchObject(rightly)
  })
})

describe('of a customer whose address another one has too', () => {
  let [id, anaId, benId] = [0, 0, 0]
  let shared = 0
  beforeAll(async () => {
    const [ana, ben] = [await richCustomer(server, 'ana', 2_000), await richCustomer(server, 'ben', 500)]
    ;[anaId, benId] = [await userOf(ana), await userOf(ben)]
    const own = await bindTron(server, ana, 'ana')
    shared = await bindTron(server, ben, 'ben')
    server.passTime(61_000)
    id = (await draws(server, ana, { draw_currency_id: 1, draw_method_id: own, number: '900' })).id
  })
  const right = {
    sharing: [expect.objectContaining({ id: 0 })],
    blocked: null,
    person: { deposited: '2000.000000', withdrawn: '0.000000', balance: '1100.000000', credit_score: 100, fault: null },
  }
  const rightly = () => ({ ...right, sharing: [expect.objectContaining({ id: benId })] })

  test('the other one is shown, also where the payee of that customer is changed or gone', async () => {
    expect(await find(id)).toMatchObject(rightly())
    await whileChanged(`payees where payee_id = ${shared}`, { account_print: `'gone'` }, async () =>
      expect(await find(id)).toMatchObject(rightly()),
    )
    await sql('create table gone as select * from payees where payee_id = $1', [shared])
    await sql('delete from payees where payee_id = $1', [shared])
    expect(await find(id)).toMatchObject(rightly())
    const { data } = await ida.caller.does('personPayees', { id: anaId })
    expect(data).toMatchObject([{ sharing: [{ id: benId }] }])
    await sql('insert into payees select * from gone')
  })

  test('a start learns who has the address from the payees that prove themselves, and names the others', async () => {
    const { store, encryption, log } = server.context
    const [own] = await sql<{ print: string }>('select account_print as print from payees where payee_id = $1', [
      shared,
    ])
    const learnt = async (isErased: (user: number) => boolean) => {
      const known = new KnownPayees()
      await known.learn({ query: store.query, encryption, log, isErased })
      return known.sharing({ user: userId(anaId), accountPrint: own?.print ?? '' })
    }
    expect(await learnt(() => false)).toEqual([benId])
    const named = () => server.logged.filter((line) => line.includes('payees were changed in the store'))
    expect(named()).toEqual([])
    const erased = { encrypted: 'null', deleted_at: '5' }
    await whileChanged(`payees where payee_id = ${shared}`, erased, async () => {
      expect(await learnt((user) => user === benId)).toEqual([])
      expect(named()).toEqual([])
      expect(await learnt(() => false)).toEqual([])
      expect(named()).toEqual([expect.stringContaining(`${shared}`)])
    })
  })

  test('no sum is shown that is not that of the ledger', async () => {
    const unknown = { blocked: 'record_changed', person: { deposited: null, withdrawn: null, balance: null } }
    const [account, anas, bens] = await Promise.all([
      numberOf(`account_id as id from accounts where user_id = ${anaId}`),
      numberOf(`deposit_id as id from deposits where user_id = ${anaId}`),
      numberOf(`deposit_id as id from deposits where user_id = ${benId}`),
    ])
    for (const [row, changes] of [
      [`deposits where deposit_id = ${anas}`, { credited: '250000000000' }],
      [`deposits where deposit_id = ${anas}`, { state: `'rejected'` }],
      [`deposits where deposit_id = ${bens}`, { user_id: String(anaId), account_id: String(account) }],
      [`accounts where account_id = ${account}`, { kind: `'demo'` }],
    ] as const)
      await whileChanged(row, changes, async () => {
        expect(await find(id), JSON.stringify(changes)).toMatchObject(unknown)
        expect(await ida.caller.reason('withdrawalApprove', { id, ...why })).toBe('record_changed')
        const { sums, fault } = await ida.caller.does('person', { id: anaId })
        expect([sums.deposited, typeof fault]).toEqual([null, 'string'])
      })
    expect(await find(id)).toMatchObject(rightly())
    expect(server.logged.some((line) => line.includes('facts about a customer were changed in the store'))).toBe(true)
  })

  test('a credit score that no colleague has set is a fault', async () => {
    await whileChanged(`users where user_id = ${anaId}`, { credit_score: '3' }, async () =>
      expect(await find(id)).toMatchObject({ person: { credit_score: null, frozen: true } }),
    )
  })

  test('a note that was inserted, or given to another author or customer, is shown as changed', async () => {
    const { id: note } = await ida.caller.does('addPersonNote', { id: anaId, text: 'Do not pay before she calls' })
    const notes = async (of: number) => (await finn.caller.does('personNotes', { id: of, page: 1 })).data
    const written = { text: 'Do not pay before she calls', by: { who: `staff:${ida.id}` }, fault: null }
    const changed = { text: '', fault: expect.stringContaining('note') }
    expect(await notes(anaId)).toMatchObject([written])
    const put = (values: string) =>
      sql(`insert into notes (user_id, who, encrypted, at) select ${values} from notes where note_id = ${note}`)
    await put(`user_id, 'staff:${finn.id}', encrypted, at`)
    await put('user_id, who, encrypted, at')
    await put(`${benId}, who, encrypted, at`)
    expect(await notes(anaId)).toMatchObject([changed, changed, written])
    expect(await notes(benId)).toMatchObject([changed])
  })

  test('an action of a colleague that never was is shown as changed', async () => {
    await sql(
      `insert into audit (who, role, action, subject_kind, subject, reason, at)
       values ($1, 'compliance', 'withdrawal_view', 'withdrawal', $2, 'Source of funds checked: fine to pay', $3)`,
      [`staff:${ida.id}`, String(id), Date.now()],
    )
    const [newest, ...others] = (await find(id)).audit
    expect(newest).toMatchObject({
      by: { name: '' },
      role: '',
      reason_text: '',
      fault: expect.stringContaining('store'),
    })
    expect(others.map(({ fault }) => fault)).toEqual(others.map(() => null))
  })

  test('an approver keeps name and access', async () => {
    await ida.caller.does('withdrawalApprove', { id, ...why })
    const approver = async () => (await find(id)).approvals.given[0]?.by
    const before = await approver()
    expect(before).toMatchObject({ who: `staff:${ida.id}`, access: { what: 'invited' } })
    expect(before?.name).not.toBe('')
    await sql(
      `insert into audit (who, role, action, subject_kind, subject, reason, at)
       values ($1, 'admin', 'staff_enable', 'staff', $2, '', $3)`,
      [`staff:${finn.id}`, String(ida.id), Date.now()],
    )
    expect(await approver()).toEqual(before)
    const none = { access_change: 'null', access_changed_at: 'null', access_changed_by: 'null' }
    for (const changes of [{ name: `'Dr. Chief Officer'` }, { created_at: '1' }, none])
      await whileChanged(`staff where staff_id = ${ida.id}`, changes, async () => {
        expect(await approver(), JSON.stringify(changes)).toEqual(before)
        expect((await find(id)).timeline.map(({ by }) => by?.name)).toContain(before?.name)
      })
    expect(server.logged.some((line) => line.includes('rows of staff do not prove themselves'))).toBe(true)
  })
})
