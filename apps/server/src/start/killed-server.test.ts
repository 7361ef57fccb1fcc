/**
 * `kill -9` of the whole server, again and again, on each store, under orders over HTTP and in the middle of stop-outs
 * whose notices go to browsers. Every answered request is carried out once, any other once or not at all; the books and
 * receipts hold; each stop-out has its notices once, and each browser got them. `npm run crash` makes more rounds than
 * `npm test` and prints them.
 */
import { Agent } from 'node:http'
import { loadavg } from 'node:os'
import { PUSH_TOPIC_OF, PUSH_TOPICS } from '@veritick/contract'
import { must } from '@veritick/domain'
import { browserAt, type PushService, scratchPush } from '@veritick/testing/scratch-push'
import { openLocation, type StoreKind, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { Caller } from '@veritick/testing/test-server'
import { afterEach, expect, test } from 'vitest'
import { faultsAfterKill, SeenJournal } from '../../../../tools/crash/whole-check.ts'
import { type SentCall, WholeLoad } from '../../../../tools/crash/whole-load.ts'
import type { Person, WholeTask } from '../../../../tools/crash/whole-messages.ts'
import { WholeProcess } from '../../../../tools/crash/whole-process.ts'
import { LANE_MAX } from '../features/push/lanes.ts'
import type { Query } from '../store/interface.ts'

const asked = process.env.CRASH_ROUNDS
const KINDS = storeKinds()
/**
 * Two hold a start after a crash and one after a clean stop. Three also hold a kill of a server that began with the
 * snapshot of a clean stop, which crash.test.ts has on both stores.
 */
const roundsOn = (kind: StoreKind) => Number(asked ?? (kind === KINDS.at(-1) ? 3 : 2))
/** With few rounds all of it is small, except what is tested. */
const IS_LONG = asked !== undefined
const PER_SECOND = IS_LONG ? 500 : 100
const TRADERS = IS_LONG ? 100 : 20
/** A stop-out is of 10,000 positions. */
const STOPPED_ACCOUNTS = IS_LONG ? 100 : 20
const POSITIONS_EACH = IS_LONG ? 100 : 10
const BROWSERS = IS_LONG ? 20 : 5
/** Every tenth round, the second one first. */
const STOPS_OUT_EVERY = 10
const LOAD_MS = IS_LONG ? 2_000 : 500
/** Of each round: fewer would be no load. */
const ANSWERED_MIN = 20
/** Requests of the round before that are made again after the start. */
const ASKED_AGAIN = 30
const CONNECTIONS = 32
const PATIENCE_MS = 60_000

type World = {
  readonly kind: StoreKind
  readonly location: StoreLocation
  readonly task: WholeTask
  /** It made the customers, and the first round kills it. */
  readonly first: WholeProcess
  readonly service: PushService
  readonly traders: readonly Person[]
  readonly stopped: readonly Person[]
  readonly browsers: readonly { readonly person: Person; readonly browser: ReturnType<typeof browserAt> }[]
  readonly load: WholeLoad
  readonly seen: SeenJournal
}
type Notice = { readonly notice: number; readonly account: number; readonly kind: keyof typeof PUSH_TOPIC_OF }
type Round = {
  readonly rate: number
  readonly answered: number
  readonly unanswered: number
  readonly refused: number
  readonly readyMs: number
  readonly readyCpuMs: number
}

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close()
})

test.each(KINDS.map((kind) => [kind, roundsOn(kind)] as const))(
  'the %s store: %i kills of the whole server lose nothing and repeat nothing',
  async (kind, rounds) => {
    const world = await openWorld(kind)
    const made: Round[] = []
    let before: readonly SentCall[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const { asked, ...figures } = await killed(world, round, before)
      made.push(figures)
      before = asked
    }
    await settled(world, { before, rounds })
    if (IS_LONG) say(`${kind}: ${summaryOf(made)}`)
  },
  300_000 + Math.max(...KINDS.map(roundsOn)) * 120_000,
)

