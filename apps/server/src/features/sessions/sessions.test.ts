/** Which sessions the store keeps: a demo customer's newest ones, and those that ended a short time ago. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { userOf } from '@veritick/testing/customers'
import { codeTo, mailsTo, PASSWORD, realPerson, signIn } from '@veritick/testing/people'
import { furtherTest } from '@veritick/testing/quick'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { guardedPerson, nextAppCode } from '@veritick/testing/two-factor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedIn } from '../../services/rate-limits/index.ts'
import { BROWSER_STANDINGS, hashOf } from '../../services/secrets/index.ts'
import { NAME_DIGITS } from '../../store/index.ts'
import { ENDED_SESSIONS_FILE } from './ended-sessions.ts'
import { DEMO_SESSIONS_MAX, ENDED_KEPT_MILLIS, REAL_SESSION_MILLIS } from './sessions.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const rowsOf = (user: number) =>
  server.context.store.query<{ ended_at: number | null }>('select ended_at from sessions where user_id = $1', [user])

test('a demo customer who signs in again and again keeps the newest sessions; the oldest has ended', async () => {
  const tokens: string[] = []
  for (let time = 0; time < DEMO_SESSIONS_MAX + 5; time++) {
    server.passWallTime(1_000)
    tokens.push((await server.visitor.does('createAccountDemoForU', { demo_id: 'd'.repeat(32) })).token)
  }
  const callers = tokens.map((token) => new Caller(server.url, token))
  const user = await userOf(must(callers.at(-1), 'the newest'))
  expect(await rowsOf(user)).toHaveLength(DEMO_SESSIONS_MAX)
  const answers = await Promise.all(callers.map((caller) => caller.reason('userInfo', {})))
  expect(answers).toEqual([...Array(5).fill('session_ended'), ...Array(DEMO_SESSIONS_MAX).fill('good')])
})

test('a sign-in that is rolled back ends no session and begins none', async () => {
  const { sessions, store } = server.context
  const tokens: string[] = []
  for (let time = 0; time < DEMO_SESSIONS_MAX; time++) {
    server.passWallTime(1_000)
    tokens.push((await server.visitor.does('createAccountDemoForU', { demo_id: 'f'.repeat(32) })).token)
  }
  const oldest = new Caller(server.url, tokens[0])
  const user = await userOf(oldest)
  let begun = ''
  const signedIn = store.transaction(async (tx) => {
    begun = await sessions.begin({ user, kind: 'demo', device: '' }, tx)
    throw new Error('rolled back')
  })
  await expect(signedIn).rejects.toThrow('rolled back')
  expect(await oldest.reason('userInfo', {})).toBe('good')
  expect(await sessions.find(begun)).toBeUndefined()
})

test('a session that begins after the clock was set back begins after the last end of all', async () => {
  const { sessions, store, runtime } = server.context
  const user = await userOf(await realPerson(server, 'dan@example.com'))
  const ahead = 3_600_000
  server.passWallTime(ahead)
  const endedAt = runtime.now()
  await store.transaction((tx) => sessions.endSessions(tx, { user, except: undefined }))
  server.passWallTime(-ahead)
  const { tokenHash } = must(
    await sessions.find(await sessions.begin({ user, kind: 'real', device: '' })),
    'it has just begun',
  )
  const [row] = await store.query<{ expires_at: number }>('select expires_at from sessions where token_hash = $1', [
    tokenHash,
  ])
  // Its end proves when it began.
  expect(must(row, 'it is stored').expires_at - REAL_SESSION_MILLIS).toBeGreaterThanOrEqual(endedAt)
})

furtherTest('the ends of demo sessions are not named in the file, however many one customer makes', async () => {
  const { dataDir, world } = server.context.config
  const bytes = () => readFileSync(join(dataDir, world, ENDED_SESSIONS_FILE))
  const before = bytes()
  for (let time = 0; time < DEMO_SESSIONS_MAX + 5; time++) {
    const { token } = await server.visitor.does('createAccountDemoForU', { demo_id: 'e'.repeat(32) })
    if (time % 2 === 0) await new Caller(server.url, token).does('logout', {})
  }
  expect(bytes().equals(before)).toBe(true)
  const ben = await realPerson(server, 'ben@example.com')
  await ben.does('logout', {})
  expect(bytes().equals(before)).toBe(false)
})

test('an end that could not be written into its file is written without a further end', async () => {
  const { dataDir, world } = server.context.config
  const file = join(dataDir, world, ENDED_SESSIONS_FILE)
  const eve = await realPerson(server, 'eve@example.com')
  // A folder in the place of the file takes no write.
  rmSync(file)
  mkdirSync(file)
  await eve.does('logout', {})
  rmSync(file, { recursive: true })
  const name = Buffer.from(hashOf(must(eve.token, 'the session that has ended')).slice(0, NAME_DIGITS), 'hex')
  const isWritten = () => existsSync(file) && readFileSync(file).includes(name)
  await expect.poll(isWritten).toBe(true)
})

test('a customer signs in so many times a day in browsers that are not known', async () => {
  const { attempts } = server.context
  const cara = await realPerson(server, 'cara@example.com')
  const counted = signedIn(await userOf(cara), 'unknown')
  while (attempts.take([counted])) {}
  const login = { account: 'cara@example.com', password: PASSWORD }
  expect(await server.visitor.reason('loginForU', login)).toBe('too_many_attempts')
  attempts.giveBack([counted])
  expect(await server.visitor.reason('loginForU', login)).toBe('good')
  expect(await server.visitor.reason('loginForU', login)).toBe('too_many_attempts')
})

test('the thief of a password uses up no sign-in of the owner with a second factor or a new password', async () => {
  const { attempts } = server.context
  const { person: dora, secret } = await guardedPerson(server, 'dora@example.com')
  const user = await userOf(dora)
  const useUp = () => {
    for (const standing of ['known', 'unknown'] as const) while (attempts.take([signedIn(user, standing)])) {}
  }
  const login = (more = {}) =>
    server.visitor.reason('loginForU', { account: 'dora@example.com', password: PASSWORD, ...more })
  useUp()
  expect(await login({ code: nextAppCode(server, secret) })).toBe('good')

  const elsa = await realPerson(server, 'elsa@example.com')
  const changed = { account: 'elsa@example.com', password: 'another quiet harbour at nine' }
  const ofElsa = await userOf(elsa)
  for (const standing of BROWSER_STANDINGS) while (attempts.take([signedIn(ofElsa, standing)])) {}
  server.passWallTime(61_000)
  await server.visitor.asks('sendEmail', { to: changed.account, type: 2 })
  const passwords = { new_password: changed.password, secondary_password: changed.password }
  const auth_code = await codeTo(server, changed.account)
  await server.visitor.does('forgetPassword', { type: 'email', account: changed.account, auth_code, ...passwords })
  expect(await server.visitor.reason('loginForU', changed)).toBe('good')
})

test('a customer sees and ends a session of a thief whose row says that it has ended', async () => {
  const finn = await realPerson(server, 'finn@example.com')
  const thief = await signIn(server, 'finn@example.com')
  const hash = hashOf(must(thief.token, 'signed in'))
  await server.context.store.query('update sessions set ended_at = 1 where token_hash = $1', [hash])
  expect(await thief.reason('userInfo', {})).toBe('good')
  const other = (await finn.does('sessionList', {})).find(({ current }) => !current)
  await finn.does('sessionEnd', { id: must(other, 'it is listed').id })
  expect(await thief.reason('userInfo', {})).toBe('session_ended')
})

test('a session is deleted days after its end; a later sign-in in a new browser is told all the same', async () => {
  const ana = await realPerson(server, 'ana@example.com')
  const user = await userOf(ana)
  await ana.does('logout', {})
  const endedBefore = (millis: number) =>
    server.context.store.query('update sessions set ended_at = $2 where user_id = $1', [
      user,
      server.context.runtime.guardedNow() - millis,
    ])
  // A wall clock that is ahead for a while deletes nothing.
  server.passWallTime(2 * ENDED_KEPT_MILLIS)
  await endedBefore(ENDED_KEPT_MILLIS - 60_000)
  await server.context.sessions.sweep()
  expect(await rowsOf(user)).toHaveLength(1)
  await endedBefore(ENDED_KEPT_MILLIS + 60_000)
  expect(await server.context.sessions.sweep()).toBeGreaterThan(0)
  expect(await rowsOf(user)).toEqual([])

  expect(await mailsTo(server, 'ana@example.com')).toEqual([])
  const again = await signIn(server, 'ana@example.com')
  expect(await mailsTo(server, 'ana@example.com')).toHaveLength(1)
  await server.context.sessions.sweep()
  expect(await again.reason('userInfo', {})).toBe('good')
})
