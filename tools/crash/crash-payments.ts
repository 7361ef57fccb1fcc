/**
 * A process that runs every movement of money and kills itself with SIGKILL, while each scenario has stopped after one
 * of its durable steps: a committed transaction, or an answer of the ledger. Started again, it completes the unfinished
 * movements, makes every request a second time, and reports the resulting state.
 */
import { existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { bindTron, booksProblems, customer, fund, openChannels, verify } from '@veritick/testing/customers'
import { Caller, openTestServer } from '@veritick/testing/test-server'
import { RESUME_MS } from '../../apps/server/src/start/open-money.ts'
import { SCENARIOS, type Scenario, START_USD } from './crash-scenarios.ts'
import { type CustomerState, stateOf } from './crash-state.ts'
import { openSteppedMoney } from './crash-steps.ts'

export type CrashTask = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** The scenarios to run, by their names; left out: all. */
  readonly ways?: readonly string[]
}

/**
 * The result of one start: the number of durable steps of each scenario, or the state after all unfinished movements
 * were completed.
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

const task: CrashTask = JSON.parse(process.env.CRASH_TASK ?? '')
const chosen = SCENARIOS.filter(({ name }) => task.ways?.includes(name) ?? true)
/** Each scenario's customer: the token and the number of runs. */
const known = join(task.dataDir, 'people.json')
disableResume()
const server = await openTestServer({ dataDir: join(task.dataDir, 'data'), config: { databaseUrl: task.databaseUrl } })
if (existsSync(known)) await finishAndReport(JSON.parse(readFileSync(known, 'utf8')))
else await runAndKill()

type People = Readonly<Record<string, { readonly token: string; readonly times: number }>>

async function runAndKill(): Promise<void> {
  await openChannels(server, {
    draw_two_person_limit_usd: '20.00',
    draw_max_day_usd: '15000.00',
    card_provider: 'sandbox',
  })
  const callers: Record<string, Caller> = {}
  for (const { name, isOut } of chosen) callers[name] = await begin({ name, isOut })
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
  // A mail that is being sent at the kill goes out a second time: a mail server cannot be asked whether it arrived. The
  // tests of the messages cover that.
  await server.context.messages.flush()
  report({ steps })
  process.kill(process.pid, 'SIGKILL')
}

async function begin({ name, isOut }: Pick<Scenario, 'name' | 'isOut'>): Promise<Caller> {
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
async function finishAndReport(people: People): Promise<void> {
  const states: Record<string, CustomerState> = {}
  for (const scenario of chosen) {
    const { token, times } = must(people[scenario.name], `${scenario.name} has begun`)
    const me = new Caller(server.url, token)
    for (let again = 1; again <= 2; again++)
      for (let time = 0; time < times; time++) await scenario.run({ server, money: server.context, me, time })
    states[scenario.name] = await stateOf(server, { me, email: `${scenario.name}@example.com` })
  }
  report({ states: { scenarios: states, problems: await booksProblems(server) } })
  await server.close()
}

/** The server's own check every half minute would complete the movements before the kill. */
function disableResume(): void {
  const every = globalThis.setInterval
  const patient = (work: () => void, pause: number) => every(work, pause === RESUME_MS ? 2 ** 30 : pause)
  Object.assign(globalThis, { setInterval: patient })
}

function report(made: CrashReport): void {
  writeSync(1, `${JSON.stringify(made)}\n`)
}
