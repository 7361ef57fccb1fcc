/** Requests to real servers of the test's own, whose names a name server of its own knows, or never answers. */
import { promises as dns, type LookupAddress } from 'node:dns'
import { type ScratchDns, scratchDns } from '@veritick/testing/scratch-dns'
import { type ScratchSms, scratchSms } from '@veritick/testing/scratch-sms'
import { countSystemLookups, type SystemLookups } from '@veritick/testing/system-lookups'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openHttpClient } from './http-client.ts'
import { openLookup, openSystemLookup } from './lookup.ts'

let names: ScratchDns
let server: ScratchSms
let port: string
let systemLookups: SystemLookups

beforeAll(async () => {
  names = await scratchDns()
  server = await scratchSms()
  port = new URL(server.url).port
  systemLookups = countSystemLookups()
})
afterEach(() => {
  server.answers(202, 'queued')
  systemLookups.restart()
})
afterAll(async () => {
  systemLookups.stop()
  names.stop()
  await server.stop()
})

const ask = (host: string, options: { deadlineMs?: number; bytesMax?: number; system?: typeof dns.lookup } = {}) => {
  const { deadlineMs = 8_000, bytesMax = 1_000, system } = options
  const lookup = system === undefined ? openLookup({ resolver: names.resolver }) : openSystemLookup(system)
  const request = openHttpClient(lookup)
  const body = new TextEncoder().encode('hello')
  return request({ url: `http://${host}:${port}/a`, method: 'POST', headers: { ttl: 60 }, body, deadlineMs, bytesMax })
}

test('names that never get an answer hold up no other lookup, and getaddrinfo is not asked', async () => {
  const hanging = Array.from({ length: 32 }, (_, each) => ask(`n${each}.hole.example`, { deadlineMs: 3_000 }))
  let ended = 0
  for (const each of hanging)
    each.catch(() => {
      ended += 1
    })
  expect(await ask('push.example')).toMatchObject({ status: 202 })
  expect(systemLookups.count()).toBe(0)
  await dns.lookup('localhost')
  expect(systemLookups.count()).toBe(1)
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
  expect(systemLookups.count()).toBe(0)
})

test('a name that the operator chose is asked of the system alone, whatever the name servers say', async () => {
  const before = names.asked.length
  const asked: string[] = []
  const system = ((name: string) => {
    asked.push(name)
    return Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  }) as unknown as typeof dns.lookup
  const hosts = ['sms.unknown.example', 'sms.hole.example', 'localhost']
  for (const host of hosts) expect(await ask(host, { system, deadlineMs: 1_000 })).toMatchObject({ status: 202 })
  expect([asked, names.asked.length - before]).toEqual([hosts, 0])
  await expect(ask('unknown.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

test('lookups of one name at the same time are one; the next asks again, also after a failure', async () => {
  const running: { end: (found: readonly LookupAddress[] | Error) => void }[] = []
  const system = (() =>
    new Promise((resolve, reject) => {
      running.push({ end: (found) => (found instanceof Error ? reject(found) : resolve(found)) })
    })) as unknown as typeof dns.lookup
  const lookup = openSystemLookup(system)
  const found = () =>
    new Promise((resolve) => lookup('sms.example', {}, (error, address) => resolve(error?.code ?? address)))
  const first = [found(), found(), found()]
  expect(running).toHaveLength(1)
  running[0]?.end(Object.assign(new Error('later'), { code: 'EAI_AGAIN' }))
  expect(await Promise.all(first)).toEqual(['EAI_AGAIN', 'EAI_AGAIN', 'EAI_AGAIN'])
  const second = found()
  expect(running).toHaveLength(2)
  running[1]?.end([{ address: '192.0.2.7', family: 4 }])
  expect(await second).toBe('192.0.2.7')
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
