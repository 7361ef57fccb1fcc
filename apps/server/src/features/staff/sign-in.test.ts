/** How the staff comes in: the first link, invitations, password and app, and every way in which that is refused. */
import { furtherTest } from '@veritick/testing/quick'
import {
  appCode,
  awake,
  firstAdmin,
  linkOf,
  type Member,
  STAFF_PASSWORD,
  StaffCaller,
  signsIn,
  staffMember,
  welcomed,
} from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../services/rate-limits/limits.ts'
import { standingOf } from '../../services/secrets/index.ts'
import { LINK_MILLIS } from './links.ts'
import { STAFF_IDLE_MILLIS } from './living-sessions.ts'
import { STAFF_SESSION_MILLIS } from './session.ts'

let server: TestServer
let ada: Member
let firstLink: string

beforeAll(async () => {
  server = await openTestServer()
  firstLink = server.office.firstLink?.split('/').at(-1) ?? ''
})
afterAll(() => server.close())

const now = () => server.context.runtime.now()
const nobody = () => new StaffCaller(server)
const invite = async (email: string) =>
  linkOf(
    await ada.caller.does('staffInvite', { name: 'Finn', email, role: 'finance', reason_text: 'starts on Monday' }),
  )

/** The next period: its code was never used. */
function freshCode(secret: string): string {
  server.passWallTime(30_000)
  return appCode(secret, now())
}

describe('the first start', () => {
  test('its link leads to an admin who says who they are, with an app that must answer', async () => {
    const caller = nobody()
    const look = await caller.does('welcomeLook', { link: firstLink })
    expect(look).toMatchObject({ name: '', email: '', role: 'admin' })
    expect(look.totp_url).toContain(`secret=${look.totp_secret}`)
    const given = { link: firstLink, password: STAFF_PASSWORD, totp_code: appCode(look.totp_secret, now()) }
    const who = { name: 'Ada', email: 'Ada@Office.example' }
    expect(await caller.reason('welcomeFinish', { ...given, ...who, password: 'short' })).toBe('password_too_short')
    expect(await caller.reason('welcomeFinish', { ...given, ...who, password: '123456789012' })).toBe(
      'password_too_common',
    )
    expect(await caller.reason('welcomeFinish', { ...given, ...who, totp_code: '000000' })).toBe('totp_wrong')
    expect(await caller.reason('welcomeFinish', given)).toBe('parameter_missing')
    expect(await caller.reason('welcomeFinish', { ...given, ...who, email: 'nowhere' })).toBe('email_malformed')
    expect(await caller.reason('me', {})).toBe('session_missing')
    ada = await firstAdmin(server)
    expect((await ada.caller.does('me', {})).staff).toEqual({
      id: expect.any(Number),
      name: 'Ada',
      email: 'ada@office.example',
      role: 'admin',
    })
  })

  test('used once, it is of no more use', async () => {
    expect(await nobody().reason('welcomeLook', { link: firstLink })).toBe('link_not_usable')
    const again = {
      link: firstLink,
      password: STAFF_PASSWORD,
      totp_code: '123456',
      name: 'Eve',
      email: 'eve@office.example',
    }
    expect(await nobody().reason('welcomeFinish', again)).toBe('link_not_usable')
  })

  test('neither the link nor the secret stands in a log, nor in the store', async () => {
    const { store } = server.context
    const kept = JSON.stringify([
      await store.query('select * from staff_links'),
      await store.query('select * from audit'),
    ])
    for (const secret of [firstLink, ada.secret]) {
      expect(server.logged.join('\n')).not.toContain(secret)
      expect(kept).not.toContain(secret)
    }
  })
})

