/**
 * A first approval counts only while its approver's access is unchanged. Afterwards it is void at every decision of two
 * people, and two other staff members must approve.
 */
import { micros, must, type UserId } from '@veritick/domain'
import {
  bindTron,
  booksProblems,
  customer,
  draws,
  fund,
  openChannels,
  picture,
  tronHash,
  userOf,
  verify,
} from '@veritick/testing/customers'
import { type Member, staffMember } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setCreditScore } from '../accounts/credit-score.ts'

let server: TestServer
let ana: Caller
let user: UserId
let payee: number
let ada: Member
let greta: Member
let ida: Member

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server, { draw_two_person_limit_usd: '50.00', deposit_two_person_limit_usd: '50.00' })
  ana = await customer(server, 'ana')
  user = await userOf(ana)
  await verify(server, ana)
  await fund(server, ana, 1000)
  payee = await bindTron(server, ana, 'ana')
  ada = await staffMember(server, 'admin')
  greta = await staffMember(server, 'finance')
  ida = await staffMember(server, 'finance')
}, 180_000)
afterAll(() => server.close())

const MINUTE = 60_000
const why = { reason_text: 'seen on the chain' }
const nameOf = ({ id }: Member) => `staff:${id}`
const namesIn = ({
  approvals,
}: {
  readonly approvals: { readonly given: readonly { readonly by: { readonly who: string } }[] }
}) => approvals.given.map(({ by }) => by.who)

describe.each([
  ['disabled', (id: number) => ada.caller.does('staffDisable', { id, ...why }), 'session_ended'],
  ['reset', (id: number) => ada.caller.does('staffReset', { id, ...why }), 'session_ended'],
  [
    'given another role',
    (id: number) => ada.caller.does('staffRole', { id, role: 'support', ...why }),
    'not_permitted',
  ],
] as const)('whoever was %s', (_, change, refusal) => {
  let finn: Member
  const records = { withdrawal: 0, deposit: 0, correction: 0 }
  const credit = () => ({ id: records.deposit, amount: '70', payment_reference: tronHash(records.deposit), ...why })

  beforeAll(async () => {
    finn = await staffMember(server, 'finance')
    records.withdrawal = (await draws(server, ana, { draw_currency_id: 1, draw_method_id: payee, number: '60' })).id
    const proofImg = await picture(server, ana)
    records.deposit = (await ana.does('chargeSubmit', { charge_id: 1, number: '60', proofImg })).id
    await finn.caller.does('withdrawalApprove', { id: records.withdrawal, ...why })
    await finn.caller.does('depositCredit', { ...credit(), remark: 'It was 70' })
    const ask = { user, amount: '5', category: 'cost', remark: 'A fee too many', ...why } as const
    records.correction = (await finn.caller.does('correctionRequest', ask)).id
    for (const shown of [
      await greta.caller.does('withdrawalFind', { id: records.withdrawal }),
      await greta.caller.does('depositFind', { id: records.deposit }),
    ])
      expect(namesIn(shown)).toEqual([nameOf(finn)])
    await change(finn.id)
  })

  test('decides nothing by a request that was let in before', async () => {
    const { withdrawals, deposits, corrections, freezes } = server.context
    const actor = { who: nameOf(finn), role: 'finance' }
    const said = { actor, reason: 'seen on the chain', remark: 'seen on the chain' }
    const { withdrawal, deposit, correction } = records
    const hash = tronHash(deposit)
    const decided = [
      await withdrawals.review.approve({ ...said, withdrawal }),
      await deposits.review.credit({ ...said, deposit, amount: micros(60_000_000), paymentReference: hash }),
      await deposits.review.reject({ ...said, deposit }),
      await corrections.approve({ ...said, correction }),
      await corrections.request({ ...said, user, amount: micros(5_000_000), category: 'cost' }),
      await freezes.freeze({ ...said, user }),
      await setCreditScore(server.context, { ...said, user, score: 50 }),
    ]
    expect(decided.map((each) => (each.ok ? 'good' : each.reason))).toEqual(decided.map(() => refusal))
  })

  test('has approved no withdrawal', async () => {
    const id = records.withdrawal
    expect(namesIn(await greta.caller.does('withdrawalFind', { id }))).toEqual([])
    const queued = (await greta.caller.does('withdrawalQueue', { state: 'waiting' })).data.find((row) => row.id === id)
    expect(namesIn(must(queued, 'it waits'))).toEqual([])
    const first = await greta.caller.does('withdrawalApprove', { id, ...why })
    expect([first.state, namesIn(first)]).toEqual(['waiting', [nameOf(greta)]])
    expect(await greta.caller.reason('withdrawalApprove', { id, ...why })).toBe('second_person_needed')
    const second = await ida.caller.does('withdrawalApprove', { id, ...why })
    expect([second.state, namesIn(second)]).toEqual(['approved', [nameOf(greta), nameOf(ida)]])
    // The day of the customer has room for the next withdrawal again.
    const rejection = { id, remark: 'The address is closed', not_sent: true, ...why }
    for (const { caller } of [greta, ida]) await caller.does('withdrawalReject', rejection)
  })

  test('has proposed no rejection', async () => {
    const finn = await staffMember(server, 'finance')
    const { id } = await draws(server, ana, { draw_currency_id: 1, draw_method_id: payee, number: '20' })
    for (const { caller } of [greta, ida]) await caller.reason('withdrawalApprove', { id, ...why })
    const rejection = { id, remark: 'The address is closed', not_sent: true, ...why }
    const proposed = await finn.caller.does('withdrawalReject', rejection)
    expect([proposed.state, proposed.rejection?.by.who]).toEqual(['approved', nameOf(finn)])
    await change(finn.id)
    const voided = { by: { who: nameOf(finn) } }
    expect(await greta.caller.does('withdrawalFind', { id })).toMatchObject({
      rejection: null,
      void_rejection: voided,
      notes: '',
    })
    const queued = (await greta.caller.does('withdrawalQueue', { state: 'approved' })).data.find((row) => row.id === id)
    expect(queued).toMatchObject({ rejection: null, void_rejection: voided })
    const again = await greta.caller.does('withdrawalReject', rejection)
    expect([again.state, again.rejection?.by.who]).toEqual(['approved', nameOf(greta)])
    expect(await ida.caller.does('withdrawalReject', rejection)).toMatchObject({ state: 'rejected' })
    expect(await booksProblems(server)).toEqual([])
  })

  test('has said no credit', async () => {
    const id = records.deposit
    expect(await greta.caller.does('depositFind', { id })).toMatchObject({
      credited: null,
      payment_reference: '',
      remark: '',
      approvals: { given: [] },
    })
    // The message to the customer is gone too.
    expect(await greta.caller.reason('depositCredit', credit())).toBe('reason_missing')
    const first = await greta.caller.does('depositCredit', { ...credit(), remark: 'It was 70' })
    expect([first.status, namesIn(first)]).toEqual([0, [nameOf(greta)]])
    const second = await ida.caller.does('depositCredit', credit())
    expect([second.status, namesIn(second)]).toEqual([1, [nameOf(greta), nameOf(ida)]])
  })

  test('has asked for no correction: who approves it asks for it', async () => {
    const id = records.correction
    const taken = await greta.caller.does('correctionApprove', { id, ...why })
    expect(taken).toMatchObject({ state: 'asked', asked_by: { who: nameOf(greta) }, yours: true })
    expect(await greta.caller.reason('correctionApprove', { id, ...why })).toBe('second_person_needed')
    expect(await ida.caller.does('correctionApprove', { id, ...why })).toMatchObject({ state: 'booked' })
    expect(await booksProblems(server)).toEqual([])
  })
})

