/** Corrections in the office: which roles may ask, which may approve, and that one staff member cannot do both. */

import { must, type UserId, userId } from '@veritick/domain'
import { accountOf, booksProblems, customer, fund, openChannels, picture, userOf } from '@veritick/testing/customers'
import { type Member, type StaffCaller, staffed, staffMember } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffCaller, userCaller } from '../../calls/request-key.ts'
import { CoreBusy } from '../../journal/errors.ts'
import { lookAtKnown } from '../money/index.ts'
import { updateStaff } from '../staff/rows.ts'
import { openCorrections } from './corrections.ts'
import { correctionHandlers } from './staff.ts'

let server: TestServer
let ana: Caller
let user: UserId
let finn: Member
let greta: StaffCaller
let compliance: StaffCaller

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  ana = await customer(server, 'ana')
  user = await userOf(ana)
  await fund(server, ana, 100)
  finn = await staffMember(server, 'finance')
  greta = await staffed(server, 'finance')
  compliance = await staffed(server, 'compliance')
}, 180_000)
afterAll(() => server.close())

const why = { reason_text: 'seen in the log of 3 March' }
const asked = (more: Record<string, unknown> = {}) => ({
  user,
  amount: '12.5',
  category: 'cost' as const,
  remark: 'A fee was charged twice',
  ...why,
  ...more,
})
const ask = async (more: Record<string, unknown> = {}) => (await finn.caller.does('correctionRequest', asked(more))).id
const balance = async () => (await ana.does('getBalance', {})).balance

test('asked for, seen by the other, approved, in the ledger; each under its name', async () => {
  const made = await finn.caller.does('correctionRequest', asked())
  expect(made).toMatchObject({ amount: '12.500000', state: 'asked', yours: true, free: '100.000000', decided_by: null })
  const [waiting] = (await greta.does('correctionList', { state: 'asked' })).data
  expect(waiting).toMatchObject({
    id: made.id,
    yours: false,
    asked_by: { who: `staff:${finn.id}`, since: expect.any(Number), access: { what: 'invited', by: { name: 'Ada' } } },
    reason_text: why.reason_text,
  })
  expect(await greta.does('correctionApprove', { id: made.id, ...why })).toMatchObject({ state: 'booked', free: null })
  expect(await balance()).toBe('112.500000')
  const [line] = (await greta.does('personLedger', { id: user })).data
  expect(line).toMatchObject({ kind: 'adjustment', amount: '12.500000', balance: '112.500000' })
  const { data } = await compliance.does('personAudit', { id: user })
  expect(data.filter((each) => each.subject_kind === 'correction').map((each) => each.action)).toEqual([
    'correction_approve',
    'correction_ask',
  ])
})

test('the same person approves in no other session, and in no other role', async () => {
  const id = await ask()
  expect(await finn.caller.reason('correctionApprove', { id, ...why })).toBe('second_person_needed')
  const role = (to: string) =>
    server.context.store.transaction((tx) => updateStaff(server.context, tx, { staff: finn.id, changes: { role: to } }))
  await role('admin')
  expect(await finn.caller.reason('correctionApprove', { id, ...why })).toBe('not_permitted')
  await role('finance')
  expect(await greta.does('correctionReject', { id, ...why })).toMatchObject({ state: 'rejected' })
  expect(await greta.reason('correctionApprove', { id, ...why })).toBe('record_decided')
})

test('compliance may ask and take its own back, and approves nothing', async () => {
  const own = (await compliance.does('correctionRequest', asked())).id
  const other = await ask()
  expect(await compliance.reason('correctionApprove', { id: other, ...why })).toBe('not_permitted')
  expect(await compliance.reason('correctionReject', { id: other, ...why })).toBe('second_person_needed')
  expect(await compliance.does('correctionReject', { id: own, ...why })).toMatchObject({ state: 'rejected' })
  await greta.does('correctionReject', { id: other, ...why })
})

test('one key fifty times is one correction, also when the stored answer is lost', async () => {
  const key = { 'idempotency-key': 'fee of march' }
  const { total } = await greta.does('correctionList', {})
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => finn.caller.asks('correctionRequest', asked(), key)),
  )
  expect(new Set(answers.map((each) => JSON.stringify(each.data))).size).toBe(1)
  // As a crash between the record and its stored answer would leave it.
  await server.context.store.query('delete from stored_answers')
  expect((await finn.caller.asks('correctionRequest', asked(), key)).data).toEqual(answers[0]?.data)
  expect((await greta.does('correctionList', {})).total).toBe(total + 1)
  expect((await finn.caller.asks('correctionRequest', asked({ amount: '13' }), key)).reason).toBe(
    'idempotency_mismatch',
  )
  const id = (await greta.does('correctionList', { state: 'asked' })).data[0]?.id ?? 0
  const before = Number(await balance())
  const reasons = await Promise.all(Array.from({ length: 50 }, () => greta.reason('correctionApprove', { id, ...why })))
  expect(reasons.filter((reason) => reason === 'good')).toHaveLength(1)
  expect(Number(await balance())).toBe(before + 12.5)
  expect(await booksProblems(server)).toEqual([])
})