async function openWorld(kind: StoreKind): Promise<World> {
  const location = await openLocation(kind, ['simulated'])
  opened.push({ close: () => location.clean() })
  const service = await scratchPush()
  opened.push({ close: () => service.stop() })
  const task = { dataDir: location.dataDir, databaseUrl: location.databaseUrl, pushService: service.origin }
  const first = await start(task)
  const traders = await peopleOf(first, TRADERS)
  const stopped = await peopleOf(first, STOPPED_ACCOUNTS)
  const browsers = stopped.slice(0, BROWSERS).map((person, at) => ({ person, browser: browserAt(service, `/${at}`) }))
  for (const { person, browser } of browsers) {
    const chosen = { topics: PUSH_TOPICS.join(' '), details: true }
    await new Caller(first.url, person.token).does('pushSubscribe', { ...browser.fields, ...chosen })
  }
  const load = new WholeLoad(traders, PER_SECOND)
  return { kind, location, task, first, service, traders, stopped, browsers, load, seen: new SeenJournal() }
}

async function peopleOf(server: WholeProcess, count: number): Promise<readonly Person[]> {
  const report = await server.ask({ do: 'people', count })
  return report.said === 'people' ? report.people : []
}

/** Ends with the test, also where it fails. */
async function start(task: WholeTask): Promise<WholeProcess> {
  const server = await WholeProcess.start(task)
  opened.push({ close: () => server.end() })
  return server
}

/** One round: start (the first server runs), what was asked before, load, kill, and what stands in the store. */
async function killed(
  world: World,
  round: number,
  before: readonly SentCall[],
): Promise<Round & { readonly asked: readonly SentCall[] }> {
  const { task, load, seen, stopped, kind } = world
  const began = performance.now()
  const server = round === 1 ? world.first : await start(task)
  const first = await firstOrder(world, server, round)
  const readyMs = performance.now() - began
  const used = await server.ask({ do: 'tell_cpu' })
  const readyCpuMs = used.said === 'cpu' ? used.millis : 0
  await askAgain(world, server, before)
  const accounts = stopped.map(({ account }) => account)
  const stopsOut = round % STOPS_OUT_EVERY === 2
  if (stopsOut) await server.ask({ do: 'arm', accounts, each: POSITIONS_EACH, round })
  const loading = load.start(server.url, round)
  await pause(LOAD_MS)
  // The machine may be busy with much else.
  await expect.poll(loading.answered, { timeout: PATIENCE_MS }).toBeGreaterThanOrEqual(ANSWERED_MIN)
  if (stopsOut) server.tell({ do: 'drop' })
  await pause((round * 7_919) % 400)
  await server.kill()
  const { asked, seconds } = await loading.end()
  const armed = stopsOut ? { accounts, each: POSITIONS_EACH } : undefined
  const all = [...before, ...first, ...asked]
  const faults = await faultsAfterKill(task, { seen, asked: all, armed, stopsCleanly: round % 2 === 0 })
  expect(faults, `${kind}, round ${round}`).toEqual([])
  const answers = asked.map(({ answer }) => answer)
  const answered = answers.filter((answer) => answer !== undefined && 'order' in answer).length
  const unanswered = answers.filter((answer) => answer === undefined).length
  const figures = { rate: answered / seconds, answered, unanswered, refused: answers.length - answered - unanswered }
  if (IS_LONG) {
    const where = stopsOut ? `, in a stop-out of ${accounts.length * POSITIONS_EACH} positions` : ''
    const counts = `${answered} answered, ${figures.refused} refused, ${unanswered} without an answer`
    const ready = `ready in ${secondsOf(readyMs)} s, ${secondsOf(readyCpuMs)} s of processor time`
    say(`${kind} ${round}: ${figures.rate.toFixed(0)} orders/s, ${counts}, ${ready}${where}`)
  }
  return { ...figures, readyMs, readyCpuMs, asked: [...first, ...asked] }
}

/** The moment of readiness: an order is filled. */
async function firstOrder({ load, traders }: World, server: WholeProcess, round: number): Promise<readonly SentCall[]> {
  const agent = new Agent({ keepAlive: true })
  const tried: SentCall[] = []
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; ) {
    const one = load.make(`first of round ${round}, try ${tried.length}`, must(traders[0], 'a trader'))
    tried.push(one)
    one.answer = await load.call(agent, server.url, one)
    if (one.answer !== undefined && 'order' in one.answer) break
  }
  agent.destroy()
  return tried
}