test('what was decided by both before stays decided', async () => {
  const finn = await staffMember(server, 'finance')
  const { id } = await draws(server, ana, { draw_currency_id: 1, draw_method_id: payee, number: '60' })
  for (const { caller } of [finn, greta]) await caller.does('withdrawalApprove', { id, ...why })
  await ada.caller.does('staffDisable', { id: finn.id, ...why })
  const shown = await ida.caller.does('withdrawalFind', { id })
  expect([shown.state, namesIn(shown)]).toEqual(['approved', [nameOf(finn), nameOf(greta)]])
})

test('an entry that was inserted into the audit log makes no first decision void', async () => {
  const finn = await staffMember(server, 'finance')
  const bound = { draw_currency_id: 1, draw_method_id: payee }
  const waits = await draws(server, ana, { ...bound, number: '60' })
  await finn.caller.does('withdrawalApprove', { id: waits.id, ...why })
  const { id } = await draws(server, ana, { ...bound, number: '20' })
  for (const { caller } of [greta, ida]) await caller.reason('withdrawalApprove', { id, ...why })
  await finn.caller.does('withdrawalReject', { id, remark: 'The address is closed', not_sent: true, ...why })
  const { store, runtime } = server.context
  await store.query(
    `insert into audit (who, role, action, subject_kind, subject, reason, at)
     values ('server', 'operator', 'staff_role', 'staff', $1, 'typo', $2)`,
    [String(finn.id), runtime.now() + 1_000],
  )
  expect(await greta.caller.does('withdrawalFind', { id })).toMatchObject({
    rejection: { by: { who: nameOf(finn) } },
    void_rejection: null,
  })
  expect(namesIn(await greta.caller.does('withdrawalFind', { id: waits.id }))).toEqual([nameOf(finn)])
  for (const { caller } of [greta, ida])
    await caller.reason('withdrawalReject', { id, remark: 'The address is closed', not_sent: true, ...why })
})

test('an approval ends with the access of its approver also where the clock was set back between the two', async () => {
  const finn = await staffMember(server, 'finance')
  const { id } = await draws(server, ana, { draw_currency_id: 1, draw_method_id: payee, number: '60' })
  const approved = await finn.caller.does('withdrawalApprove', { id, ...why })
  expect(namesIn(approved)).toEqual([nameOf(finn)])
  server.passWallTime(-MINUTE)
  await ada.caller.does('staffDisable', { id: finn.id, ...why })
  expect(namesIn(await greta.caller.does('withdrawalFind', { id }))).toEqual([])
})
