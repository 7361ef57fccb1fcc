/**
 * An order over HTTP (session, parsing, idempotency, engine, durable commit, read tables, answer with its evidence)
 * beside three peers in the same run: a bare Fastify route that answers as many bytes, a route that commits each body
 * in a group and then answers, and one PostgreSQL function an order under pgbench. The server is the built one, in a
 * process of its own, and so are the peers; the load comes from a thread of this process. All take turns.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROUTES } from '@veritick/contract'
import { must } from '@veritick/domain'
import { openLocation, type StoreKind, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { Caller } from '@veritick/testing/test-server'
import autocannon from 'autocannon'
import { type BuiltServer, cpuMicrosOf, startBuiltServer } from './built-server.ts'
import { FUNCTION_CLIENTS, hasPgbench, openFunctionPeer } from './function-peer.ts'
import type { PeersStart } from './http-peers.ts'
import { median, PAIRS_MIN, type Pair, print } from './measure.ts'

const SECONDS = 3
const CONNECTIONS = [64, 256] as const
/** Each may hold 500 orders: together more than any round places. */
const CUSTOMERS = 200
const P99_MAX_MS = 150
const CAUGHT_UP_POLL_MS = 50
const LOTS = '0.01'
const BODY = JSON.stringify({ forex_id: 1, type: 1, status: 1, cont: LOTS, multiple: 30, t: '[<id>]' })
const HEADERS = { 'content-type': 'application/json', lang: 'en' }

/** Answers a second; `cpuMicros`: of the process that answered, for one answer. */
type Turn = { readonly rate: number; readonly p99: number; readonly cpuMicros: number }
type Turns = Readonly<Record<string, () => Promise<Turn>>>
type Rounds = Readonly<Record<string, readonly Turn[]>>
type Load = Parameters<typeof autocannon>[0]

for (const kind of storeKinds()) await measure(kind)

async function measure(kind: StoreKind): Promise<void> {
  const location = await openLocation(kind, ['simulated'])
  const server = await startBuiltServer(location)
  const customers = await openCustomers(server.url)
  const peers = await openPeers({ answer: await sampleAnswer(server.url), databaseUrl: location.databaseUrl })
  const byFunction = await functionTurn(location)
  const setupClient = writeSetup(location.dataDir, customers)
  for (const connections of CONNECTIONS) {
    const load = { connections, workers: 1, duration: SECONDS, idReplacement: true }
    const peer = (path: string) => () => turnOf({ ...load, url: peers.url, requests: [post(path)] }, peers.pid)
    const rounds = await takeTurnsOfAll({
      orders: () => ordersTurn({ server, customers, load: { ...load, setupClient } }),
      bare: peer('/bare'),
      ...(kind === 'server' && { group: peer('/group') }),
      ...byFunction,
    })
    report(`orders over HTTP, ${kind} store, ${connections} connections`, rounds)
  }
  peers.stop()
  await server.stop()
  await location.clean()
}

/** As takeTurns of measure.ts, for several peers: each round begins with another one. The first round warms up. */
async function takeTurnsOfAll(turns: Turns): Promise<Rounds> {
  const names = Object.keys(turns)
  const rounds: Record<string, Turn[]> = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round <= PAIRS_MIN; round += 1) {
    for (let at = 0; at < names.length; at += 1) {
      const name = must(names[(round + at) % names.length], 'a name')
      const turn = await must(turns[name], 'a turn')()
      if (round > 0) rounds[name]?.push(turn)
    }
  }
  return rounds
}

function report(name: string, rounds: Rounds): void {
  const { orders = [], bare = [], group, byFunction } = rounds
  const pairs = (peer: readonly Turn[], pick: (turn: Turn) => number): readonly Pair[] =>
    orders.map((turn, at) => ({ ours: pick(turn), peer: pick(must(peer[at], 'as many turns of each')) }))
  const rate = (turn: Turn) => turn.rate
  const unit = 'orders/s'
  print({ name, unit, peer: 'a bare Fastify route', pairs: pairs(bare, rate), target: { atLeast: 0.4 } })
  print({
    name: `${name}, CPU of the server's process`,
    unit: 'us an order',
    peer: 'a bare Fastify route',
    pairs: pairs(bare, (turn) => turn.cpuMicros),
    // The same target as above, for a machine whose cores other programs use too.
    target: { atMost: 2.5 },
  })
  if (group !== undefined)
    print({ name, unit, peer: 'a route with a group commit', pairs: pairs(group, rate), target: { atLeast: 0.5 } })
  if (byFunction !== undefined) {
    const peer = `one PostgreSQL function an order, ${FUNCTION_CLIENTS} clients`
    print({ name, unit, peer, pairs: pairs(byFunction, rate), target: { atLeast: 1.5 } })
  }
  const p99 = median(orders.map((turn) => turn.p99))
  process.stdout.write(`${name}, p99: ${p99} ms (target <= ${P99_MAX_MS}) ${p99 <= P99_MAX_MS ? 'ok' : 'short'}\n`)
}

