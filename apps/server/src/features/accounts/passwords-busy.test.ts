/** While as many passwords are checked as may be, a refused request costs neither a captcha nor an attempt. */
import { hash } from '@node-rs/argon2'
import { must } from '@veritick/domain'
import { form, PASSWORD, realPerson } from '@veritick/testing/people'
import { committing } from '@veritick/testing/reseal'
import { appCode, STAFF_PASSWORD, staffMember } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { LIMITS } from '../../services/rate-limits/limits.ts'
import { changeSealed } from '../../services/seals/index.ts'
import { PASSWORD_WORK_MAX, withinCeiling } from '../../services/secrets/passwords.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
afterEach(async () => {
  vi.restoreAllMocks()
  await end()
})

/** Ends the work of `keepFull`. */
let end = async () => {}

/** Keeps as much work under way as may be. */
function keepFull(): void {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const all = Array.from({ length: PASSWORD_WORK_MAX }, () => withinCeiling(() => held))
  end = async () => {
    release()
    await Promise.all(all)
  }
}

/** The same from the next check of a right password on, which reads how the hash begins as its last step. */
function keepFullAfterCheck(): void {
  const { startsWith } = String.prototype
  const spy = vi.spyOn(String.prototype, 'startsWith').mockImplementation(function (this: string, ...given) {
    if (startsWith.call(given[0], '$argon2id$')) {
      spy.mockRestore()
      keepFull()
    }
    return startsWith.apply(this, given)
  })
}

test('a registration keeps its captcha', async () => {
  const params = await form(server, 'ana@example.com')
  keepFull()
  expect(await server.visitor.reason('register', params)).toBe('too_many_requests')
  await end()
  expect(await server.visitor.reason('register', params)).toBe('good')
})

test('a sign-in with the right password goes on with the old hash, which the next one renews', async () => {
  await realPerson(server, 'bob@example.com')
  const { query } = server.context.store
  const old = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 2, parallelism: 1 })
  const [bob] = await query<{ user_id: number }>("select user_id from users where email = 'bob@example.com'")
  const { encryption } = server.context
  await changeSealed({ tx: committing(query), encryption }, 'users', must(bob, 'the customer'), { password_hash: old })
  const kept = () => query("select password_hash from users where email = 'bob@example.com'")
  const login = { account: 'bob@example.com', password: PASSWORD }
  keepFullAfterCheck()
  expect(await server.visitor.reason('loginForU', login)).toBe('good')
  await end()
  expect(await kept()).toEqual([{ password_hash: old }])
  expect(await server.visitor.reason('loginForU', login)).toBe('good')
  expect(await kept()).not.toEqual([{ password_hash: old }])
})

test.each([
  ['check of the old', keepFull],
  ['hash of the new', keepFullAfterCheck],
])('a staff member who changes the password loses no attempt to a refused %s one', async (_step, fill) => {
  const finn = await staffMember(server, 'finance')
  const change = () => {
    server.passWallTime(30_000)
    const totp_code = appCode(finn.secret, server.context.runtime.now())
    return { old_password: STAFF_PASSWORD, new_password: 'a lighthouse seen from inland', totp_code }
  }
  // One attempt is left.
  const attempt = [{ kind: 'current_password', key: `staff ${finn.id}` }] as const
  for (let time = 1; time < LIMITS.attempts.current_password.max; time++) server.context.attempts.take(attempt)
  fill()
  expect(await finn.caller.reason('changeMyPassword', change())).toBe('too_many_requests')
  await end()
  expect(await finn.caller.reason('changeMyPassword', change())).toBe('good')
})
