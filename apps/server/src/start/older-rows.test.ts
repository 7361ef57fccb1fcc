/**
 * An attacker with write access to the store keeps rows that this server wrote, and puts them back after their owner
 * changed them: two-step verification, a password, a removed payee, removed passkeys. The server acts on none of them,
 * and the next start names the row (decision 163). The same on both stores.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { Authenticator } from '@veritick/testing/authenticator'
import { bindTron, openChannels, provesDraw, richCustomer, set, userOf } from '@veritick/testing/customers'
import { codeTo, PASSWORD, realPerson } from '@veritick/testing/people'
import { startOn } from '@veritick/testing/server-on'
import { openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import type { TestServer } from '@veritick/testing/test-server'
import { guardedPerson, mailedProof, nextAppCode, turnsOnTwoFactor } from '@veritick/testing/two-factor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePerson } from '../features/accounts/index.ts'
import { ROW_VERSIONS_FILE } from '../services/encryption/index.ts'

const STARTS = 240_000
const APP_URL = 'https://trade.example.com'
const NEW_PASSWORD = 'nine lamps along the pier'

describe.each(storeKinds())('on the %s store', (kind) => {
  let location: StoreLocation
  let server: TestServer

  beforeAll(async () => {
    location = await openLocation(kind, ['simulated'])
    server = await start()
    await openChannels(server)
  }, STARTS)
  afterAll(async () => {
    await server.close()
    await location.clean()
  })

  const start = () => startOn(location, { appUrl: APP_URL })
  const sql = (statement: string, params: readonly unknown[] = []) =>
    server.context.store.query<Record<string, unknown>>(statement, params)

  /** Keeps the rows of a condition. The returned function puts them in the place of those that stand then. */
  async function kept(table: string, where: string): Promise<() => Promise<void>> {
    const rows = await sql(`select * from ${table} where ${where}`)
    expect(rows.length).toBeGreaterThan(0)
    return () =>
      server.context.store.background.transaction(async ({ query }) => {
        await query('set local session_replication_role = replica')
        await query(`delete from ${table} where ${where}`)
        for (const row of rows) {
          const columns = Object.keys(row)
          const places = columns.map((_, index) => `$${index + 1}`)
          await query(`insert into ${table} (${columns}) values (${places})`, Object.values(row))
        }
      })
  }

  const signsIn = (email: string, password = PASSWORD) =>
    server.visitor.reason('loginForU', { account: email, password })

  test('a customer who turned two-step verification on is not signed in by the password alone', async () => {
    const email = 'ana@example.com'
    const ana = await realPerson(server, email)
    const putBack = await kept('users', `email = '${email}'`)
    await turnsOnTwoFactor(server, ana, email)
    const now = await kept('users', `email = '${email}'`)
    await putBack()
    expect(await signsIn(email)).toBe('store_trouble')
    // Not at once: a request may have read the row before its change. The thief tries again.
    server.steady.stop()
    server.steady.pass(30_000)
    server.steady.goOn()
    expect(await signsIn(email)).toBe('store_trouble')
    expect(server.logged.join()).toContain('an older row was put back in the store')
    await now()
    expect(await signsIn(email)).toBe('second_factor_needed')
  })

  test('the old password opens no session after a new one was set', async () => {
    const email = 'ben@example.com'
    const ben = await realPerson(server, email)
    const putBack = await kept('users', `email = '${email}'`)
    await ben.does('sendCode', { purpose: 'password' })
    const auth_code = await codeTo(server, email)
    await ben.does('amendPassword', { new_password: NEW_PASSWORD, auth_code })
    const now = await kept('users', `email = '${email}'`)
    await putBack()
    expect(await signsIn(email)).toBe('store_trouble')
    await now()
    expect([await signsIn(email), await signsIn(email, NEW_PASSWORD)]).toEqual(['login_wrong', 'good'])
  })

  test('a payee that the customer removed takes no money', async () => {
    const cara = await richCustomer(server, 'cara', 500)
    await set(server, 'payee_hold_hours', 0)
    const payee = await bindTron(server, cara, 'cara')
    const putBack = await kept('payees', `payee_id = ${payee}`)
    await cara.does('deleteDrawMethod', { id: payee })
    await putBack()
    const request = { draw_currency_id: 1, draw_method_id: payee, number: '100' }
    await provesDraw(server, cara, request)
    expect((await cara.asks('draw', request)).code).not.toBe(1)
    expect(await sql('select 1 from withdrawals where user_id = $1', [await userOf(cara)])).toEqual([])
  })

  /** A customer with a passkey, as a thief has added it. */
  async function withPasskey(email: string) {
    const person = await realPerson(server, email)
    const authenticator = new Authenticator(APP_URL)
    const options = await person.does('passkeyBegin', { auth_code: await mailedProof(server, person, email) })
    const { id } = await person.does('passkeyAdd', { passkey: authenticator.create(options), name: 'a phone' })
    const asks = async () => {
      const challenge = await server.visitor.does('passkeyOptions', { purpose: 'sign_in' })
      return (await server.visitor.asks('passkeySignIn', { passkey: authenticator.get(challenge) })).reason ?? 'good'
    }
    return { person, id, signsIn: asks }
  }

  test('a removed passkey does not sign in', async () => {
    const email = 'dan@example.com'
    const dan = await withPasskey(email)
    expect(await dan.signsIn()).toBe('good')
    const putBack = await kept('passkeys', `passkey_id = '${dan.id}'`)
    await dan.person.does('passkeyRemove', { id: dan.id, auth_code: await mailedProof(server, dan.person, email) })
    await putBack()
    expect(await dan.signsIn()).toBe('store_trouble')
    await sql(`delete from passkeys where passkey_id = '${dan.id}'`)
  })

  test('a passkey that was hidden while a forgotten password removed all of them does not sign in', async () => {
    const email = 'eli@example.com'
    const eli = await withPasskey(email)
    const putBack = await kept('passkeys', `passkey_id = '${eli.id}'`)
    await sql(`delete from passkeys where passkey_id = '${eli.id}'`)
    server.passWallTime(61_000)
    await server.visitor.does('sendEmail', { to: email, type: 2 })
    const auth_code = await codeTo(server, email)
    const password = { new_password: NEW_PASSWORD, secondary_password: NEW_PASSWORD, auth_code }
    expect(await server.visitor.reason('forgetPassword', { account: email, ...password })).toBe('good')
    await putBack()
    expect(await eli.signsIn()).toBe('passkey_wrong')
  })

  const secondFactor = (email: string, code: string) =>
    server.visitor.reason('loginForU', { account: email, password: PASSWORD, code })

  test('a used recovery code, one of an older set, and the app of an earlier phone do not work again', async () => {
    const email = 'gus@example.com'
    const { person, recovery, secret } = await guardedPerson(server, email)
    const user = await userOf(person)
    const rows = ['recovery_codes', 'two_factor'] as const
    const keepAll = () => Promise.all(rows.map((table) => kept(table, `user_id = ${user}`)))
    const before = await keepAll()
    expect(await secondFactor(email, must(recovery[0], 'a code'))).toBe('good')
    for (const putBack of before) await putBack()
    expect(await secondFactor(email, must(recovery[0], 'a code'))).toBe('totp_wrong')
    await person.does('recoveryCodes', { totp_code: nextAppCode(server, secret) })
    for (const putBack of before) await putBack()
    expect(await secondFactor(email, must(recovery[1], 'a code'))).toBe('totp_wrong')
    await person.does('twoFactorOff', { totp_code: nextAppCode(server, secret) })
    await turnsOnTwoFactor(server, person, email)
    for (const putBack of before) await putBack()
    expect(await secondFactor(email, nextAppCode(server, secret))).toBe('totp_wrong')
    expect(await secondFactor(email, must(recovery[2], 'a code'))).toBe('totp_wrong')
  })

  test('a used code of an app works once, also where the store forgets it', async () => {
    const email = 'hal@example.com'
    const { secret } = await guardedPerson(server, email)
    const code = nextAppCode(server, secret)
    expect(await secondFactor(email, code)).toBe('good')
    await sql('update two_factor set last_step = 0')
    expect(await secondFactor(email, code)).toBe('totp_wrong')
  })

  test('a mailed code works once, also where the store forgets it and after a restart', {
    timeout: STARTS,
  }, async () => {
    const email = 'ivo@example.com'
    await realPerson(server, email)
    server.passWallTime(61_000)
    await server.visitor.does('sendEmail', { to: email, type: 2 })
    const auth_code = await codeTo(server, email)
    const resets = (password: string) =>
      server.visitor.reason('forgetPassword', {
        ...{ account: email, auth_code, new_password: password, secondary_password: password },
      })
    expect(await resets(NEW_PASSWORD)).toBe('good')
    const forget = () => sql('update codes set used_at = null, tries = 0, others_tries = 0')
    await forget()
    expect(await resets('the password of a thief')).toBe('code_expired')
    await server.close()
    server = await start()
    await forget()
    expect(await resets('the password of a thief')).toBe('code_expired')
  })

  test('the next start names the older row; without the file, as after a restore, it opens', {
    timeout: STARTS,
  }, async () => {
    const email = 'fay@example.com'
    const fay = await guardedPerson(server, email)
    const user = await userOf(fay.person)
    const putBack = await kept('users', `email = '${email}'`)
    await server.context.store.transaction((tx) => changePerson(server.context, tx, user, { country: 'SG' }))
    await putBack()
    await server.close()
    await expect(start()).rejects.toThrow(
      /^table users, user_id \d+: the row has version \d+, and this server has written version \d+: an older row was/,
    )
    rmSync(join(location.dataDir, 'simulated', ROW_VERSIONS_FILE))
    server = await start()
    expect(await signsIn(email)).toBe('second_factor_needed')
  })
})