describe('links', () => {
  test('fifty at once with the same link: one of them is in', async () => {
    const link = await invite('fifty@office.example')
    const { totp_secret } = await nobody().does('welcomeLook', { link })
    const given = { link, password: STAFF_PASSWORD, totp_code: appCode(totp_secret, now()) }
    const reasons = await Promise.all(Array.from({ length: 50 }, () => nobody().reason('welcomeFinish', given)))
    expect(reasons.filter((reason) => reason === 'good')).toHaveLength(1)
    // How many are counted before one of them is in depends on the machine.
    expect(['good', 'link_not_usable', 'too_many_attempts']).toEqual(expect.arrayContaining([...new Set(reasons)]))
  })

  test('after half an hour it is of no use, and a reset gives another', async () => {
    const link = await invite('late@office.example')
    server.passWallTime(LINK_MILLIS)
    expect(await nobody().reason('welcomeLook', { link })).toBe('link_not_usable')
    await awake(server, ada)
    const { id } = await byEmail('late@office.example')
    const renewed = await ada.caller.does('staffReset', { id, reason_text: 'was on holiday' })
    expect((await welcomed(server, linkOf(renewed))).email).toBe('late@office.example')
  })

  test('a newer link ends the older one', async () => {
    const link = await invite('twice@office.example')
    const { id } = await byEmail('twice@office.example')
    await ada.caller.does('staffReset', { id, reason_text: 'lost the first one' })
    expect(await nobody().reason('welcomeLook', { link })).toBe('link_not_usable')
  })
})

describe('signing in', () => {
  test('takes address, password and code; which of them was wrong is not said', async () => {
    const finn = await staffMember(server, 'finance')
    const good = () => ({
      email: finn.email.toUpperCase(),
      password: STAFF_PASSWORD,
      totp_code: freshCode(finn.secret),
    })
    expect(await nobody().reason('signIn', { ...good(), password: 'wrong wrong wrong' })).toBe('login_wrong')
    expect(await nobody().reason('signIn', { ...good(), totp_code: '000000' })).toBe('login_wrong')
    expect(await nobody().reason('signIn', { ...good(), email: 'none@office.example' })).toBe('login_wrong')
    const caller = nobody()
    expect((await caller.does('signIn', good())).staff.id).toBe(finn.id)
    expect(await caller.reason('me', {})).toBe('good')
  })

  furtherTest('a code works once, even for fifty at once', async () => {
    const finn = await staffMember(server, 'finance')
    const given = { email: finn.email, password: STAFF_PASSWORD, totp_code: freshCode(finn.secret) }
    const reasons = await Promise.all(Array.from({ length: 8 }, () => nobody().reason('signIn', given)))
    expect(reasons.sort()).toEqual(['good', ...Array.from({ length: 7 }, () => 'login_wrong')])
    expect(await nobody().reason('signIn', given)).toBe('login_wrong')
  })

  test('guessing ends at ten, for the right ones too, for a quarter of an hour', async () => {
    const finn = await staffMember(server, 'finance')
    const given = () => ({ email: finn.email, password: STAFF_PASSWORD, totp_code: freshCode(finn.secret) })
    for (let guess = 0; guess < 10; guess += 1)
      expect(await nobody().reason('signIn', { ...given(), totp_code: String(100_000 + guess) })).toBe('login_wrong')
    expect(await nobody().reason('signIn', given())).toBe('too_many_attempts')
    // A jump of the wall clock ends it no sooner.
    server.passWallTime(LIMITS.attempts.sign_in.millis)
    expect(await nobody().reason('signIn', given())).toBe('too_many_attempts')
    server.passTime(LIMITS.attempts.sign_in.millis)
    expect(await nobody().reason('signIn', given())).toBe('good')
  })

  test('an unused session ends after half an hour, any other after a working day', async () => {
    const finn = await staffMember(server, 'finance')
    server.passWallTime(STAFF_IDLE_MILLIS - 1000)
    expect(await finn.caller.reason('me', {})).toBe('good')
    server.passWallTime(STAFF_IDLE_MILLIS)
    expect(await finn.caller.reason('me', {})).toBe('session_ended')
    // An attacker with the cookie writes another last use into the store, before and after the end is noticed.
    const used = () => server.context.store.query('update staff_sessions set last_used_at = $1', [Date.now() * 2])
    await used()
    expect(await finn.caller.reason('me', {})).toBe('session_ended')
    const unused = await signedIn(finn)
    server.passWallTime(STAFF_IDLE_MILLIS)
    await used()
    expect(await unused.reason('me', {})).toBe('session_ended')
    const again = await signedIn(finn)
    expect(await again.does('mySessions', {})).toHaveLength(1)
    for (let spent = 0; spent < STAFF_SESSION_MILLIS; spent += STAFF_IDLE_MILLIS / 2) {
      expect(await again.reason('me', {})).toBe('good')
      server.passWallTime(STAFF_IDLE_MILLIS / 2)
    }
    expect(await again.reason('me', {})).toBe('session_ended')
  })

  test('own sessions are listed and ended; signing out takes the cookie back', async () => {
    const finn = await staffMember(server, 'finance')
    const second = await signedIn(finn)
    const listed = await second.does('mySessions', {})
    expect(listed.map((session) => session.current).sort()).toEqual([false, true])
    expect(await second.does('endMySession', { id: 'others' })).toEqual({ ended: 1 })
    expect(await finn.caller.reason('me', {})).toBe('session_ended')
    expect(await second.reason('endMySession', { id: 'nothing' })).toBe('session_unknown')
    const out = await second.asks('signOut', {})
    expect(out.headers['set-cookie']?.[0]).toMatch(/^veritick_office=;.*Max-Age=0(;|$)/)
  })

  furtherTest('the own password is changed with the old one and a fresh code; other sessions end', async () => {
    const finn = await staffMember(server, 'finance')
    const other = await signedIn(finn)
    const next = 'a lighthouse seen from inland'
    const change = () => ({ old_password: STAFF_PASSWORD, new_password: next, totp_code: freshCode(finn.secret) })
    expect(await finn.caller.reason('changeMyPassword', { ...change(), old_password: 'not it at all' })).toBe(
      'password_wrong',
    )
    expect(await finn.caller.reason('changeMyPassword', { ...change(), totp_code: '000000' })).toBe('totp_wrong')
    expect(await finn.caller.reason('changeMyPassword', { ...change(), new_password: 'elevenchars' })).toBe(
      'password_too_short',
    )
    expect(await finn.caller.reason('changeMyPassword', change())).toBe('good')
    expect(await other.reason('me', {})).toBe('session_ended')
    expect(await finn.caller.reason('me', {})).toBe('good')
    const old = { email: finn.email, password: STAFF_PASSWORD, totp_code: freshCode(finn.secret) }
    expect(await nobody().reason('signIn', old)).toBe('login_wrong')
    expect(await nobody().reason('signIn', { ...old, password: next })).toBe('good')
  })
})

