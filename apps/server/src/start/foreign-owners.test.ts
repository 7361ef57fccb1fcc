/**
 * An attacker with write access to the store names themselves the owner of another customer's rows. The encrypted
 * parts are bound to their owner, so the attacker's own screens show none of them.
 */
import {
  accountOf,
  bindTron,
  customer,
  documents,
  draws,
  openChannels,
  picture,
  richCustomer,
  TRON_ADDRESS,
  userOf,
  waitingSubmission,
} from '@veritick/testing/customers'
import { staffMember } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conversationWith } from '../features/support/support-fixture.ts'
import { fileIdOf } from '../services/uploads/tickets.ts'

let server: TestServer
let eve: Caller
let ben: Caller

beforeAll(async () => {
  server = await openTestServer()
  eve = await customer(server, 'eve')
  ben = await customer(server, 'ben')
})
afterAll(() => server.close())

const sql = (text: string, values: readonly (number | string)[]) => server.context.store.query(text, [...values])

async function giveToEve(table: string, column: string): Promise<void> {
  const [from, to] = [await userOf(ben), await userOf(eve)]
  const given = await sql(`update ${table} set ${column} = $2 where ${column} = $1 returning 1`, [from, to])
  expect(given.length).toBeGreaterThan(0)
}

test('a conversation of another customer shows the attacker no text', async () => {
  await ben.does('supportSend', { text: 'my mother’s maiden name' })
  await giveToEve('conversations', 'user_id')
  expect(await eve.reason('supportMessages', {})).toBe('internal_error')
})

test('a name and a document number of another customer are not shown, and neither is a picture', async () => {
  await ben.does('identitySubmit', await documents(server, ben))
  const { front_pic } = await ben.does('identityCenter', {})
  const file = front_pic.slice('/api/files/'.length, '/api/files/'.length + 32)
  const { files } = server.context
  const opened = async (owner: Caller) => {
    const viewer = { kind: 'real', id: await userOf(owner) } as const
    const ticket = files.tickets.address(file, viewer).split('ticket=')[1] ?? ''
    return files.openLink({ file, ticket, may: (asked, of) => asked.id === of })
  }
  expect(await opened(ben)).toBeInstanceOf(Uint8Array)
  await giveToEve('identity_submissions', 'user_id')
  await giveToEve('files', 'owner')
  expect(await eve.reason('identityCenter', {})).toBe('internal_error')
  await expect(opened(eve)).rejects.toThrow('its owner, its use or its fingerprint was changed')
})

test('the list of withdrawals shows no payee and no memo of another customer, and none of a changed row', async () => {
  await openChannels(server)
  const cleo = await richCustomer(server, 'cleo', 1_000)
  const payee = await bindTron(server, cleo, 'cleo')
  const { id } = await draws(server, cleo, { draw_currency_id: 1, draw_method_id: payee, number: '50', memo: 'rent' })
  const of = async (person: Caller) => [id, await userOf(person), await accountOf(server, person)]
  const give = 'update withdrawals set user_id = $2, account_id = $3 where withdrawal_id = $1'
  const shown = async (person: Caller) => (await person.does('drawList', {})).data
  const nothing = [{ id, address: '', memo: '', needs_check: true }]
  expect(await shown(cleo)).toMatchObject([{ id, address: TRON_ADDRESS, memo: 'rent', needs_check: false }])
  await sql(give, await of(eve))
  expect(await shown(eve)).toMatchObject(nothing)
  await sql(give, await of(cleo))
  await sql('update withdrawals set received = received + 1 where withdrawal_id = $1', [id])
  expect(await shown(cleo)).toMatchObject(nothing)
})

test('staff read no feedback as that of another customer', async () => {
  await ben.does('feedbackOwn', { kind: 'complaint', text: 'you cancelled my order' })
  const sue = await staffMember(server, 'support')
  const [row] = (await sue.caller.does('feedbackQueue', {})).data
  const read = () => sue.caller.reason('feedbackFind', { id: row?.id ?? 0 })
  expect(await read()).toBe('good')
  await giveToEve('feedback', 'user_id')
  expect(await read()).toBe('internal_error')
})

test('a document is opened under no other use, and shown as the picture of no other record', async () => {
  const fay = await customer(server, 'fay')
  const gus = await customer(server, 'gus')
  const sue = await staffMember(server, 'support')
  const cora = await staffMember(server, 'compliance')
  await fay.does('identitySubmit', await documents(server, fay))
  await gus.does('identitySubmit', await documents(server, gus))
  await gus.does('supportSend', { text: 'hello', picture: await picture(server, gus) })
  await gus.does('feedbackOwn', { kind: 'fault', text: 'slow', picture: await picture(server, gus) })
  const [{ id: conversation }, user] = [await conversationWith(sue, gus), await userOf(gus)]
  const feedback = (await sue.caller.does('feedbackQueue', {})).data.find((each) => each.user?.id === user)?.id ?? 0
  const submission = await waitingSubmission(server, gus)
  const document = fileIdOf((await fay.does('identityCenter', {})).front_pic) ?? ''

  const shows = [
    ['support_messages', 'file', 'true', () => sue.caller.reason('supportMessages', { id: conversation })],
    ['feedback', 'file', 'true', () => sue.caller.reason('feedbackFind', { id: feedback })],
    [
      'identity_submissions',
      'front',
      `user_id = ${user}`,
      () => cora.caller.reason('identityFind', { id: submission }),
    ],
    ['identity_submissions', 'reverse', `user_id = ${user}`, () => gus.reason('identityCenter', {})],
  ] as const
  for (const [table, column, row, asks] of shows) {
    expect(await asks(), table).toBe('good')
    const where = `where ${column} is not null and ${row}`
    const [was] = await server.context.store.query<{ file: string }>(`select ${column} as file from ${table} ${where}`)
    await sql(`update ${table} set ${column} = $1 ${where}`, [document])
    expect(await asks(), `${table}.${column}`).toBe('internal_error')
    await sql(`update ${table} set ${column} = $1 ${where}`, [was?.file ?? ''])
  }

  const opened = async (member: typeof sue) => {
    const link = server.context.files.tickets.address(document, { kind: 'staff', id: member.id })
    return (await fetch(server.officeUrl + link, { headers: { cookie: member.caller.cookie ?? '' } })).status
  }
  expect([await opened(cora), await opened(sue)]).toEqual([200, 404])
  await sql(`update files set used_for = 'support:' || used_for where file_id = $1`, [document])
  expect([await opened(cora), await opened(sue)]).toEqual([500, 500])
  const ofMessage = `(select used_for from files where used_for like 'support:%' and file_id <> $1 limit 1)`
  await sql(`update files set used_for = ${ofMessage} where file_id = $1`, [document])
  expect([await opened(cora), await opened(sue)]).toEqual([500, 500])
})
