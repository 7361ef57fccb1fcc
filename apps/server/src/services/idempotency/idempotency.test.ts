/**
 * How long a request is known: a wall clock that is days ahead for a moment forgets none, and a key that names its time
 * is refused once its answer may be forgotten, for records and for the stored answers of staff.
 */
import { KEY_AHEAD_MAX_MS, millis, REQUEST_KEPT_MS } from '@veritick/domain'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, type Runtime, runtimeOf } from '../clock/index.ts'
import { inTransaction } from '../transactions/index.ts'
import { recordOnce } from './keyed-records.ts'
import { storedAnswersOf } from './stored-answers.ts'

const START = 1_800_000_000_000

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

type KeyedRequest = { readonly name: string; readonly namedAt?: number }
type Send = (request: KeyedRequest) => Promise<number | string | undefined>

/** Each way gives the number of the request that was carried out, or the reason of a refusal. */
const WAYS: Readonly<Record<string, (runtime: Runtime) => Send>> = {
  'a record': (runtime) => {
    let made = 0
    return async (request) => {
      const done = await inTransaction(server.context.store, (tx) =>
        recordOnce(tx, { once: onceOf('record', request), kind: 'deposit', runtime }, async () => {
          made += 1
          return made
        }),
      )
      return done.ok ? done.value.record : done.reason
    }
  },
  'an answer to staff': (runtime) => {
    const answers = storedAnswersOf({ ...server.context, runtime })
    let made = 0
    return async (request) => {
      const reply = await answers.run({ once: onceOf('answer', request), language: 'en' }, async () => {
        made += 1
        return { ok: true, data: made }
      })
      if (reply.ok === 'stored') return JSON.parse(reply.text).data
      return reply.ok ? undefined : reply.reason
    }
  },
}

const onceOf = (way: string, { name, namedAt }: KeyedRequest) => ({
  key: `${way} ${name}`,
  content: name,
  namedAt: namedAt === undefined ? undefined : millis(namedAt),
})

describe.each(Object.entries(WAYS))('%s', (way, open) => {
  test('is known after the wall clock was days ahead for a moment, and ends when its day is over', async () => {
    const clock = { now: START, ahead: 0 }
    const send = open(runtimeOf({ wallClock: () => millis(clock.now + clock.ahead), monotonicClock: () => clock.now }))
    const named = { name: `${way} named`, namedAt: START }
    expect([await send(named), await send({ name: 'plain' })]).toEqual([1, 2])
    clock.ahead = 3 * DAY_MS
    expect([await send({ name: 'during the jump' }), await send({ name: 'plain' })]).toEqual([3, 2])
    clock.ahead = 0
    clock.now += REQUEST_KEPT_MS - 1
    expect([await send(named), await send({ name: 'plain' })]).toEqual([1, 2])
    clock.now += 1
    expect([await send(named), await send({ name: 'plain' })]).toEqual(['idempotency_key_expired', 4])
  })

  test('is refused under a key whose time has passed or has not come', async () => {
    const send = open(runtimeOf({ wallClock: () => millis(START), monotonicClock: () => 0 }))
    const at = (namedAt: number) => send({ name: `at ${namedAt - START}`, namedAt })
    expect(await at(START - REQUEST_KEPT_MS + KEY_AHEAD_MAX_MS)).toBe('idempotency_key_expired')
    expect(await at(START - REQUEST_KEPT_MS + KEY_AHEAD_MAX_MS + 1)).toBe(1)
    expect(await at(START + KEY_AHEAD_MAX_MS)).toBe(2)
    expect(await at(START + KEY_AHEAD_MAX_MS + 1)).toBe('idempotency_key_ahead')
  })
})
