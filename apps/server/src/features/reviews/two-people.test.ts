/**
 * Withdrawals that one staff member would otherwise turn into money of a customer: an approved one that is given back
 * although it was sent, and many small ones of many accomplices.
 */
import { micros } from '@veritick/domain'
import { bindTron, booksProblems, draws, openChannels, richCustomer, set, tronHash } from '@veritick/testing/customers'
import { furtherTest } from '@veritick/testing/quick'
import { reseal } from '@veritick/testing/reseal'
import { type Member, staffMember } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { weakens } from '../settings/protection.ts'

let server: TestServer
let ana: Caller
let payee: number
let finn: Member
let greta: Member
let ida: Member
let sue: Member

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  ana = await richCustomer(server, 'ana', 5000)
  payee = await bindTron(server, ana, 'ana')
  finn = await staffMember(server, 'finance')
  greta = await staffMember(server, 'finance')
  ida = await staffMember(server, 'finance')
  sue = await staffMember(server, 'support')
}, 180_000)
afterAll(() => server.close())
afterEach(async () => expect(await booksProblems(server)).toEqual([]))

const why = { reason_text: 'seen on the chain' }
const nameOf = ({ id }: Member) => `staff:${id}`
const draw = async (number: string) =>
  (await draws(server, ana, { draw_currency_id: 1, draw_method_id: payee, number })).id
const approved = async (number: string) => {
  const id = await draw(number)
  for (const { caller } of [finn, greta]) await caller.reason('withdrawalApprove', { id, ...why })
  expect((await finn.caller.does('withdrawalFind', { id })).state).toBe('approved')
  return id
}
const rejectionOf = (id: number) => ({ id, remark: 'The network refused it', not_sent: true, ...why })
const locked = async () => (await ana.does('forexDetail', {})).lock_balance

describe('an approved withdrawal', () => {
  test('that has left is not given back by one, and is still marked as paid', async () => {
    const id = await approved('1500')
    const { balance } = await ana.does('getBalance', {})
    // Finn has sent the coins. Before he has typed the hash, Greta believes that they were not sent.
    expect(await greta.caller.does('withdrawalReject', rejectionOf(id))).toMatchObject({
      state: 'approved',
      moving: false,
    })
    expect([(await ana.does('getBalance', {})).balance, await locked()]).toEqual([balance, '1500.000000'])
    expect(await greta.caller.reason('withdrawalReject', rejectionOf(id))).toBe('second_person_needed')
    expect(await finn.caller.does('withdrawalPay', { id, reference: tronHash(1500), ...why })).toMatchObject({
      state: 'paid',
      rejection: null,
    })
    expect(await ida.caller.reason('withdrawalReject', rejectionOf(id))).toBe('record_decided')
    expect([(await ana.does('getBalance', {})).balance, await locked()]).toEqual([balance, '0.000000'])
  })

  test('is rejected by two who both say that it was not sent', async () => {
    const id = await approved('60')
    const { not_sent: _, ...unsaid } = rejectionOf(id)
    for (const said of [unsaid, { ...unsaid, not_sent: false }])
      expect(await greta.caller.asks('withdrawalReject', said)).toMatchObject({
        reason: 'parameter_missing',
        field: 'not_sent',
      })
    await greta.caller.does('withdrawalReject', rejectionOf(id))
    const proposed = { rejection: { by: { who: nameOf(greta) } }, state: 'approved' }
    expect(await finn.caller.does('withdrawalFind', { id })).toMatchObject({
      ...proposed,
      blocked: null,
      notes: 'The network refused it',
    })
    const { data } = await finn.caller.does('withdrawalQueue', { state: 'approved' })
    expect(data.find((row) => row.id === id)).toMatchObject(proposed)
    // The customer reads nothing of a proposal.
    const shown = async () => (await ana.does('drawList', {})).data.find((row) => row.id === id)
    expect(await shown()).toMatchObject({ status: 4, notes: '' })
    expect(await finn.caller.reason('withdrawalReject', unsaid)).toBe('parameter_missing')
    expect(
      await finn.caller.does('withdrawalReject', { ...rejectionOf(id), remark: 'Try another address' }),
    ).toMatchObject({ state: 'rejected' })
    expect(await shown()).toMatchObject({ status: 2, notes: 'Try another address' })
    const { timeline, audit } = await finn.caller.does('withdrawalFind', { id })
    expect(timeline.slice(-2).map(({ step, by }) => [step, by?.who])).toEqual([
      ['rejection_proposed', nameOf(greta)],
      ['rejected', nameOf(finn)],
    ])
    expect(audit.filter(({ action }) => action.includes('reject')).map(({ action, by }) => [action, by.who])).toEqual([
      ['withdrawal_reject', nameOf(finn)],
      ['withdrawal_propose_rejection', nameOf(greta)],
    ])
  })

  test('whose proposed rejection was ended stays approved, and a new one needs two again', async () => {
    const id = await approved('20')
    expect(await finn.caller.reason('withdrawalDropRejection', { id, ...why })).toBe('record_decided')
    await greta.caller.does('withdrawalReject', rejectionOf(id))
    expect(await sue.caller.reason('withdrawalDropRejection', { id, ...why })).toBe('not_permitted')
    expect(await finn.caller.does('withdrawalDropRejection', { id, ...why })).toMatchObject({
      state: 'approved',
      rejection: null,
    })
    expect((await finn.caller.does('withdrawalFind', { id })).notes).toBe('')
    expect(await finn.caller.does('withdrawalReject', rejectionOf(id))).toMatchObject({ state: 'approved' })
    expect(await greta.caller.does('withdrawalReject', rejectionOf(id))).toMatchObject({ state: 'rejected' })
  })

  furtherTest(
    'is proposed or confirmed for rejection only by a staff member who was shown how that stands',
    async () => {
      const id = await approved('20')
      const says = ({ caller }: Member, seen_rejection: number) => {
        // No two proposals are of one millisecond.
        server.passTime(1)
        return caller.asks('withdrawalReject', { ...rejectionOf(id), seen_rejection })
      }
      const changed = { reason: 'approval_changed', field: 'seen_rejection' }
      const shown = async () => (await finn.caller.does('withdrawalFind', { id })).rejection?.at ?? 0
      expect(await says(greta, 0)).toMatchObject({ code: 1, data: { state: 'approved' } })
      // Finn would propose, and his page is older than the proposal of Greta.
      expect(await says(finn, 0)).toMatchObject(changed)
      const first = await shown()
      await ida.caller.does('withdrawalDropRejection', { id, ...why })
      // Finn would confirm what is ended.
      expect(await says(finn, first)).toMatchObject(changed)
      expect(await shown()).toBe(0)
      expect(await says(ida, 0)).toMatchObject({ code: 1, data: { state: 'approved' } })
      // Another proposal than the one that Finn was shown.
      expect(await says(finn, first)).toMatchObject(changed)
      expect((await finn.caller.does('withdrawalFind', { id })).rejection?.by.who).toBe(nameOf(ida))
      expect(await says(finn, await shown())).toMatchObject({ code: 1, data: { state: 'rejected' } })
    },
  )

  test('while it waits for its approval, it is rejected by one', async () => {
    const id = await draw('20')
    expect(await finn.caller.reason('withdrawalDropRejection', { id, ...why })).toBe('record_not_approved')
    const { not_sent: _, ...unsaid } = rejectionOf(id)
    expect(await finn.caller.does('withdrawalReject', unsaid)).toMatchObject({ state: 'rejected', rejection: null })
  })
})

