/**
 * One staff member ends what a colleague decided about a customer, or keeps a customer out: the colleagues and the
 * customer are told (decision 157).
 */
import { must } from '@veritick/domain'
import { customer, userOf } from '@veritick/testing/customers'
import { mails, signIn } from '@veritick/testing/people'
import { type Member, staffMember } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

const HOUR_MS = 3_600_000
let server: TestServer
let [support, risk, compliance]: Member[] = []

beforeAll(async () => {
  server = await openTestServer()
  support = await staffMember(server, 'support')
  risk = await staffMember(server, 'risk')
  compliance = await staffMember(server, 'compliance')
}, 120_000)
afterAll(() => server.close())

const the = (member: Member | undefined) => must(member, 'a staff member')

async function sentBy(act: () => Promise<unknown>) {
  const before = (await mails(server)).length
  await act()
  return (await mails(server)).slice(before)
}
const ENDED = /^Veritick office: the freeze of customer \d+ was ended$/
const freeze = (id: number) =>
  the(compliance).caller.does('freezePerson', { id, remark: 'we look at it', reason_text: 'money laundering' })
const endsOf = async (member: Member, id: number) => {
  const sent = await sentBy(() => member.caller.does('unfreezePerson', { id, reason_text: 'all is well' }))
  return sent.filter(({ subject }) => ENDED.test(subject))
}

test('risk staff end a freeze of compliance: compliance, finance and risk staff are told once each', async () => {
  const id = await userOf(await customer(server, 'vera'))
  await freeze(id)
  const sent = await endsOf(the(risk), id)
  const receivers = sent.map(({ to }) => to)
  expect(receivers).toEqual(expect.arrayContaining([the(compliance).email, the(risk).email]))
  expect(receivers).not.toContain(the(support).email)
  expect(new Set(receivers).size).toBe(receivers.length)
  const { text } = must(sent[0], 'a mail')
  expect(text).toContain('Reason: all is well')
  expect(text).toMatch(/Frozen by: .+\nEnded by: .+/)
})

test('compliance staff end their own freeze: no colleague is told', async () => {
  const id = await userOf(await customer(server, 'wilma'))
  await freeze(id)
  expect(await endsOf(the(compliance), id)).toEqual([])
})

test('compliance staff end their own freeze after its row was changed in the store: colleagues are told', async () => {
  const id = await userOf(await customer(server, 'xenia'))
  await freeze(id)
  await server.context.store.query(`update freezes set reason = 'another one' where user_id = $1`, [id])
  const sent = await endsOf(the(compliance), id)
  expect(must(sent[0], 'a mail').text).toContain('Its row was missing or changed in the store.')
})

test('a customer whom support staff sign out is told once an hour, and staff when it happens again', async () => {
  const id = await userOf(await customer(server, 'yara'))
  const signOut = (by = the(support)) =>
    by.caller.does('endPersonSessions', { id, session: 'all', reason_text: 'they asked for it' })
  const again = () => signIn(server, 'yara@example.com')
  const subjects = async (by?: Member) => (await sentBy(() => signOut(by))).map(({ subject }) => subject)
  const ofStaff = `Veritick office: customer ${id} was signed out by staff again`

  // Of a program that wrote to the store: it keeps no mail from being sent.
  await server.context.store.query(
    `insert into audit (who, role, action, subject_kind, subject, reason, after, at)
     values ('staff:1', 'support', 'person_sign_out', 'person', $1, '', '{"told":["customer","staff"]}', $2)`,
    [String(id), server.context.runtime.now()],
  )
  expect(await subjects()).toEqual(['Staff signed you out'])
  // The customer has no session any more.
  expect(await subjects()).toEqual([])
  await again()
  const repeated = await subjects()
  expect(repeated).not.toContain('Staff signed you out')
  expect(repeated.length).toBeGreaterThan(0)
  expect(new Set(repeated)).toEqual(new Set([ofStaff]))
  await again()
  expect(await subjects()).toEqual([])
  server.passTime(HOUR_MS + 1)
  await again()
  expect(await subjects(await staffMember(server, 'support'))).toContain('Staff signed you out')
  const { list } = await (await again()).does('noticeList', {})
  expect(list.filter(({ words }) => words.startsWith('Staff signed you out'))).toHaveLength(2)
})
