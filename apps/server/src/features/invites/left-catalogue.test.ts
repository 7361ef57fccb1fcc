/**
 * A friend traded an instrument that has left the catalogue since. An attacker stopped the rewards of all inviters by
 * such a position: the job ended at it, each time.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { must } from '@veritick/domain'
import { changeCustomer, customer, fund, openChannels, userOf, verify } from '@veritick/testing/customers'
import { form, PASSWORD } from '@veritick/testing/people'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '../../services/clock/index.ts'

const CATALOGUE = fileURLToPath(new URL('../../../catalogue', import.meta.url))

type Listed = { readonly instruments: readonly { readonly code: string }[] }

/** The catalogue as it is, in a folder, without Microsoft. */
function catalogueWithoutMicrosoft(folder: string): string {
  const path = join(folder, 'reduced')
  cpSync(CATALOGUE, path, { recursive: true })
  const file = join(path, 'companies.json')
  const listed: Listed = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(
    file,
    JSON.stringify({ ...listed, instruments: listed.instruments.filter(({ code }) => code !== 'MSFT') }),
  )
  return path
}

/** Invited, verified, with 310 USD, and a position of one share that has ended. */
async function friendWhoTraded(server: TestServer, invite_code: string) {
  const email = 'friend@example.com'
  await server.visitor.does('register', await form(server, email, { invite_code }))
  const { token } = await server.visitor.does('loginForU', { account: email, password: PASSWORD })
  const friend = new Caller(server.url, token)
  await changeCustomer(server, email, 'email_confirmed_at = 1')
  await verify(server, friend)
  await fund(server, friend, 310)
  server.feed.say('MSFT', '500.00', '500.10')
  const order = { forex_id: server.feed.id('MSFT'), type: 1, status: 1, cont: '1', multiple: 5 } as const
  await friend.does('close', { id: (await friend.does('submit', order)).Id })
  return userOf(friend)
}

test('the volume of an instrument that has left the catalogue counts, and stops no reward', {
  timeout: 90_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'veritick-invites-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const before = await openTestServer({ dataDir, again: true })
  await openChannels(before)
  const ivy = await customer(before, 'ivy')
  await verify(before, ivy)
  const { invite_code: code } = await ivy.does('inviteInfo', {})
  const friend = await friendWhoTraded(before, code)
  await before.close()

  const config = { catalogue: catalogueWithoutMicrosoft(dataDir) }
  const after = await openTestServer({ dataDir, again: true, config })
  onTestFinished(() => after.close())
  after.passTime(3 * DAY_MS)
  await after.context.invites.earn()
  const { rows } = await after.context.invites.queue({ page: 1, size: 10, oldestFirst: true })
  expect(must(rows[0], 'a reward was earned')).toMatchObject({ invited: friend, step: 1, volume: 500_100_000 })
})