describe('what one staff member approves alone, over all customers', () => {
  let drawn: readonly number[]

  beforeAll(async () => {
    await set(server, 'draw_approver_limit_usd', '1500.00')
    const accomplices = await Promise.all(['eve1', 'eve2', 'eve3'].map((name) => richCustomer(server, name, 900)))
    drawn = await Promise.all(
      accomplices.map(async (each, index) => {
        const own = await bindTron(server, each, `eve${index + 1}`)
        return (await draws(server, each, { draw_currency_id: 1, draw_method_id: own, number: '700' })).id
      }),
    )
  }, 180_000)
  afterAll(() => set(server, 'draw_approver_limit_usd', '5000.00'))

  test('is bounded, also at once; the next one waits for a second staff member', async () => {
    const limit = { limit: '1500.000000', approved: '0.000000' }
    const find = (who: Member, id: number) => who.caller.does('withdrawalFind', { id })
    for (const id of drawn) expect((await find(ida, id)).approver_limit).toBeNull()
    const states = await Promise.all(
      drawn.map(async (id) => (await ida.caller.does('withdrawalApprove', { id, ...why })).state),
    )
    expect([...states].sort()).toEqual(['approved', 'approved', 'waiting'])
    const id = drawn[states.indexOf('waiting')] ?? 0
    expect(await find(ida, id)).toMatchObject({
      approvals: { needed: 2 },
      two_people: null,
      blocked: 'second_person_needed',
    })
    expect(await ida.caller.reason('withdrawalApprove', { id, ...why })).toBe('second_person_needed')
    expect(await sue.caller.reason('withdrawalApprove', { id, ...why })).toBe('not_permitted')
    const eve = await richCustomer(server, 'eve4', 900)
    const own = await bindTron(server, eve, 'eve4')
    const next = (await draws(server, eve, { draw_currency_id: 1, draw_method_id: own, number: '100' })).id
    expect((await find(ida, next)).approver_limit).toEqual({ ...limit, approved: '1400.000000' })
    expect((await find(greta, next)).approver_limit).toBeNull()
    expect(await greta.caller.does('withdrawalApprove', { id, ...why })).toMatchObject({ state: 'approved' })
    // Approvals of two do not count against the second approver; those of one are forgotten after a day.
    expect(await greta.caller.does('withdrawalApprove', { id: next, ...why })).toMatchObject({ state: 'approved' })
    const { store, encryption, newestSeals } = server.context
    await store.query('update withdrawals set approved_at = approved_at - 86400000')
    await reseal({ query: store.query, encryption, newestSeals }, 'withdrawals')
    const last = (await draws(server, eve, { draw_currency_id: 1, draw_method_id: own, number: '100' })).id
    expect(await ida.caller.does('withdrawalApprove', { id: last, ...why })).toMatchObject({
      state: 'approved',
      approvals: { needed: 1 },
    })
  })
})

test.each(['deposit_approver_limit_usd', 'draw_approver_limit_usd'] as const)('a higher %s waits', (key) => {
  const [low, high] = [micros(1), micros(2)]
  expect(weakens({ key, now: low, next: high })).toBe(true)
  expect(weakens({ key, now: high, next: low })).toBe(false)
})
