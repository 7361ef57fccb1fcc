/**
 * Rows of withdrawals that were changed in the store while trading is open: each is shown as changed, the others as
 * ever; no decision is taken about it, and staff are alerted.
 */
import { bindTron, customer, draws, FINN, openChannels, richCustomer, set, tronHash } from '@veritick/testing/customers'
import { mails } from '@veritick/testing/people'
import { reseal } from '@veritick/testing/reseal'
import { type Member, staffMember } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let ana: Caller
let finance: Member
let admin: Member
/** Numbers of withdrawals: one that stays as it is, one for each change. */
let [sound, dearer, broken, paid, forged] = [0, 0, 0, 0, 0]

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  await set(server, 'alert_recipients', [{ id: 1, kind: 'record_changed', role: 'finance' }])
  finance = await staffMember(server, 'finance')
  admin = await staffMember(server, 'admin')
  ana = await richCustomer(server, 'ana', 5000)
  await customer(server, 'ben')
  const payee = await bindTron(server, ana, 'ana')
  const drawn = async (number: string) =>
    (await draws(server, ana, { draw_currency_id: 1, draw_method_id: payee, number })).id
  sound = await drawn('30')
  dearer = await drawn('40')
  broken = await drawn('50')
  paid = await drawn('60')
  forged = await drawn('70')
  const { review } = server.context.withdrawals
  for (const withdrawal of [paid, forged]) expect((await review.approve(by(withdrawal))).ok).toBe(true)
  expect((await review.pay({ ...by(paid), reference: tronHash(paid) })).ok).toBe(true)
})
afterAll(() => server.close())

const by = (withdrawal: number) => ({ withdrawal, actor: FINN, reason: 'all in order' })
const changed = (statement: string, withdrawal: number) =>
  server.context.store.query(`update withdrawals set ${statement} where withdrawal_id = $1`, [withdrawal])

async function shownToAna(withdrawal: number) {
  const { data, total } = await ana.does('drawList', {})
  expect(total).toBe(5)
  return data.find(({ id }) => id === withdrawal)
}
async function shownToStaff(withdrawal: number) {
  const { data } = await finance.caller.does('withdrawalQueue', { state: 'open' })
  expect(data.map(({ id }) => id)).toContain(sound)
  return data.find(({ id }) => id === withdrawal)
}

async function decidesNothing(withdrawal: number): Promise<void> {
  const { review } = server.context.withdrawals
  const refused = { ok: false, reason: 'record_changed' }
  expect(await review.approve(by(withdrawal))).toMatchObject(refused)
  expect(await review.pay({ ...by(withdrawal), reference: tronHash(99) })).toMatchObject(refused)
  expect(await review.reject({ ...by(withdrawal), remark: 'Not this time' })).toMatchObject(refused)
  expect((await ana.asks('drawCancel', { id: withdrawal })).reason).toBe('record_changed')
}

test('a changed amount or a part that does not open is shown as changed, and takes no decision', async () => {
  await changed('received = received * 100', dearer)
  await changed(`encrypted = overlay(encrypted placing '\\x00'::bytea from 30 for 1)`, broken)
  expect(await shownToStaff(sound)).toMatchObject({ fault: null, state: 'waiting' })
  expect((await shownToStaff(dearer))?.fault).toMatch(/^received was (\d+) and is \1(?:00)$/)
  expect((await shownToStaff(broken))?.fault).toContain('does not open')
  expect(await shownToAna(sound)).toMatchObject({
    needs_check: false,
    can_cancel: true,
    status_name: 'Waiting for review',
  })
  for (const withdrawal of [dearer, broken]) {
    expect(await shownToAna(withdrawal)).toMatchObject({
      needs_check: true,
      can_cancel: false,
      status_name: 'Being checked',
    })
    expect(await finance.caller.does('withdrawalFind', { id: withdrawal })).toMatchObject({
      fault: expect.any(String),
      blocked: 'record_changed',
    })
    await decidesNothing(withdrawal)
  }
  expect(server.logged.join()).toContain('a record of money was changed in the store: it takes no decision')
})

test('a paid withdrawal that is open again does not agree with the ledger', async () => {
  const reopened = `state = 'approved', ended_at = null, payment_reference = null, notes = ''`
  await changed(reopened, paid)
  const fault = /^state approved: the ledger should have 60000000 locked on account \d+, and has 60000000 settled on/
  expect((await shownToStaff(paid))?.fault).toMatch(fault)
  expect(await shownToAna(paid)).toMatchObject({ needs_check: true, can_cancel: false })
  await decidesNothing(paid)
})

test('staff are alerted and the health page names each record, also one in progress without its decision', async () => {
  const { alerts, recordFaults, withdrawals } = server.context
  await changed(`state = 'paying', payment_reference = 'tron:forged'`, forged)
  await expect(withdrawals.resumeIntents()).rejects.toThrow('1 of 1 records were not finished')
  const { records } = await admin.caller.does('health', {})
  expect(records.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual(
    [dearer, broken, paid, forged].map((id) => `withdrawal ${id}`).sort(),
  )
  expect(records.find(({ id }) => id === forged)?.fault).toContain('this row was inserted or changed in the store')
  await alerts.check()
  const told = async (subject: string) => {
    await alerts.check()
    const mine = (await mails(server)).filter(({ to }) => to === finance.email)
    return mine.filter((mail) => mail.subject === `Veritick office: ${subject}`)
  }
  const [mail] = await told('a record of money was changed in the store')
  // The check that runs by itself may have told of the first ones already.
  const named = [...(mail?.text ?? '').matchAll(/withdrawal (\d+)/g)].map(([, id]) => Number(id))
  expect(named.length).toBeGreaterThan(0)
  expect([dearer, broken, paid, forged]).toEqual(expect.arrayContaining(named))

  // The rows are as they were. The check of open ones finds that by itself.
  await changed('received = received / 100', dearer)
  // Not with its own time and reference, so it is sealed anew.
  await changed(`state = 'paid', ended_at = 5, payment_reference = 'tron:x'`, paid)
  await changed(`state = 'approved', payment_reference = null`, forged)
  const { store, encryption, newestSeals } = server.context
  await reseal({ query: store.query, encryption, newestSeals }, 'withdrawals')
  await withdrawals.resumeIntents()
  await withdrawals.lookAtOpen()
  expect(recordFaults.all().map(({ id }) => id)).toEqual([broken])
  expect((await shownToStaff(dearer))?.fault).toBeNull()
  expect((await server.context.withdrawals.review.approve(by(dearer))).ok).toBe(true)
})
