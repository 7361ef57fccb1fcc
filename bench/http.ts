/**
 * An order over HTTP (session, parsing, idempotency, engine, durable commit, read tables, answer) beside a bare Fastify
 * route that answers as many bytes to the same body. Same process, same load from another thread, taking turns; the
 * figure is the median of the rounds' ratios.
 */

import { ROUTES } from '@veritick/contract'
import { accountViews } from '@veritick/testing/core-views'
import { openPlace, type StoreKind, storeKinds } from '@veritick/testing/stores'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import autocannon from 'autocannon'
import Fastify from 'fastify'

const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 256
/** Each may hold 500 orders: together more than any round places. */
const PEOPLE = 200
const LOTS = '0.01'
const BODY = JSON.stringify({ forex_id: 1, type: 1, status: 1, cont: LOTS, multiple: 30, t: '[<id>]' })
const HEADERS = { 'content-type': 'application/json', lang: 'en' }
const LOAD = { connections: CONNECTIONS, workers: 1, duration: SECONDS, idReplacement: true }

type Round = {
  readonly bare: number
  readonly orders: number
  readonly ratio: number
  readonly p50: number
  readonly p99: number
}

process.stdout.write('| store | orders over HTTP/s | bare Fastify route/s | ratio | rounds | latency p50 | p99 |\n')
process.stdout.write('| --- | ---: | ---: | ---: | --- | ---: | ---: |\n')
for (const kind of storeKinds()) process.stdout.write(`${await rowOf(kind)}\n`)

async function rowOf(kind: StoreKind): Promise<string> {
  const place = await openPlace(kind, ['simulated'])
  const doors = await openTestServer({
    threads: true,
    dataDir: place.dataDir,
    config: { databaseUrl: place.databaseUrl },
  })
  doors.feed.say('EURUSD', '1.08500', '1.08510')
  const people: Caller[] = []
  for (let count = 0; count < PEOPLE; count += 1) people.push(await doors.person())
  const bare = await openBare(await sampleAnswer(await doors.person()))
  const rounds: Round[] = []
  for (let count = 0; count < ROUNDS; count += 1) rounds.push(await round({ doors, people, bare: bare.url }))
  await bare.close()
  await doors.close()
  await place.clean()
  const of = (pick: (each: Round) => number) => median(rounds.map(pick))
  const ratios = rounds.map((each) => each.ratio.toFixed(2)).join(', ')
  const rates = `${whole(of((each) => each.orders))} | ${whole(of((each) => each.bare))} | ${of((each) => each.ratio).toFixed(2)}`
  return `| ${kind} | ${rates} | ${ratios} | ${of((each) => each.p50)} ms | ${of((each) => each.p99)} ms |`
}

async function round(on: {
  readonly doors: TestServer
  readonly people: readonly Caller[]
  readonly bare: string
}): Promise<Round> {
  const { doors, people } = on
  const plain = await autocannon({
    ...LOAD,
    url: on.bare,
    requests: [{ method: 'POST', path: '/', headers: HEADERS, body: BODY }],
  })
  const before = await holdings(on)
  const requests = people.map(({ token = '' }) => ({
    method: 'POST' as const,
    path: ROUTES.submit.path,
    headers: { ...HEADERS, authorization: token },
    body: BODY,
  }))
  const real = await autocannon({ ...LOAD, url: doors.url, requests })
  const placed = (await holdings(on)) - before
  // What was answered must have happened: a round of refusals would be fast and worthless.
  if (real.errors + real.non2xx > 0 || placed < real['2xx'])
    throw new Error(`${real['2xx']} answers, ${placed} orders, ${real.errors} errors`)
  for (const person of people) await person.does('resetForexDemoAccount', {})
  // The read tables of a round are part of its load, not of the next one's.
  await doors.context.core.projected()
  const [plainRate, rate] = [plain.requests.total / SECONDS, real.requests.total / SECONDS]
  return { bare: plainRate, orders: rate, ratio: rate / plainRate, p50: real.latency.p50, p99: real.latency.p99 }
}

/** Open positions of all accounts. */
async function holdings(on: { readonly doors: TestServer }): Promise<number> {
  return (await accountViews(on.doors)).reduce((count, account) => count + account.holdings, 0)
}

/** An answer of the kind that an order gets, for the bare route to give. */
async function sampleAnswer(person: Caller): Promise<string> {
  const { code, msg, data } = await person.asks('submit', { forex_id: 1, type: 1, status: 1, cont: LOTS, multiple: 30 })
  return JSON.stringify({ code, msg, data })
}

async function openBare(answer: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const app = Fastify({ logger: false })
  const data: unknown = JSON.parse(answer)
  app.post('/', async (request) => (request.body === null ? null : data))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the bare route has no port')
  return { url: `http://127.0.0.1:${address.port}`, close: () => app.close() }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
