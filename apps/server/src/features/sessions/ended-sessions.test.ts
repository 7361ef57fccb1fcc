/**
 * Which sessions the file of ended ones keeps over a restart, and which sessions end where the file is missing. An
 * attacker with write access to the store puts the rows of ended sessions back, and uses their stolen tokens.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must, userId } from '@veritick/domain'
import { codeTo, realPerson, signIn } from '@veritick/testing/people'
import { furtherTest } from '@veritick/testing/quick'
import { startOn } from '@veritick/testing/server-on'
import { oneStoreKind, openLocation, type StoreLocation } from '@veritick/testing/stores'
import { Caller, type TestServer } from '@veritick/testing/test-server'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashOf } from '../../services/secrets/index.ts'
import { ENDED_SESSIONS_FILE, EndedSessions } from './ended-sessions.ts'

const START = 1_800_000_000_000
const LIFETIME = 1_000_000
const RECORD_BYTES = 16
const SPACE_RECORDS = 65_536
/** The digits of a hash that a record has. */
const NAME_DIGITS = 16

let folder: string
let file: string
let now: number
/** Left out: the wall clock is believed. */
let guarded: number | undefined
let logged: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veritick-ended-'))
  file = join(folder, 'simulated', ENDED_SESSIONS_FILE)
  now = START
  guarded = undefined
  logged = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** As a start of the server does. */
function started(): EndedSessions {
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  return new EndedSessions({ file, log, now: () => now, guardedNow: () => guarded ?? now, lifetimeMs: LIFETIME })
}
/** As a transaction does that commits. */
const end = (sessions: EndedSessions, names: readonly string[]) => sessions.keep({ tokenHashes: names.map(hashOf) })()
const ANA = userId(1)
const isEnded = (sessions: EndedSessions, begunAt: number, { user = ANA, name = 'unnamed' } = {}) =>
  sessions.hasEnded({ user, tokenHash: hashOf(name), begunAt })
const endedOf = (sessions: EndedSessions, names: readonly string[]) => names.map((name) => sessions.has(hashOf(name)))