function post(path: string) {
  return { method: 'POST' as const, path, headers: HEADERS, body: BODY }
}

/**
 * Gives each connection the token of one customer, in turn; the peers' connections have one request each too. With the
 * requests of all customers in each connection autocannon would build 51,200 before it reads its first answer, which
 * then seems late by the time that it took. Its worker loads a file.
 */
function writeSetup(folder: string, customers: readonly Caller[]): string {
  const headers = customers.map(({ token = '' }) => ({ ...HEADERS, authorization: token }))
  const file = join(folder, 'one-customer-a-connection.cjs')
  writeFileSync(
    file,
    `const headers = ${JSON.stringify(headers)}
let connections = 0
module.exports = (client) => client.setHeaders(headers[connections++ % headers.length])
`,
  )
  return file
}

async function turnOf(load: Load, pid: number): Promise<Turn> {
  const before = cpuMicrosOf(pid) ?? 0
  const result = await autocannon(load)
  if (result.errors + result.non2xx > 0) throw new Error(`${result.errors} errors, ${result.non2xx} refusals`)
  const { total } = result.requests
  return {
    rate: total / SECONDS,
    p99: result.latency.p99,
    cpuMicros: ((cpuMicrosOf(pid) ?? 0) - before) / total,
  }
}

/** The read tables' part of a turn's orders counts for that turn, also where it comes later. */
async function ordersTurn(on: {
  readonly server: BuiltServer
  readonly customers: readonly Caller[]
  readonly load: Omit<Load, 'url' | 'requests'>
}): Promise<Turn> {
  const { server, customers, load } = on
  const opened = () => server.figure('order_events_total', 'event="opened"')
  const [before, began, cpu] = [await opened(), performance.now(), cpuMicrosOf(server.pid) ?? 0]
  const requests = [post(ROUTES.submit.path)]
  const turn = await turnOf({ ...load, url: server.url, requests }, server.pid)
  const loadMs = performance.now() - began
  while ((await server.figure('projection_lag_events')) > 0)
    await new Promise((resolve) => setTimeout(resolve, CAUGHT_UP_POLL_MS))
  const placed = (await opened()) - before
  const answered = Math.round(turn.rate * SECONDS)
  // Every answer must be an order in the store: a round of refusals would be fast and worthless.
  if (placed < answered) throw new Error(`${answered} answers, ${placed} orders`)
  const late = Math.max(0, performance.now() - began - loadMs - 2 * CAUGHT_UP_POLL_MS)
  const cpuMicros = ((cpuMicrosOf(server.pid) ?? 0) - cpu) / answered
  for (const customer of customers) await customer.does('resetForexDemoAccount', {})
  return { ...turn, rate: turn.rate * (loadMs / (loadMs + late)), cpuMicros }
}

async function openCustomers(url: string): Promise<readonly Caller[]> {
  const visitor = new Caller(url, undefined)
  const customers: Caller[] = []
  for (let count = 0; count < CUSTOMERS; count += 1)
    customers.push(new Caller(url, (await visitor.does('createAccountDemoForU', {})).token))
  return customers
}

/** An answer of the kind that an order gets, for the peers to give. */
async function sampleAnswer(url: string): Promise<string> {
  const [customer] = [new Caller(url, (await new Caller(url, undefined).does('createAccountDemoForU', {})).token)]
  const order = { forex_id: 1, type: 1, status: 1, cont: LOTS, multiple: 30 }
  const { code, msg, data } = await customer.asks('submit', order)
  return JSON.stringify({ code, msg, data })
}

async function openPeers(start: PeersStart): Promise<{ readonly url: string; readonly pid: number; stop(): void }> {
  const peers = fork(fileURLToPath(new URL('./http-peers.ts', import.meta.url)))
  await once(peers, 'message')
  peers.send(start)
  const [url] = await once(peers, 'message')
  return { url: String(url), pid: must(peers.pid, 'the peers run'), stop: () => peers.disconnect() }
}

/** None where there is no pgbench, or no PostgreSQL to run it on. */
async function functionTurn({ databaseUrl, dataDir }: StoreLocation): Promise<Turns> {
  if (databaseUrl === undefined) return {}
  if (!hasPgbench()) {
    process.stderr.write('\n*** No pgbench here: the PostgreSQL function is not measured. ***\n\n')
    return {}
  }
  const rateOf = await openFunctionPeer({ databaseUrl, folder: dataDir, accounts: CUSTOMERS })
  return { byFunction: async () => ({ rate: await rateOf(SECONDS), p99: 0, cpuMicros: 0 }) }
}
