/**
 * The whole server, with its core and store in threads of their own, for the test that kills it. It carries out what
 * each line of its standard input asks for, and reports on its standard output. The parent places orders over HTTP.
 */
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { lotUnits, must } from '@veritick/domain'
import { openTestServer } from '@veritick/testing/test-server'
import { type Person, REPORT, type WholeAsked, type WholeReport, type WholeStart } from './whole-messages.ts'
import { requestKey } from './world.ts'

/** The instrument of the positions that are stopped out; the parent trades another. */
const STOPPED = 'EURUSD'
/** Of all positions of an account together: at leverage 30 they use nine tenths of the demo money. */
const LOTS = 250_000
/** Commands that wait for the store at a time. */
const AT_ONCE = 2_000
const PEOPLE_AT_ONCE = 20
const SETTLE_MS = 100

const { dataDir, databaseUrl, pushService, threadFile }: WholeStart = JSON.parse(process.env.WHOLE_TASK ?? '')
const server = await openTestServer({
  threadFile,
  dataDir,
  config: { databaseUrl, pushServices: [pushService], pushContact: 'mailto:operator@example.com' },
})
const { core, notices, push, sessions, store } = server.context
server.feed.say(STOPPED, '1.08500', '1.08510')
server.feed.say('GBPUSD', '1.25000', '1.25010')
report({ said: 'open', url: server.url })
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => void carryOut(JSON.parse(line)))
await once(lines, 'close')

async function carryOut(asked: WholeAsked): Promise<void> {
  switch (asked.do) {
    case 'people':
      return report({ said: 'people', people: await people(asked.count) })
    case 'arm':
      await arm(asked)
      break
    case 'drop':
      server.feed.say(STOPPED, '1.03000', '1.03010')
      break
    case 'settle':
      await core.query({ kind: 'trading' })
      await notices.settled()
      while ((await store.query('select 1 from push_queue limit 1')).length > 0) {
        await push.flush()
        // One that failed is due again later.
        await pause(SETTLE_MS)
      }
      break
    case 'tell_cpu': {
      const { user, system } = process.cpuUsage()
      return report({ said: 'cpu', millis: (user + system) / 1_000 })
    }
    case 'stop':
      await server.close()
      report({ said: 'done' })
      process.exit(0)
  }
  report({ said: 'done' })
}

async function people(count: number): Promise<readonly Person[]> {
  const made: Person[] = []
  while (made.length < count) {
    const wanted = Math.min(PEOPLE_AT_ONCE, count - made.length)
    const some = await Promise.all(Array.from({ length: wanted }, () => server.person()))
    for (const { token = '' } of some) {
      const { account, user } = must(await sessions.find(token), 'signed in')
      made.push({ token, account, user })
    }
  }
  return made
}

/** Nothing of it is asked again after a kill, so its keys only have to differ. */
async function arm({ accounts, each, round }: Extract<WholeAsked, { do: 'arm' }>): Promise<void> {
  const at = server.feed.clock()
  const commands = accounts.flatMap((account) => [
    { kind: 'reset_demo', at, account, request: requestKey(`reset ${round} ${account}`) } as const,
    ...Array.from({ length: each }, (_, place) => ({
      ...({
        kind: 'place',
        at,
        account,
        instrument: server.feed.id(STOPPED),
        side: 'buy',
        lots: lotUnits(LOTS / each),
      } as const),
      ...{ target: undefined, stopLoss: undefined, takeProfit: undefined, leverage: 30, seenPrice: undefined },
      request: requestKey(`place ${round} ${account} ${place}`),
    })),
  ])
  for (let start = 0; start < commands.length; start += AT_ONCE)
    for (const { outcome } of await Promise.all(
      commands.slice(start, start + AT_ONCE).map((command) => core.submit({ command })),
    ))
      if (!outcome.ok) throw new Error(`a position to be stopped out was refused: ${outcome.reason}`)
}

function report(made: WholeReport): void {
  writeSync(1, `${REPORT}${JSON.stringify(made)}\n`)
}