describe('a session that was ended', () => {
  test('is known as ended at once and after each restart, and no other is', () => {
    const first = started()
    end(first, ['phone', 'desktop'])
    expect(endedOf(first, ['phone', 'desktop', 'tablet'])).toEqual([true, true, false])
    const second = started()
    end(second, ['tablet'])
    expect(endedOf(started(), ['phone', 'desktop', 'tablet', 'watch'])).toEqual([true, true, true, false])
    expect(logged).toEqual([])
  })

  test('is in the file before its transaction commits, and lives on in memory until then', () => {
    const sessions = started()
    sessions.keep({ tokenHashes: [hashOf('phone')] })
    expect(endedOf(sessions, ['phone'])).toEqual([false])
    expect(endedOf(started(), ['phone'])).toEqual([true])
  })

  test('is dropped by the first start one lifetime after it would have expired', () => {
    const first = started()
    end(first, ['phone'])
    now += 500
    end(first, ['desktop'])
    // A start by a clock that is ahead forgets none.
    now = START + LIFETIME + 500
    expect(endedOf(started(), ['phone', 'desktop'])).toEqual([true, true])
    now = START + 2 * LIFETIME
    expect(endedOf(started(), ['phone', 'desktop'])).toEqual([false, true])
    now = START
    expect(endedOf(started(), ['phone', 'desktop'])).toEqual([false, true])
  })

  furtherTest('is kept also where more are ended than the first space of the file holds', () => {
    const hashes = (from: number) =>
      Array.from({ length: SPACE_RECORDS - 1 }, (_, each) => (from + each).toString(16).padStart(NAME_DIGITS, '0'))
    const sessions = started()
    for (const from of [0, SPACE_RECORDS]) sessions.keep({ tokenHashes: hashes(from) })
    end(sessions, ['the last'])
    const again = started()
    expect([0, SPACE_RECORDS].map((from) => hashes(from).every((hash) => again.has(hash)))).toEqual([true, true])
    expect(endedOf(again, ['the last'])).toEqual([true])
    expect(logged).toEqual([])
  })

  test('is kept once the disk takes it: a failed write is told, and taken up soon', () => {
    // A folder where the file should be can neither be read nor written.
    mkdirSync(join(file, 'in the way'), { recursive: true })
    const sessions = started()
    end(sessions, ['phone'])
    expect(logged.at(-1)).toContain('the ends of sessions could not be kept')
    expect(endedOf(sessions, ['phone'])).toEqual([true])
    rmSync(file, { recursive: true })
    sessions.retry()
    end(sessions, ['desktop'])
    expect(endedOf(started(), ['phone', 'desktop'])).toEqual([true, true])
  })

  test('is not dropped by a start whose clock is ahead for a moment', () => {
    end(started(), ['phone'])
    now = START + 2 * LIFETIME
    guarded = START + 1
    expect(endedOf(started(), ['phone'])).toEqual([true])
  })

  test('is forgotten in memory once it would have expired, and not before', () => {
    const sessions = started()
    const round = (name: string) => {
      for (let each = 0; each < 2_000; each += 1) sessions.keep({ tokenHashes: [hashOf(`${name} ${each}`)] })()
    }
    for (let each = 0; each < 4; each += 1) round(`first ${each}`)
    now = START + LIFETIME
    round('second')
    expect(sessions.size).toBe(2_000)
    expect(endedOf(sessions, ['first 0 0', 'second 0', 'second 1999'])).toEqual([false, true, true])
  })

  test('stays in a file that is made again while its transaction has not committed', () => {
    const sessions = started()
    sessions.keep({ tokenHashes: [hashOf('phone')] })
    rmSync(file)
    end(sessions, ['desktop'])
    expect(endedOf(started(), ['phone', 'desktop', 'tablet'])).toEqual([true, true, false])
  })

  test('is written into space that the file has already', () => {
    const sessions = started()
    const size = readFileSync(file).length
    end(sessions, ['phone', 'desktop'])
    expect(readFileSync(file)).toHaveLength(size)
  })
})

describe('sessions that were begun before', () => {
  test('a first start are ended; later ones live, also after further starts', () => {
    started()
    now += 1_000
    const again = started()
    expect([START - 1, START, START + 500].map((begunAt) => isEnded(again, begunAt))).toEqual([true, false, false])
  })

  test('a restore, which brings no file, are ended', () => {
    end(started(), ['phone'])
    rmSync(file)
    now += 1_000
    expect(isEnded(started(), START + 999)).toBe(true)
    now += 1_000
    expect(isEnded(started(), START + 999)).toBe(true)
    expect(logged).toEqual([])
  })

  test.each([
    ['was overwritten', () => writeFileSync(file, 'x'.repeat(10_000))],
    ['is empty', () => truncateSync(file, 0)],
    ['ends within its first record', () => truncateSync(file, RECORD_BYTES - 1)],
  ])('a start whose file %s are ended, and the log says so', (_how, damage) => {
    end(started(), ['phone'])
    damage()
    now += 1_000
    const sessions = started()
    expect(isEnded(sessions, START + 999)).toBe(true)
    expect(logged.join('')).toContain('is damaged: all customers sign in again')
    end(sessions, ['desktop'])
    expect(endedOf(started(), ['desktop'])).toEqual([true])
  })
})

