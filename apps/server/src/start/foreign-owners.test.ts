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
  richCustomer,
  TRON_ADDRESS,
  userOf,
} from '@veritick/testing/customers'
import { staffMember } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let eve: Caller
let ben: Caller

beforeAll(async () => {
  server = await openTestServer()
  eve = await customer(server, 'eve')
  ben = await customer(server, 'ben')
})
afterAll(() => server.close())

const sql = (text: string, values: readonly number[]) => server.context.store.query(text, [...values])

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
  await expect(opened(eve)).rejects.toThrow('file')
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
