/**
 * How soon the first order is filled after the store is back: the server was killed, restarted, hung, full, read-only,
 * or the network to it was cut; and that a slow store, or connections that are cut within a COMMIT, lose nothing. The
 * process is never restarted. A customer asks for one order after the other all the time.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { type PostgresProxy, postgresProxy } from '@veritick/testing/postgres-proxy'
import { canHavePostgres, type RestartablePostgres, restartablePostgres } from '@veritick/testing/scratch-postgres'
import { smallDisk, storeFaults } from '@veritick/testing/store-faults'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import pg from 'pg'
import { median, printValue, VALUES_MIN } from './measure.ts'

const FIRST_ORDER_MS_MAX = 3_000
/** How long the store is away. */
const AWAY_MS = 4_000
const ASK_EVERY_MS = 20
const CUT_EVERY_MS = 200
const SLOW_COMMIT_MS = 200
/** Taking turns, so that no pace of one account is reached. */
const CUSTOMERS = 16
const ORDER = { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 } as const
/** For the embedded store and its log, and little more. */
const EMBEDDED_DISK_MB = 240
const JOURNAL_DISK_MB = 24

/**
 * `away` brings the trouble; the function that it gives resolves when the store is back. `refuses`: orders must be
 * refused meanwhile, or none may be; missing: both can be.
 */
type Outage = { readonly name: string; readonly refuses?: boolean; away(): Promise<() => Promise<void>> }
type Measured = { readonly firstMs: number; readonly refusals: readonly number[]; readonly filled: number }

export async function measureOutages(): Promise<void> {
  if (canHavePostgres()) await measureServer()
  await measureEmbedded()
}

async function measureServer(): Promise<void> {
  const server = await restartablePostgres()
  const proxy = await postgresProxy(server.url)
  const testServer = await openTestServer({ threads: true, config: { databaseUrl: proxy.url, logLevel: 'silent' } })
  const disk = await journalOnSmallDisk(server, testServer)
  await measureAll(testServer, [
    ...(['SIGKILL', 'SIGQUIT', 'SIGINT'] as const).map((signal) => ({
      name: `PostgreSQL ended by ${signal} and started`,
      refuses: true,
      away: async () => {
        await server.down(signal)
        return () => server.up()
      },
    })),
    {
      name: 'PostgreSQL hung',
      refuses: true,
      away: async () => {
        const goOn = server.hang()
        return async () => goOn()
      },
    },
    { name: 'PostgreSQL read-only', refuses: true, away: () => readOnly(server) },
    ...(disk === undefined ? [] : [{ name: 'PostgreSQL with a full disk', refuses: true, away: disk.fill }]),
    {
      name: 'network to PostgreSQL cut',
      refuses: true,
      away: async () => {
        const heal = proxy.breakNew('', 'reset')
        proxy.break('', 'reset')
        return async () => heal()
      },
    },
    { name: `connections of commits cut every ${CUT_EVERY_MS} ms before their answer`, away: () => cuts(proxy) },
    {
      name: `each commit of PostgreSQL ${SLOW_COMMIT_MS} ms late`,
      refuses: false,
      away: async () => {
        const quick = proxy.delay('commit', SLOW_COMMIT_MS)
        return async () => quick()
      },
    },
  ])
  await testServer.close()
  await proxy.close()
  await server.stop()
  disk?.remove()
}

