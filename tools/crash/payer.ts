/**
 * A process that moves money in every way there is and kills itself (SIGKILL: no goodbye, nothing written) while each way stands still
 * after each of its durable steps: a transaction that has committed, an answer of the ledger. Started again it brings to its end what was
 * left, asks for everything a second time, and says what stands.
 */
import { existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { bindTron, booksProblems, customer, fund, openChannels, verify } from '@veritick/testing/customers'
import { Caller, openTestServer } from '@veritick/testing/test-server'
import { RESUME_MS } from '../../apps/server/src/start/open-money.ts'
import { dying } from './dying.ts'
import { type Stood, stoodFor } from './stood.ts'
import { START_USD, WAYS, type Way } from './ways.ts'

export type Errand = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
}

/** What one start has done: how many durable steps each way has, or what stands after everything that was left is finished. */
export type Said = {
  readonly steps?: Readonly<Record<string, number>>
  readonly stands?: { readonly ways: Readonly<Record<string, Stood>>; readonly problems: readonly string[] }
}

/** More than any way has: one that never ended would say nothing. */
const STEPS_MAX = 20

const errand: Errand = JSON.parse(process.env.ERRAND ?? '')
/** Who went which way, with their token, and how often. */
const known = join(errand.dataDir, 'people.json')
onlyTheNextStartFinishes()
const doors = await openTestServer({
  dataDir: join(errand.dataDir, 'data'),
  config: { databaseUrl: errand.databaseUrl },
})
if (existsSync(known)) await finishAndTell(JSON.parse(readFileSync(known, 'utf8')))
else await goAndDie()

type People = Readonly<Record<string, { readonly token: string; readonly times: number }>>

async function goAndDie(): Promise<void> {
  await openChannels(doors, {
    draw_two_person_limit_usd: '20.00',
    draw_max_day_usd: '15000.00',
    card_provider: 'sandbox',
  })
  const callers: Record<string, Caller> = {}
  for (const { name, isOut } of WAYS) callers[name] = await begin({ name, isOut })
  const steps: Record<string, number> = {}
  const mortal = await dying(doors.context)
  for (const way of WAYS) {
    const me = must(callers[way.name], `${way.name} has begun`)
    const go = (time: number, dies: number) => mortal.go(dies, (money) => way.go({ doors, money, me, time }))
    const whole = await go(0, STEPS_MAX)
    for (let dies = 1; dies <= whole; dies++) await go(dies, dies)
    steps[way.name] = whole
  }
  const people = Object.entries(callers).map(([name, { token }]) => [name, { token, times: (steps[name] ?? 0) + 1 }])
  writeFileSync(known, JSON.stringify(Object.fromEntries(people)))
  // A letter that is on its way at the end goes out a second time: no mail server can be asked whether it came. That is tested with the letters.
  await doors.context.messages.flush()
  say({ steps })
  process.kill(process.pid, 'SIGKILL')
}

async function begin({ name, isOut }: Pick<Way, 'name' | 'isOut'>): Promise<Caller> {
  const person = await customer(doors, name)
  await verify(doors, person)
  await fund(doors, person, START_USD)
  if (isOut) await bindTron(doors, person, name)
  return person
}

/** As customers and staff would after a crash: everything is asked for and decided again, and then once more, which must change nothing. */
async function finishAndTell(people: People): Promise<void> {
  const stands: Record<string, Stood> = {}
  for (const way of WAYS) {
    const { token, times } = must(people[way.name], `${way.name} has begun`)
    const me = new Caller(doors.url, token)
    for (let again = 1; again <= 2; again++)
      for (let time = 0; time < times; time++) await way.go({ doors, money: doors.context, me, time })
    stands[way.name] = await stoodFor(doors, { me, email: `${way.name}@example.com` })
  }
  say({ stands: { ways: stands, problems: await booksProblems(doors) } })
  await doors.close()
}

/** The look at what was left, every half minute, would finish it here before the end. */
function onlyTheNextStartFinishes(): void {
  const every = globalThis.setInterval
  const patient = (work: () => void, pause: number) => every(work, pause === RESUME_MS ? 2 ** 30 : pause)
  Object.assign(globalThis, { setInterval: patient })
}

function say(words: Said): void {
  writeSync(1, `${JSON.stringify(words)}\n`)
}