describe('all sessions of a customer', () => {
  const allOf = (sessions: EndedSessions, except?: string) =>
    sessions.keep({ tokenHashes: [], allOf: { user: ANA, except: except && hashOf(except) } })

  test('that began before are ended, also ones whose rows the store did not show', () => {
    const first = started()
    const before = now
    now += 1_000
    allOf(first, 'phone')()
    for (const sessions of [first, started()]) {
      expect(isEnded(sessions, before)).toBe(true)
      expect(isEnded(sessions, before, { name: 'phone' })).toBe(false)
      expect(isEnded(sessions, before, { user: userId(2) })).toBe(false)
      expect(isEnded(sessions, now)).toBe(false)
    }
  })

  test('are ended a second time, the one that stayed at first among them', () => {
    const sessions = started()
    const before = now
    for (const stays of ['phone', 'desktop']) {
      now += 1_000
      allOf(sessions, stays)()
    }
    expect(['phone', 'desktop'].map((name) => isEnded(sessions, before, { name }))).toEqual([true, false])
  })

  test('begin anew after the clock was set back, and are ended by the next end of all', () => {
    const sessions = started()
    now += 1_000
    allOf(sessions)()
    const ended = now - 1
    now -= 500
    const begun = Math.max(now, sessions.beginsFrom(ANA))
    for (const each of [sessions, started()])
      expect([ended, begun].map((at) => isEnded(each, at))).toEqual([true, false])
    allOf(sessions, 'phone')()
    for (const each of [sessions, started()]) {
      expect([ended, begun].map((at) => isEnded(each, at))).toEqual([true, true])
      expect(isEnded(each, begun, { name: 'phone' })).toBe(false)
    }
  })

  test('go on in memory until the transaction has committed', () => {
    const sessions = started()
    now += 1_000
    allOf(sessions)
    expect(isEnded(sessions, START)).toBe(false)
    expect(isEnded(started(), START)).toBe(true)
  })
})

const STARTS = 240_000
describe('a thief who puts the rows of ended sessions back', () => {
  let location: StoreLocation
  let server: TestServer
  beforeAll(async () => {
    location = await openLocation(oneStoreKind()[0], ['simulated'])
    server = await startOn(location)
  }, STARTS)
  afterAll(async () => {
    await server.close()
    await location.clean()
  })

  const tokenOf = async (email: string) => (await signIn(server, email)).token ?? ''
  const answersTo = (tokens: readonly string[]) =>
    Promise.all(tokens.map((token) => new Caller(server.url, token).reason('userInfo', {})))

  test('is out when the owner ends the other sessions, although the row was away in that moment', async () => {
    const email = 'ben@example.com'
    const own = await realPerson(server, email)
    const thief = await tokenOf(email)
    expect(await answersTo([thief])).toEqual(['good'])
    const { sessions, store } = server.context
    const { user, tokenHash: except } = must(await sessions.find(own.token ?? ''), 'the owner is signed in')
    await store.query('create table away as select * from sessions where token_hash = $1', [hashOf(thief)])
    await store.query('delete from sessions where token_hash = $1', [hashOf(thief)])
    await store.transaction((tx) => sessions.endSessions(tx, { user, except }))
    await store.query('insert into sessions select * from away')
    expect(await answersTo([thief, own.token ?? ''])).toEqual(['session_ended', 'good'])
  })

  test('gets in neither at once nor after a restart; the owner does', { timeout: STARTS }, async () => {
    const email = 'ana@example.com'
    const { token: own = '' } = await realPerson(server, email)
    const tokens = [await tokenOf(email), await tokenOf(email)] as const
    const ended = Array(2).fill('session_ended')
    await server.context.store.query('create table kept as select * from sessions')
    expect(await answersTo(tokens)).toEqual(['good', 'good'])
    await new Caller(server.url, tokens[0]).does('logout', {})
    const ana = new Caller(server.url, own)
    await ana.does('sendCode', { purpose: 'password' })
    const password = 'nine lamps along the pier'
    const news = { new_password: password, secondary_password: password }
    await ana.does('amendPassword', { ...news, auth_code: await codeTo(server, email) })
    await server.context.store.query('delete from sessions')
    await server.context.store.query('insert into sessions select * from kept')
    expect(await answersTo(tokens)).toEqual(ended)
    await server.close()
    server = await startOn(location)
    expect(await answersTo(tokens)).toEqual(ended)
    expect(await answersTo([own])).toEqual(['good'])

    // A restore brings the store alone.
    await server.close()
    rmSync(join(location.dataDir, 'simulated', ENDED_SESSIONS_FILE))
    server = await startOn(location)
    expect(await answersTo([...tokens, own])).toEqual(Array(3).fill('session_ended'))
  })
})