async function measureEmbedded(): Promise<void> {
  const disk = smallDisk(EMBEDDED_DISK_MB)
  if (disk === undefined) process.stderr.write('\n*** No full disk: only root can make a small one. ***\n\n')
  const where = disk === undefined ? {} : { dataDir: disk.folder }
  const embedded = await openTestServer({ threads: true, ...where, config: { logLevel: 'silent' } })
  const query = (sql: string) => embedded.context.store.query(sql)
  const set = (value: string) => query(`set default_transaction_read_only = ${value}`)
  await query(`create function busy_wait(millis int) returns void language plpgsql as
    $$ declare over timestamptz := clock_timestamp() + millis * interval '1 ms';
       begin while clock_timestamp() < over loop end loop; end $$`)
  await query(`create function wait_first() returns trigger language plpgsql as
    $$ begin perform busy_wait(${SLOW_COMMIT_MS}); return null; end $$`)
  await measureAll(embedded, [
    {
      name: 'embedded store read-only',
      refuses: true,
      away: async () => {
        await set('on')
        return async () => void (await set('off'))
      },
    },
    {
      // It has one connection.
      name: 'embedded store hung',
      refuses: true,
      away: async () => {
        const over = query(`select busy_wait(${AWAY_MS})`)
        return async () => void (await over)
      },
    },
    ...(disk === undefined
      ? []
      : [{ name: 'embedded store with a full disk', refuses: true, away: () => full(disk.folder) }]),
    {
      // Its one connection also writes the read tables: on a busy machine a commit can be late for that long.
      name: `each commit of the embedded store ${SLOW_COMMIT_MS} ms late`,
      away: async () => {
        await query('create trigger slow before insert on journal execute function wait_first()')
        return async () => void (await query('drop trigger slow on journal'))
      },
    },
  ])
  await embedded.close()
  disk?.remove()
}

async function measureAll(testServer: TestServer, outages: readonly Outage[]): Promise<void> {
  testServer.feed.say('EURUSD', '1.08500', '1.08510')
  const people = await Promise.all(Array.from({ length: CUSTOMERS }, () => testServer.person()))
  for (const outage of outages) {
    const rounds: Measured[] = []
    for (let round = 0; round < VALUES_MIN; round += 1) rounds.push(await measure(testServer, people, outage))
    const refusals = rounds.flatMap((each) => each.refusals)
    const filled = rounds.reduce((sum, each) => sum + each.filled, 0)
    const each = refusals.length > 0 ? `, each in ${Math.round(median(refusals))} ms` : ''
    printValue({
      name: `first order after: ${outage.name}`,
      unit: 'ms',
      values: rounds.map(({ firstMs }) => firstMs),
      target: { atMost: FIRST_ORDER_MS_MAX },
      note: `${refusals.length} orders refused meanwhile${each}, ${filled} filled and there once`,
    })
  }
}

async function measure(testServer: TestServer, people: readonly Caller[], outage: Outage): Promise<Measured> {
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
    await pause(ASK_EVERY_MS)
  }
  await back()
  const started = performance.now()
  while ((await ask()).code !== 1) await pause(ASK_EVERY_MS)
  filled += 1
  const firstMs = performance.now() - started
  await Promise.all(waiting)
  const { refuses = refusals.length > 0 } = outage
  if (refuses !== refusals.length > 0) throw new Error(`${outage.name}: ${refusals.length} orders were refused`)
  // Lists read the read tables.
  while (testServer.context.core.stats().projectionLag > 0) await pause(ASK_EVERY_MS)
  let found = 0
  for (const person of people) {
    found += (await person.does('myDeal', { status: 1 })).total
    await person.does('resetForexDemoAccount', {})
  }
  if (found !== filled) throw new Error(`${filled} orders were answered as filled, ${found} are there`)
  return { firstMs, refusals, filled }
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

/** The journal lies on a disk of its own, because PostgreSQL ends where its write-ahead log has no room. */
async function journalOnSmallDisk(
  server: RestartablePostgres,
  { context }: TestServer,
): Promise<{ fill(): Promise<() => Promise<void>>; remove(): void } | undefined> {
  const disk = smallDisk(JOURNAL_DISK_MB)
  if (disk === undefined) return undefined
  const faults = await storeFaults(server.url, context.config.world)
  await faults.query(`create tablespace small location '${disk.folder}'`)
  await faults.query('alter table journal set tablespace small')
  await faults.end()
  return { fill: () => full(disk.folder), remove: () => disk.remove() }
}

async function full(folder: string): Promise<() => Promise<void>> {
  const filler = join(folder, 'filler')
  try {
    writeFileSync(filler, Buffer.alloc(EMBEDDED_DISK_MB * 1_048_576))
  } catch (error) {
    if (!String(error).includes('ENOSPC')) throw error
  }
  return async () => rmSync(filler)
}

/** The server has done the statement each time; its answer is lost. */
async function cuts(proxy: PostgresProxy): Promise<() => Promise<void>> {
  const timer = setInterval(() => proxy.cutNext('commit', 'after'), CUT_EVERY_MS)
  return async () => clearInterval(timer)
}

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))