describe('a new password forgets every browser but the one that it is set in', () => {
  const knows = async ({ id }: Member, { browser }: StaffCaller) =>
    (await standingOf(server.context.store.query, { ...server.context, owner: `staff ${id}`, browser })) !== 'unknown'
  const knownOf = async ({ id }: Member) =>
    (await server.context.store.query('select 1 from known_browsers where owner = $1', [`staff ${id}`])).length

  test('changed while signed in', async () => {
    const finn = await staffMember(server, 'finance')
    const other = await signedIn(finn)
    expect([await knows(finn, finn.caller), await knows(finn, other)]).toEqual([true, true])
    const given = { old_password: STAFF_PASSWORD, new_password: 'a lighthouse seen from inland' }
    await finn.caller.does('changeMyPassword', { ...given, totp_code: freshCode(finn.secret) })
    expect([await knows(finn, finn.caller), await knows(finn, other)]).toEqual([true, false])
    expect(await knownOf(finn)).toBe(1)
  })

  test('changed in a browser that was not known: it is known now, and keeps its session', async () => {
    const finn = await staffMember(server, 'finance')
    await server.context.store.query('delete from known_browsers where owner = $1', [`staff ${finn.id}`])
    const given = { old_password: STAFF_PASSWORD, new_password: 'a lighthouse seen from inland' }
    await finn.caller.does('changeMyPassword', { ...given, totp_code: freshCode(finn.secret) })
    expect(await knows(finn, finn.caller)).toBe(true)
    expect(await finn.caller.reason('me', {})).toBe('good')
  })

  test('set by the link of a reset', async () => {
    const finn = await staffMember(server, 'finance')
    const other = await signedIn(finn)
    await awake(server, ada)
    const reset = await ada.caller.does('staffReset', { id: finn.id, reason_text: 'lost the phone' })
    const again = await welcomed(server, linkOf(reset))
    expect(await knows(finn, again.caller)).toBe(true)
    expect([await knows(finn, finn.caller), await knows(finn, other)]).toEqual([false, false])
    expect(await knownOf(finn)).toBe(1)
  })
})

/** One more session, with a code of the next half minute. */
function signedIn(member: Member): Promise<StaffCaller> {
  server.passWallTime(30_000)
  return signsIn(server, member)
}

async function byEmail(email: string) {
  const { data } = await ada.caller.does('staffList', {})
  return data.find((row) => row.email === email) ?? Promise.reject(new Error(`${email} works here`))
}
