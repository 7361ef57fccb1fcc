/**
 * A process that runs every movement of money on each store and kills itself with SIGKILL, while each scenario has
 * stopped after one of its durable steps: a committed transaction, or an answer of the ledger. Started again, it
 * completes the unfinished movements, makes every request a second time, and reports the resulting state.
 */
import { existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { bindTron, booksProblems, customer, fund, openChannels, verify } from '@veritick/testing/customers'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { RESUME_MS } from '../../apps/server/src/start/open-money.ts'
import { SCENARIOS, type Scenario, START_USD } from './crash-scenarios.ts'
import { type CustomerState, stateOf } from './crash-state.ts'
import { openSteppedMoney } from './crash-steps.ts'

/** A store, and what is done on it. */
export type CrashTask = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** The scenarios to run, by their names; left out: all. */
  readonly ways?: readonly string[]
}

/**
 * The result of one start for one task: the number of durable steps of each scenario, or the state after all unfinished
 * movements were completed.
 */
export type CrashReport = {
  readonly steps?: Readonly<Record<string, number>>
  readonly states?: {
    readonly scenarios: Readonly<Record<string, CustomerState>>
    readonly problems: readonly string[]
  }
}

/** More steps than any scenario has: a scenario that never ended would report nothing. */
const STEPS_MAX = 20

type Working = {
  readonly server: TestServer
  readonly chosen: readonly Scenario[]
  /** The file of each scenario's customer: the token and the number of runs. */
  readonly known: string
}

const tasks: readonly CrashTask[] = JSON.parse(process.env.CRASH_TASKS ?? '')
disableResume()
const reports: CrashReport[] = []
const unfinished: TestServer[] = []
for (const task of tasks) {
  const working = await open(task)
  if (existsSync(working.known)) reports.push(await finish(working))
  else {
    reports.push(await runUnfinished(working))
    unfinished.push(working.server)
  }
}
// A mail that is being sent at the kill goes out a second time: a mail server cannot be asked whether it arrived. The
// tests of the messages cover that.
for (const { context } of unfinished) await context.messages.flush()
writeSync(1, `${JSON.stringify(reports)}\n`)
if (unfinished.length > 0) process.kill(process.pid, 'SIGKILL')

async function open({ dataDir, databaseUrl, ways }: CrashTask): Promise<Working> {
  return {
    server: await openTestServer({ dataDir: join(dataDir, 'data'), config: { databaseUrl } }),
    chosen: SCENARIOS.filter(({ name }) => ways?.includes(name) ?? true),
    known: join(dataDir, 'people.json'),
  }
}

type People = Readonly<Record<string, { readonly token: string; readonly times: number }>>

async function runUnfinished({ server, chosen, known }: Working): Promise<CrashReport> {
  await openChannels(server, {
    draw_two_person_limit_usd: '20.00',
    draw_max_day_usd: '15000.00',
    card_provider: 'sandbox',
  })
  const callers: Record<string, Caller> = {}
  for (const { name, isOut } of chosen) callers[name] = await begin(server, { name, isOut })
  const steps: Record<string, number> = {}
  const money = await openSteppedMoney(server.context)
  for (const scenario of chosen) {
    const me = must(callers[scenario.name], `${scenario.name} has begun`)
    const run = (time: number, limit: number) =>
      money.run(limit, (parts) => scenario.run({ server, money: parts, me, time }))
    const whole = await run(0, STEPS_MAX)
    for (let limit = 1; limit <= whole; limit++) await run(limit, limit)
    steps[scenario.name] = whole
  }
  const people = Object.entries(callers).map(([name, { token }]) => [name, { token, times: (steps[name] ?? 0) + 1 }])
  writeFileSync(known, JSON.stringify(Object.fromEntries(people)))
  return { steps }
}

async function begin(server: TestServer, { name, isOut }: Pick<Scenario, 'name' | 'isOut'>): Promise<Caller> {
  const person = await customer(server, name)
  await verify(server, person)
  await fund(server, person, START_USD)
  if (isOut) await bindTron(server, person, name)
  return person
}

/**
 * The requests of customers and staff after a crash: each request and decision is made again, and then once more, which
 * must change nothing.
 */
async function finish({ server, chosen, known }: Working): Promise<CrashReport> {
  const people: People = JSON.parse(readFileSync(known, 'utf8'))
  const states: Record<string, CustomerState> = {}
  for (const scenario of chosen) {
    const { token, times } = must(people[scenario.name], `${scenario.name} has begun`)
    const me = new Caller(server.url, token)
    for (let again = 1; again <= 2; again++)
      for (let time = 0; time < times; time++) await scenario.run({ server, money: server.context, me, time })
    states[scenario.name] = await stateOf(server, { me, email: `${scenario.name}@example.com` })
  }
  const problems = await booksProblems(server)
  await server.close()
  return { states: { scenarios: states, problems } }
}

/** The server's own check every half minute would complete the movements before the kill. */
function disableResume(): void {
  const every = globalThis.setInterval
  const patient = (work: () => void, pause: number) => every(work, pause === RESUME_MS ? 2 ** 30 : pause)
  Object.assign(globalThis, { setInterval: patient })
}