test('a key of a colleague is never taken for one of the customer with the same number', async () => {
  expect(userCaller(userId(finn.id))).not.toBe(staffCaller(finn.id))
  const ben = await customer(server, 'ben')
  const key = { 'idempotency-key': 'first of the day' }
  const proofImg = await picture(server, ben)
  expect((await ben.asks('chargeSubmit', { charge_id: 1, number: '20', proofImg }, key)).code).toBe(1)
  expect((await finn.caller.asks('correctionRequest', asked(), key)).code).toBe(1)
})

test('a correction is shown while the core is too busy to say the free margin', async () => {
  const id = await ask()
  const { context } = server
  const query = () => Promise.reject(new CoreBusy('too many wait for the core'))
  const corrections = openCorrections({ ...context, core: { ...context.core, query } })
  const { correctionFind } = correctionHandlers({ ...context, corrections })
  const actor = { who: 'staff:1', role: 'finance' }
  const request = { params: { id }, actor } as Parameters<typeof correctionFind>[0]
  expect(await correctionFind(request)).toMatchObject({ ok: true, data: { id, state: 'asked', free: null } })
  await greta.does('correctionReject', { id, ...why })
})

test.each([
  [{ amount: '0' }, 'number_out_of_range'],
  [{ amount: '-1000' }, 'more_than_free'],
  [{ amount: '1.0000001' }, 'amount_too_precise'],
  [{ amount: '1e3' }, 'number_malformed'],
  [{ amount: '9999999999' }, 'amount_too_large'],
  [{ amount: undefined }, 'parameter_missing'],
  [{ category: 'profit' }, 'parameter_not_allowed'],
  [{ remark: '' }, 'parameter_missing'],
  [{ reason_text: 'no' }, 'reason_missing'],
  [{ user: 987_654 }, 'person_unknown'],
])('%j -> %s', async (more, reason) => {
  expect(await finn.caller.reason('correctionRequest', asked(more))).toBe(reason)
})

test('a colleague is shown a correction that was changed in the store as changed, until it is back', async () => {
  const bea = await customer(server, 'bea')
  const [id, other] = [await ask({ amount: '3000' }), await ask()]
  const { store } = server.context
  const told = { user_id: await userOf(bea), account_id: await accountOf(server, bea), amount: 12_500_000 }
  const [asked] = await store.query<typeof told>(
    'select user_id, account_id, amount from corrections where correction_id = $1',
    [id],
  )
  const write = ({ user_id, account_id, amount }: typeof told) =>
    store.query('update corrections set user_id = $2, account_id = $3, amount = $4 where correction_id = $1', [
      ...[id, user_id, account_id, amount],
    ])
  const shown = async () => {
    const found = await greta.does('correctionFind', { id })
    const listed = (await greta.does('correctionList', { state: 'asked' })).data
    expect(listed.find((each) => each.id === id)?.fault).toBe(found.fault)
    expect(listed.find((each) => each.id === other)?.fault).toBeNull()
    return found
  }
  const changed = expect.stringContaining(`correction_id ${id}: this row was inserted or changed in the store`)
  expect(await shown()).toMatchObject({ amount: '3000.000000', fault: null })
  await write(told)
  expect(await shown()).toMatchObject({ amount: '12.500000', fault: changed })
  expect(await greta.reason('correctionApprove', { id, ...why })).toBe('record_changed')
  const faulty = () => server.context.recordFaults.all().some((fault) => fault.id === id)
  expect(faulty()).toBe(true)
  await write(must(asked, 'the correction'))
  // Staff are told of it no more, although no staff member has opened it since.
  await lookAtKnown(server.context)
  expect(faulty()).toBe(false)
  expect(await shown()).toMatchObject({ amount: '3000.000000', fault: null })
  // The row of before its decision has a right seal of its own.
  const columns = 'state, decided_by, decided_reason, ended_at, version, seal'
  const keep = (name: string) =>
    store.query(`create table public.${name} as select ${columns} from corrections where correction_id = ${id}`)
  const put = (name: string) =>
    store.query(`update corrections set (${columns}) = (select * from public.${name}) where correction_id = ${id}`)
  await keep('correction_asked')
  for (const each of [id, other]) await greta.does('correctionReject', { id: each, ...why })
  await keep('correction_rejected')
  await put('correction_asked')
  expect((await greta.does('correctionFind', { id })).fault).toContain('an older row was put back')
  await put('correction_rejected')
  expect((await greta.does('correctionFind', { id })).fault).toBeNull()
})

test('staff see a correction that is decided while they read it as decided, and not as changed', async () => {
  const id = await ask()
  const { context } = server
  const before = must(await context.corrections.find(id), 'the correction')
  await greta.does('correctionReject', { id, ...why })
  const corrections = { ...context.corrections, find: () => Promise.resolve(before) }
  const { correctionFind } = correctionHandlers({ ...context, corrections })
  const request = { params: { id }, actor: { who: 'staff:1', role: 'finance' } }
  expect(await correctionFind(request as Parameters<typeof correctionFind>[0])).toMatchObject({
    ok: true,
    data: { state: 'rejected', fault: null },
  })
})

test('roles without the permission are refused every call', async () => {
  for (const role of ['support', 'risk', 'content', 'admin'] as const) {
    const other = await staffed(server, role)
    expect(await other.reason('correctionRequest', asked()), role).toBe('not_permitted')
    expect(await other.reason('correctionList', {}), role).toBe('not_permitted')
    expect(await other.reason('correctionApprove', { id: 1, ...why }), role).toBe('not_permitted')
  }
  expect(await finn.caller.reason('correctionFind', { id: 987_654 })).toBe('record_unknown')
})
