/**
 * Orders of customers while an attacker sends random tokens over 200 connections from the same address. Each round
 * measures the orders without and with the flood.
 */
import { randomBytes } from 'node:crypto'
import { ROUTES } from '@veritick/contract'
import { untilProjected } from '@veritick/testing/core-views'
import { openLocation, type StoreKind, storeKinds } from '@veritick/testing/stores'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import autocannon from 'autocannon'
import { PAIRS_MIN, type Pair, print } from './measure.ts'

/** Of the p50 without the flood. */
const RATIO_MAX = 1.5
const SECONDS = 3
const ORDER_CONNECTIONS = 8
const FLOOD_CONNECTIONS = 200
const PEOPLE = 20
/** Tokens of one flood. The server does not remember single unknown tokens, so reusing them changes nothing. */
const TOKENS = 2000
const LOTS = '0.01'
const BODY = JSON.stringify({ forex_id: 1, type: 1, status: 1, cont: LOTS, multiple: 30, t: '[<id>]' })
const HEADERS = { 'content-type': 'application/json', lang: 'en' }

async function measure(kind: StoreKind): Promise<void> {
  const location = await openLocation(kind, ['simulated'])
  const server = await openTestServer({
    threads: true,
    dataDir: location.dataDir,
    config: { databaseUrl: location.databaseUrl },
  })
  server.feed.say('EURUSD', '1.08500', '1.08510')
  const people: Caller[] = []
  for (let count = 0; count < PEOPLE; count += 1) people.push(await server.person())
  await ordersOf(server, people)
  const pairs: Pair[] = []
  for (let count = 0; count < PAIRS_MIN; count += 1) {
    const peer = await ordersOf(server, people)
    const [, ours] = await Promise.all([floodOf(server), ordersOf(server, people)])
    pairs.push({ ours, peer })
  }
  await server.close()
  await location.clean()
  const name = `order beside ${FLOOD_CONNECTIONS} connections with random tokens, ${kind}`
  print({ name, unit: 'ms p50', peer: 'the same without them', pairs, target: { atMost: RATIO_MAX } })
}

/** The p50 in milliseconds of orders that were all filled. */
async function ordersOf(server: TestServer, people: readonly Caller[]): Promise<number> {
  const requests = people.map(({ token = '' }) => ({
    method: 'POST' as const,
    path: ROUTES.submit.path,
    headers: { ...HEADERS, authorization: token },
    body: BODY,
  }))
  const load = { connections: ORDER_CONNECTIONS, workers: 1, duration: SECONDS, idReplacement: true }
  const { errors, non2xx, latency } = await autocannon({ ...load, url: server.url, requests })
  if (errors + non2xx > 0) throw new Error(`${errors} errors, ${non2xx} refusals of orders`)
  for (const person of people) await person.does('resetForexDemoAccount', {})
  await untilProjected(server.context.core)
  return latency.p50
}

function floodOf(server: TestServer) {
  const requests = Array.from({ length: TOKENS }, () => ({
    method: 'GET' as const,
    path: ROUTES.userInfo.path,
    headers: { ...HEADERS, authorization: randomBytes(32).toString('base64url') },
  }))
  return autocannon({
    connections: FLOOD_CONNECTIONS,
    workers: 1,
    duration: SECONDS,
    idReplacement: false,
    url: server.url,
    requests,
  })
}

for (const kind of storeKinds()) await measure(kind)
