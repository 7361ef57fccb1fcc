/** Requests to real servers of the test's own, whose names a name server of its own knows, or never answers. */
import { createHook } from 'node:async_hooks'
import { promises as dns } from 'node:dns'
import { type ScratchDns, scratchDns } from '@veritick/testing/scratch-dns'
import { type ScratchSms, scratchSms } from '@veritick/testing/scratch-sms'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openExchange } from './exchange.ts'
import { openLookup } from './lookup.ts'

let names: ScratchDns
let server: ScratchSms
let port: string
let systemLookups = 0
/** Node makes one of these for each call of getaddrinfo. */
const watch = createHook({
  init: (_id, type) => {
    if (type === 'GETADDRINFOREQWRAP') systemLookups += 1
  },
})

beforeAll(async () => {
  names = await scratchDns()
  server = await scratchSms()
  port = new URL(server.url).port
  watch.enable()
})
afterEach(() => {
  server.answers(202, 'queued')
  systemLookups = 0
})
afterAll(async () => {
  watch.disable()
  names.stop()
  await server.stop()
})

const ask = (host: string, options: { deadlineMs?: number; bytesMax?: number; system?: typeof dns.lookup } = {}) => {
  const { deadlineMs = 8_000, bytesMax = 1_000, system } = options
  const exchange = openExchange(openLookup({ resolver: names.resolver, ...(system && { system }) }))
  const body = new TextEncoder().encode('hello')
  return exchange({ url: `http://${host}:${port}/a`, method: 'POST', headers: { ttl: 60 }, body, deadlineMs, bytesMax })
}

test('names that never get an answer hold up no other lookup, and getaddrinfo is not asked', async () => {
  const hanging = Array.from({ length: 32 }, (_, each) => ask(`n${each}.hole.example`, { deadlineMs: 3_000 }))
  let ended = 0
  for (const each of hanging)
    each.catch(() => {
      ended += 1
    })
  expect(await ask('push.example')).toMatchObject({ status: 202 })
  expect(systemLookups).toBe(0)
  await dns.lookup('localhost')
  expect(systemLookups).toBe(1)
  expect(ended).toBe(0)
  const outcomes = (await Promise.allSettled(hanging)).map((each) => each.status === 'rejected' && each.reason.name)
  expect(new Set(outcomes)).toEqual(new Set(['TimeoutError']))
})

test('a lookup without an answer ends before a long deadline', async () => {
  await expect(ask('late.hole.example', { deadlineMs: 60_000 })).rejects.toMatchObject({
    code: expect.stringMatching(/^(ETIMEOUT|ECANCELLED)$/),
  })
}, 15_000)

test.each(['127.0.0.1', 'localhost', 'push.localhost', 'push.example'])('%s is reached', async (host) => {
  const answer = await ask(host)
  expect([answer.status, Buffer.from(answer.body).toString()]).toEqual([202, 'queued'])
  expect(server.taken.at(-1)).toMatchObject({ method: 'POST', path: '/a', body: 'hello', headers: { ttl: '60' } })
  expect(systemLookups).toBe(0)
})

test('the system is asked for an unknown name only where the operator chose it', async () => {
  await expect(ask('unknown.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  const asked: string[] = []
  const system = ((name: string) => {
    asked.push(name)
    return Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  }) as unknown as typeof dns.lookup
  expect(await ask('unknown.example', { system })).toMatchObject({ status: 202 })
  expect(await ask('push.example', { system })).toMatchObject({ status: 202 })
  await expect(ask('n.hole.example', { system, deadlineMs: 500 })).rejects.toThrow()
  expect(asked).toEqual(['unknown.example'])
})

test('one family alone can be asked for', async () => {
  const lookup = openLookup({ resolver: names.resolver })
  const found = (family: number) =>
    new Promise((resolve) => lookup('push.example', { family }, (error, address) => resolve(error?.code ?? address)))
  expect([await found(4), await found(0), await found(6)]).toEqual(['127.0.0.1', '127.0.0.1', 'ENOTFOUND'])
})

test('a redirect is an answer, and a long answer is cut', async () => {
  server.answers(302, 'x'.repeat(5_000_000))
  const before = server.taken.length
  expect((await ask('push.example')).body).toHaveLength(1_000)
  const { status, body } = await ask('push.example', { bytesMax: 0 })
  expect([status, body.length, server.taken.length - before]).toEqual([302, 0, 2])
})
