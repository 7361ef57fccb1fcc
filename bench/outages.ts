/**
 * How soon the first order is filled after the store is back: the server was killed, restarted, read-only, or the
 * network to it was cut. The process is never restarted. A customer asks for one order after the other all the time.
 */
import { must } from '@veritick/domain'
import { postgresProxy } from '@veritick/testing/postgres-proxy'
import { type RestartablePostgres, restartablePostgres } from '@veritick/testing/scratch-postgres'
import { openPlace } from '@veritick/testing/stores'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import pg from 'pg'
import { median, printValue, VALUES_MIN } from './measure.ts'

const FIRST_ORDER_MS_MAX = 3_000
/** How long the store is away. */
const AWAY_MS = 4_000
const ASK_EVERY_MS = 20
/** Taking turns, so that no pace of one account is reached. */
const CUSTOMERS = 16
const ORDER = { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 } as const

/** `away` brings the trouble; the function that it gives resolves when the store is back. */
type Outage = { readonly name: string; away(): Promise<() => Promise<void>> }
type Measured = { readonly firstMs: number; readonly refusals: readonly number[] }

export async function measureOutages(): Promise<void> {
  const server = await restartablePostgres()
  const proxy = await postgresProxy(server.url)
  const doors = await openTestServer({ threads: true, config: { databaseUrl: proxy.url, logLevel: 'silent' } })
  const outages: readonly Outage[] = [
    ...(['SIGKILL', 'SIGQUIT', 'SIGINT'] as const).map((signal) => ({
      name: `PostgreSQL ended by ${signal} and started`,
      away: async () => {
        await server.down(signal)
        return () => server.up()
      },
    })),
    { name: 'PostgreSQL read-only', away: () => readOnly(server) },
    {
      name: 'network to PostgreSQL cut',
      away: async () => {
        const heal = proxy.breakNew('', 'reset')
        proxy.break('', 'reset')
        return async () => heal()
      },
    },
  ]
  await measureAll(doors, outages)
  await doors.close()
  await proxy.close()
  await server.stop()

  const place = await openPlace('embedded', ['simulated'])
  const embedded = await openTestServer({ threads: true, dataDir: place.dataDir, config: { logLevel: 'silent' } })
  const set = (value: string) => embedded.context.store.query(`set default_transaction_read_only = ${value}`)
  const away = async () => {
    await set('on')
    return async () => void (await set('off'))
  }
  await measureAll(embedded, [{ name: 'embedded store read-only', away }])
  await embedded.close()
  await place.clean()
}

async function measureAll(doors: TestServer, outages: readonly Outage[]): Promise<void> {
  doors.feed.say('EURUSD', '1.08500', '1.08510')
  const people = await Promise.all(Array.from({ length: CUSTOMERS }, () => doors.person()))
  for (const outage of outages) {
    const rounds: Measured[] = []
    for (let round = 0; round < VALUES_MIN; round += 1) rounds.push(await measure(doors, people, outage))
    const refusals = rounds.flatMap((each) => each.refusals)
    const note = `${refusals.length} orders refused meanwhile, each in ${Math.round(median(refusals))} ms`
    printValue({
      name: `first order after: ${outage.name}`,
      unit: 'ms',
      values: rounds.map(({ firstMs }) => firstMs),
      target: { atMost: FIRST_ORDER_MS_MAX },
      note,
    })
  }
}

async function measure(doors: TestServer, people: readonly Caller[], outage: Outage): Promise<Measured> {
  let asked = 0
  const ask = () => {
    asked += 1
    return must(people[asked % people.length], 'a customer').asks('submit', ORDER)
  }
  let filled = 0
  const refusals: number[] = []
  const back = await outage.away()
  const until = performance.now() + AWAY_MS
  // An order that arrives before the trouble is noticed waits for the store; those after it are refused.
  const waiting: Promise<unknown>[] = []
  while (performance.now() < until) {
    const at = performance.now()
    waiting.push(
      ask().then(({ code, reason }) => {
        if (code === 1) filled += 1
        else if (reason === 'busy') refusals.push(performance.now() - at)
        else throw new Error(`refused: ${reason}`)
      }),
    )
    await pause()
  }
  await back()
  const started = performance.now()
  while ((await ask()).code !== 1) await pause()
  filled += 1
  const firstMs = performance.now() - started
  await Promise.all(waiting)
  must(refusals[0], 'orders were refused meanwhile')
  // Lists read the read tables.
  while (doors.context.core.stats().projectionLag > 0) await pause()
  let found = 0
  for (const person of people) {
    found += (await person.does('myDeal', { status: 1 })).total
    await person.does('resetForexDemoAccount', {})
  }
  if (found !== filled) throw new Error(`${filled} orders were answered as filled, ${found} are there`)
  return { firstMs, refusals }
}

async function readOnly(server: RestartablePostgres): Promise<() => Promise<void>> {
  const set = async (value: 'on' | 'off') => {
    const client = new pg.Client({ connectionString: server.url, options: '-c default_transaction_read_only=off' })
    await client.connect()
    await client.query(`alter system set default_transaction_read_only = ${value}`)
    await client.query('select pg_reload_conf()')
    await client.end()
  }
  await set('on')
  return () => set('off')
}

const pause = () => new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
