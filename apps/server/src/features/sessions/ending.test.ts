/**
 * A thief had the password and the mailbox of a customer for a minute, and write access to the store besides. The owner
 * sets a new password, which ends every session. A request of the thief waits behind it, and the thief takes the time
 * of the end out of the row in between: the session has ended all the same.
 */
import { must } from '@veritick/domain'
import { openAttacker } from '@veritick/testing/attacker'
import { Authenticator } from '@veritick/testing/authenticator'
import { userOf } from '@veritick/testing/customers'
import { codeTo, PASSWORD, realPerson, signIn } from '@veritick/testing/people'
import { appCode } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOf } from '../../services/secrets/index.ts'

const APP_URL = 'https://trade.example.com'
const [OF_OWNER, OF_THIEF] = ['another quiet harbour at nine', 'the password of the thief now']
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ config: { appUrl: APP_URL, trustProxy: true } })
})
afterAll(() => server.close())

let networks = 0
/** Codes and sign-ins of one network have a limit a minute. */
const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${++networks}` })

type Begun = { readonly thief: Caller; readonly code: string }
/** `begin` happens before the new password and returns the request that waits behind it. */
const cases = [
  {
    name: 'adds a passkey',
    purpose: 'proof',
    begin: async ({ thief, code: auth_code }: Begun) => {
      const passkey = new Authenticator(APP_URL).create(await thief.does('passkeyBegin', { auth_code }))
      return () => thief.reason('passkeyAdd', { passkey, name: 'x' })
    },
  },
  {
    name: 'sets a password',
    purpose: 'password',
    begin:
      async ({ thief, code: auth_code }: Begun) =>
      () =>
        thief.reason('amendPassword', { new_password: OF_THIEF, auth_code, type: 'email' }),
  },
  {
    name: 'turns two-step verification on',
    purpose: 'proof',
    begin: async ({ thief, code: auth_code }: Begun) => {
      const { secret } = await thief.does('twoFactorBegin', { auth_code })
      return () => thief.reason('twoFactorConfirm', { totp_code: appCode(secret, server.context.runtime.now()) })
    },
  },
] as const

test.each(cases)('no session that has ended $name', async ({ name, purpose, begin }) => {
  const email = `${name.replaceAll(' ', '.')}@example.com`
  const user = await userOf(await realPerson(server, email))
  const thief = await signIn(server, email)
  server.passWallTime(61_000)
  await thief.does('sendCode', { purpose }, elsewhere())
  const waiting = await begin({ thief, code: await codeTo(server, email) })
  server.passWallTime(61_000)
  await server.visitor.asks('sendEmail', { to: email, type: 2 }, elsewhere())
  const auth_code = await codeTo(server, email)

  const attacker = await openAttacker(server)
  const hash = hashOf(must(thief.token, 'signed in'))
  const letSession = await attacker.holds(`select 1 from sessions where token_hash = '${hash}' for update`)
  const passwords = { new_password: OF_OWNER, secondary_password: OF_OWNER }
  const reset = server.visitor.reason('forgetPassword', { type: 'email', account: email, auth_code, ...passwords })
  await attacker.untilWaits('update sessions', reset)
  const holdsUser = attacker.holds(`select 1 from users where user_id = ${user} for update`)
  const isWaiting = () => attacker.sql(`select 1 from pg_locks where not granted and locktype <> 'relation'`)
  await expect.poll(async () => (await isWaiting()).length).toBeGreaterThan(1)
  const answer = waiting()
  await attacker.untilWaits('from users', answer)
  await letSession()
  const letUser = await holdsUser
  await attacker.sql(`update sessions set ended_at = null where token_hash = '${hash}'`)
  await letUser()
  expect([await reset, await answer]).toEqual(['good', 'session_ended'])
  await attacker.end()

  const signsIn = async (password: string) =>
    (await server.visitor.asks('loginForU', { account: email, password }, elsewhere())).reason ?? 'good'
  expect(await signsIn(OF_THIEF)).toBe('login_wrong')
  expect(await signsIn(PASSWORD)).toBe('login_wrong')
  expect(await signsIn(OF_OWNER)).toBe('good')
})
