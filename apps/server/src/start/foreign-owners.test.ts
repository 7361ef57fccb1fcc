/**
 * An attacker with write access to the store names themselves the owner of another customer's rows. The encrypted
 * parts are bound to their owner, so the attacker's own screens show none of them.
 */
import { customer, documents, userOf } from '@veritick/testing/customers'
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

async function giveToEve(table: string, column: string): Promise<void> {
  const [from, to] = [await userOf(ben), await userOf(eve)]
  const given = await server.context.store.query(
    `update ${table} set ${column} = $2 where ${column} = $1 returning 1`,
    [from, to],
  )
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
