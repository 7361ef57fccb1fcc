/**
 * The store in trouble. How much longer an order takes than on a quiet server in the same run, while another
 * transaction holds the read tables locked, and while 500 readers ask for one customer's history without a pause. One
 * customer after the other opens and closes an order, from a process of its own; the readers are another process. And
 * how soon the first order is filled after the store was gone (outages.ts).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { ROUTES } from '@veritick/contract'
import { must } from '@veritick/domain'
import { storeFaults } from '@veritick/testing/store-faults'
import { openLocation } from '@veritick/testing/stores'
import { openTestServer } from '@veritick/testing/test-server'
import { PAIRS_MIN, type Pair, print } from './measure.ts'
import { measureOutages } from './outages.ts'

const PHASE_MS = 6_000
/** Of an order's p50 on a quiet server. */
const RATIO_MAX = 1.5
const READERS = 500
/** Ended orders of the history that is read. */
const HISTORY = 100
/** Taking turns, so that no pace of one account is reached. */
const TRADERS = 8

type Part = { readonly kind: 'orders' | 'readers'; readonly url: string; readonly tokens: readonly string[] }
type Figures = { readonly p50: number; readonly refused: number }

const given = process.env.TROUBLE_PART
if (given !== undefined) await play(JSON.parse(given))
else {
  await measureOutages()
  await measure()
}

async function measure(): Promise<void> {
  const location = await openLocation('server', ['simulated'])
  const server = await openTestServer({
    threads: true,
    dataDir: location.dataDir,
    config: { databaseUrl: location.databaseUrl },
  })
  const faults = await storeFaults(must(location.databaseUrl, 'a server'), server.context.config.world)
  server.feed.say('EURUSD', '1.08500', '1.08510')
  const read = await server.person()
  for (let count = 0; count < HISTORY; count += 1) {
    const order = await read.does('submit', { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 })
    await read.does('close', { id: order.Id })
  }
  const traders = await Promise.all(Array.from({ length: TRADERS }, () => server.person()))
  const orders = { kind: 'orders', url: server.url, tokens: traders.map(({ token = '' }) => token) } as const
  const readers = { kind: 'readers', url: server.url, tokens: [read.token ?? ''] } as const
  await run(orders)
  const [whileLocked, whileCrowded]: [Pair[], Pair[]] = [[], []]
  for (let round = 1; round <= PAIRS_MIN; round += 1) {
    const quiet = await run(orders)
    const unlock = await faults.lock('orders', 'account_log', 'ledger_entries', 'account_totals', 'order_events')
    const locked = await run(orders)
    await unlock()
    await caughtUp(server.context.core)
    const [crowded] = await Promise.all([run(orders), run(readers)])
    await caughtUp(server.context.core)
    whileLocked.push({ ours: locked.p50, peer: quiet.p50 })
    whileCrowded.push({ ours: crowded.p50, peer: quiet.p50 })
    for (const { refused } of [quiet, locked, crowded])
      if (refused > 0) throw new Error(`${refused} orders were refused`)
  }
  const figure = { unit: 'ms p50', peer: 'a quiet server', target: { atMost: RATIO_MAX } }
  print({ ...figure, name: 'order, read tables locked', pairs: whileLocked })
  print({ ...figure, name: `order, ${READERS} readers of one history`, pairs: whileCrowded })
  await faults.end()
  await server.close()
  await location.clean()
}

/** The read tables catch up before the next round starts. */
async function caughtUp(core: { stats(): { readonly projectionLag: number } }): Promise<void> {
  while (core.stats().projectionLag > 0) await new Promise((resolve) => setTimeout(resolve, 100))
}

async function run(part: Part): Promise<Figures> {
  const child: ChildProcess = spawn(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url)], {
    env: { ...process.env, TROUBLE_PART: JSON.stringify(part) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  for await (const piece of must(child.stdout ?? undefined, 'a pipe')) text += String(piece)
  return JSON.parse(text)
}

/** Runs in the child process; prints its figures to standard output. */
async function play({ kind, url, tokens }: Part): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: READERS })
  const times: number[] = []
  let refused = 0
  const timed = async (work: () => Promise<{ readonly code: number; readonly data: { readonly Id: number } }>) => {
    const started = performance.now()
    const { code, data } = await work()
    times.push(performance.now() - started)
    if (code !== 1) refused += 1
    return data
  }
  const until = performance.now() + PHASE_MS
  const trade = async () => {
    for (let number = 0; performance.now() < until; number += 1) {
      const token = tokens[number % tokens.length] ?? ''
      const opened = await timed(() =>
        ask({
          agent,
          url,
          token,
          call: 'submit',
          body: { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 },
        }),
      )
      await timed(() => ask({ agent, url, token, call: 'close', body: { id: opened.Id } }))
    }
  }
  const read = async () => {
    while (performance.now() < until)
      await timed(() => ask({ agent, url, token: tokens[0] ?? '', call: 'myDeal', body: { status: 3, page: 1 } }))
  }
  await (kind === 'orders' ? trade() : Promise.all(Array.from({ length: READERS }, read)))
  agent.destroy()
  const sorted = times.toSorted((one, two) => one - two)
  process.stdout.write(JSON.stringify({ p50: sorted[Math.floor(sorted.length / 2)] ?? 0, refused }))
}

function ask<Answer>(asked: {
  readonly agent: Agent
  readonly url: string
  readonly token: string
  readonly call: 'submit' | 'close' | 'myDeal'
  readonly body: object
}): Promise<Answer> {
  const { agent, url, token, call, body } = asked
  const { path, changes } = ROUTES[call]
  const text = JSON.stringify(body)
  const query = changes
    ? ''
    : `?${new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]))}`
  const headers = {
    authorization: token,
    ...(changes ? { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } : {}),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url + path + query, { agent, method: changes ? 'POST' : 'GET', headers }, (response) => {
      let answer = ''
      response.on('data', (piece) => {
        answer += String(piece)
      })
      response.on('end', () => resolve(JSON.parse(answer)))
    })
    sent.on('error', reject)
    sent.end(changes ? text : undefined)
  })
}