/** A request that was answered gets the same answer, any other one now; asked twice, both are the same. */
async function askAgain({ load }: World, server: WholeProcess, before: readonly SentCall[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const answered = before.filter(({ answer }) => answer !== undefined && 'order' in answer).slice(-ASKED_AGAIN)
  const unanswered = before.filter(({ answer }) => answer === undefined)
  await Promise.all(
    unanswered.map(async (one) => {
      one.answer = await load.call(agent, server.url, one)
    }),
  )
  // A refusal that passes is not kept: such a request may be filled the second time.
  const kept = [...answered, ...unanswered.filter(({ answer }) => answer !== undefined && 'order' in answer)]
  const again = await Promise.all(kept.map((one) => load.call(agent, server.url, one)))
  expect(again).toEqual(kept.map(({ answer }) => answer))
  agent.destroy()
}

/** A last start: what waited is sent, and every notice is there once for what happened. */
async function settled(
  world: World,
  { before, rounds }: { readonly before: readonly SentCall[]; readonly rounds: number },
): Promise<void> {
  const { task, seen, browsers, service } = world
  const server = await start(task)
  await askAgain(world, server, before)
  // A stop-out that a kill has prevented.
  await server.ask({ do: 'drop' })
  await server.ask({ do: 'settle' })
  await server.ask({ do: 'stop' })
  let rows: readonly Notice[] = []
  const read = async (query: Query) => {
    rows = await query<Notice>(
      `select notice_id as notice, account_id as account, facts::json ->> 'kind' as kind from customer_notices`,
    )
  }
  expect(await faultsAfterKill(task, { seen, asked: before, armed: undefined, stopsCleanly: true, read })).toEqual([])
  const told = new Map<number, number>()
  for (const { account, kind } of rows) if (kind === 'stopped_out') told.set(account, (told.get(account) ?? 0) + 1)
  expect([...told].sort(byAccount)).toEqual([...seen.stoppedOut].sort(byAccount))
  expect(told.size).toBeGreaterThan(0)
  for (const { person, browser } of browsers) {
    const wanted = rows.filter(({ account, kind }) => account === person.account && PUSH_TOPIC_OF[kind] !== undefined)
    const tags = browser.read().map((message) => (message as { tag: string }).tag)
    expect([...new Set(tags)].sort()).toEqual(wanted.map(({ notice }) => `notice-${notice}`).sort())
  }
  // A notification in transit at a kill is sent again; its tag makes the browser show it once.
  const sent = browsers.reduce((sum, { browser }) => sum + new Set(browser.received().map(({ body }) => body)).size, 0)
  const tags = new Set(browsers.flatMap(({ browser }) => browser.read().map((message) => JSON.stringify(message))))
  expect(sent - tags.size).toBeLessThanOrEqual(rounds * LANE_MAX)
  expect(service.open()).toBe(0)
}

function summaryOf(made: readonly Round[]): string {
  const rates = made.map(({ rate }) => rate).sort((one, two) => one - two)
  // The first server made the customers before its first order.
  const started = made.slice(1)
  const ready = started.map(({ readyMs }) => readyMs).sort((one, two) => one - two)
  const cpu = started.map(({ readyCpuMs }) => readyCpuMs).sort((one, two) => one - two)
  const middle = (values: readonly number[]) => values[values.length >> 1] ?? 0
  const answered = made.reduce((sum, round) => sum + round.answered, 0)
  const inTime = ready.filter((each) => each <= 5_000).length
  return [
    `${made.length} rounds, ${answered} answers`,
    `${middle(rates).toFixed(0)} orders/s (median)`,
    `ready in ${secondsOf(middle(ready))} s (median), ${secondsOf(ready.at(-1) ?? 0)} s (slowest)`,
    `${secondsOf(middle(cpu))} s of processor time (median)`,
    `${inTime} of ${started.length} within 5 s`,
    `load ${loadavg()[0]?.toFixed(0)}`,
  ].join(', ')
}

const secondsOf = (millis: number) => (millis / 1_000).toFixed(1)
const byAccount = ([one]: readonly [number, number], [two]: readonly [number, number]) => one - two
const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))
const say = (line: string) => void process.stdout.write(`${line}\n`)
