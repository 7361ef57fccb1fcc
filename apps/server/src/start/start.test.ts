/**
 * The steps of a start before its store is open, from the real process: it waits for PostgreSQL, and repairs only an
 * existing store. Further options of repair go through the same steps in the process of the test.
 */

import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@veritick/testing/free-port'
import { OPEN_LINE, type Started, startProcess } from '@veritick/testing/processes'
import { programOf } from '@veritick/testing/programs'
import { canHavePostgres, type RestartablePostgres, restartablePostgres } from '@veritick/testing/scratch-postgres'
import { storeFaults } from '@veritick/testing/store-faults'
import { oneStoreKind, openLocation } from '@veritick/testing/stores'
import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { readConfig } from '../config/config.ts'
import { SETTING_NAMES } from '../config/setting-names.ts'
import { prepareStart } from './prepare.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
let folder: string
let program: string
const running: Started[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'veritick-start-'))
  program = await programOf(MAIN)
})
afterEach(async () => {
  for (const each of running.splice(0)) await each.end()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(environment: Readonly<Record<string, string>>, args: readonly string[] = []): Started {
  const { DATABASE_URL: _, ...own } = process.env
  const started = startProcess([process.execPath, program, ...args], {
    env: {
      ...own,
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      OFFICE_PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      ...environment,
    },
  })
  running.push(started)
  return started
}

/** TimeoutStopSec of deploy/veritick.service. */
const SUPERVISOR_WAIT_MS = 15_000

const healthOf = async (port: number) => {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
  return { status: answer.status, body: await answer.json() }
}

const canRestart = canHavePostgres() && process.env.TEST_DATABASE_URL === undefined
if (!canRestart) process.stderr.write('\n*** No PostgreSQL here that can be stopped: an outage is not tested. ***\n\n')
describe.skipIf(!canRestart)('PostgreSQL is down', () => {
  let postgres: RestartablePostgres
  beforeAll(async () => {
    postgres = await restartablePostgres()
  })
  afterAll(() => postgres.stop())

  test('a running server goes on; a start waits, says so on its port, and opens when PostgreSQL is back; after SIGTERM its log ends with "closed"', async () => {
    const port = await freePort()
    const DATABASE_URL = postgres.url
    const first = start({ DATABASE_URL })
    await first.until(OPEN_LINE)
    await postgres.down()
    await first.until(/the connection that holds the writer's lock broke: PostgreSQL was restarted/)
    first.child.kill('SIGKILL')
    await first.ended
    const second = start({ DATABASE_URL, PORT: String(port) })
    await second.until(/the start waits for PostgreSQL/)
    expect(await healthOf(port)).toEqual({ status: 503, body: { status: 'starting', reason: 'store_unreachable' } })
    await postgres.up()
    await second.until(OPEN_LINE)
    expect(await healthOf(port)).toMatchObject({ status: 200, body: { status: 'running' } })
    second.child.kill('SIGTERM')
    const end = await second.ended
    expect(end.code).toBe(0)
    expect(JSON.parse(end.said.trim().split('\n').at(-1) ?? '')).toMatchObject({ level: 30, msg: 'closed' })
  }, 180_000)

  test('SIGTERM ends a start that waits; DATABASE_WAIT_SECONDS is the ceiling of the wait', async () => {
    await postgres.down()
    const waiting = start({ DATABASE_URL: postgres.url })
    await waiting.until(/the start waits for PostgreSQL/)
    waiting.child.kill('SIGTERM')
    expect(await waiting.ended).toMatchObject({ code: 0 })
    const short = start({ DATABASE_URL: postgres.url, DATABASE_WAIT_SECONDS: '3' })
    const { code, said } = await short.ended
    expect(code).toBe(1)
    expect(said).toContain('the start waits for PostgreSQL')
    expect(said).toMatch(/Veritick cannot start:\n {2}DATABASE_URL: no PostgreSQL answers/)
    await postgres.up()
  })

  test('SIGTERM while the database stands still: it ends in time and says that nothing is lost', async () => {
    const stuck = start({ DATABASE_URL: postgres.url })
    await stuck.until(OPEN_LINE)
    const faults = await storeFaults(postgres.url, 'simulated')
    const thaw = [await faults.freeze('commit'), await faults.freeze('background')]
    try {
      const asked = performance.now()
      stuck.child.kill('SIGTERM')
      const { code, said } = await stuck.ended
      expect(code).toBe(1)
      expect(performance.now() - asked).toBeLessThan(SUPERVISOR_WAIT_MS)
      expect(said).toContain('closing took too long, mostly because the store does not answer')
      expect(said).not.toContain('"level":60')
    } finally {
      for (const each of thaw) each()
      await faults.end()
    }
  })

  test('an option of repair on a database without the store is refused and makes no schema', async () => {
    const other = new URL(postgres.url)
    other.pathname = '/other'
    await queryOn(postgres.url, 'create database other')
    const { code, said } = await start({ DATABASE_URL: other.href }, ['--rebuild-read-tables']).ended
    expect(code).toBe(1)
    expect(said).toMatch(/--rebuild-read-tables: there is no store in schema veritick_simulated of database other/)
    expect(await queryOn(other.href, "select 1 from pg_namespace where nspname like 'veritick%'")).toEqual([])
  })
})

async function queryOn(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

describe('an option of repair without the settings of the server is refused and makes no store', () => {
  const noStore = (option: string, DATA_DIR: string) =>
    `${option.split('=')[0]}: there is no store in ${DATA_DIR}/simulated ` +
    '(embedded store: DATABASE_URL names no PostgreSQL server)'

  test.each([
    '--rebuild-read-tables',
    '--reset-admin=ada@office.example',
    '--drop-snapshot=3',
    `--known-head=1:${'0'.repeat(64)}`,
    '--accept-loss=3',
  ])('%s', async (option) => {
    const DATA_DIR = join(folder, 'nothing')
    const read = readConfig({ DATA_DIR, PORT: '0', OFFICE_PORT: '0', HOST: '127.0.0.1' }, [option])
    if (!read.ok) throw new Error(read.problems.join())
    const log = pino({ level: 'silent' })
    const monotonicClock = () => performance.now()
    const prepared = prepareStart({ config: read.config, log, stopAsked: new Promise(() => {}), monotonicClock })
    await expect(prepared).rejects.toThrow(noStore(option, DATA_DIR))
    expect(existsSync(DATA_DIR)).toBe(false)
  })
})

test('a port that is taken stops the start before a store is made', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const DATA_DIR = join(folder, 'port-taken')
  const { said } = await start({ DATA_DIR, PORT: String(port) }).ended
  taken.close()
  expect(said).toContain(`PORT=${port}: another program listens there already`)
  expect(existsSync(DATA_DIR)).toBe(false)
})

/** As under a supervisor that forbids the sockets by which the system is asked. */
const NO_ADDRESSES = `import os from 'node:os'
import { syncBuiltinESMExports } from 'node:module'
os.networkInterfaces = () => { throw new Error('A system error occurred') }
syncBuiltinESMExports()`

test('without the addresses of its machine a server opens, and refuses a socket under an unknown name', async () => {
  const { dataDir: DATA_DIR, databaseUrl = '', clean } = await openLocation(oneStoreKind()[0], ['simulated'])
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(NO_ADDRESSES)}`
  const port = await freePort()
  const settings = { HOST: '0.0.0.0', PORT: String(port), ALLOWED_HOSTS: 'trade.example.com' }
  const server = start({ DATA_DIR, DATABASE_URL: databaseUrl, NODE_OPTIONS, ...settings })
  await server.until(OPEN_LINE)
  const wire = new WebSocket(`ws://127.0.0.1:${port}/v1/ws`, { headers: { host: 'rebound.example' } })
  const status = await new Promise((resolve) => {
    wire.on('unexpected-response', (_request, response) => resolve(response.statusCode))
    wire.on('error', resolve)
  })
  wire.terminate()
  expect(status).toBe(421)
  expect(await healthOf(port)).toMatchObject({ status: 200, body: { status: 'running' } })
  await server.end()
  await clean()
}, 60_000)

describe('settings', () => {
  const problemsOf = (environment: Record<string, string>) => {
    const read = readConfig(environment)
    return read.ok ? [] : read.problems
  }

  test('in production the store is named, the embedded one too', () => {
    const production = { NODE_ENV: 'production' }
    expect(problemsOf(production)).toEqual([
      expect.stringMatching(/^DATABASE_URL: is not set, and NODE_ENV=production/),
    ])
    expect(problemsOf({ ...production, DATABASEURL: 'postgres://a@b/c' })).toEqual([
      expect.stringMatching(/^DATABASE_URL: is not set/),
      'DATABASEURL is set, but is no setting of Veritick: was DATABASE_URL meant?',
    ])
    const embedded = readConfig({ ...production, DATABASE_URL: 'embedded' })
    expect(embedded.ok && embedded.config.databaseUrl).toBe(undefined)
    expect(embedded.ok).toBe(true)
    expect(problemsOf({ ...production, DATABASE_URL: 'postgres://a@b/c' })).toEqual([])
  })

  test('a variable that is nearly a setting is named; the variables of other programs are not', () => {
    const misspelt = (environment: Record<string, string>) => {
      const read = readConfig(environment)
      return read.ok
        ? read.config.misspelt.map((sentence) => sentence.replace(/ is set.* was /, ' -> '))
        : read.problems
    }
    expect(misspelt({ SMTP_URI: 'x', TRUSTPROXY: 'yes', OFFICE_ULR: 'x', VAULT_KEYS: 'x', port: '80' })).toEqual([
      'SMTP_URI -> SMTP_URL meant?',
      'TRUSTPROXY -> TRUST_PROXY meant?',
      'OFFICE_ULR -> OFFICE_URL meant?',
      'VAULT_KEYS -> VAULT_KEY meant?',
      'port -> PORT meant?',
    ])
    const others = [
      'HOSTNAME',
      'HOME',
      'PATH',
      'SHELL',
      'PGPORT',
      'PGHOST',
      'POSTGRES_PASSWORD',
      'NODE_ENV',
      'TMPDIR',
      'XDG_DATA_DIRS',
    ]
    expect(misspelt(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([])
    expect(misspelt({ DATABASEURL: '' })).toEqual([])
  })

  test('the list of names is the one that the server reads', () => {
    const asked = new Set<string>()
    const values: Record<string, string> = { SMS_URL: 'https://sms.example.com' }
    const environment = new Proxy(values, {
      get: (target, name) => {
        asked.add(String(name))
        return Reflect.get(target, name)
      },
    })
    readConfig(environment)
    asked.delete('NODE_ENV')
    expect([...asked].sort()).toEqual([...SETTING_NAMES].sort())
  })

  test.each([
    'postgres://veritick:p@ss/w:rd@db:5432/v',
    'postgres://veritick:p#s@db/v',
    'postgres://veritick:p?s@db/v',
  ])('a password that is not encoded is told: %s', (url) => {
    const [problem = ''] = problemsOf({ DATABASE_URL: url })
    expect(problem).toMatch(/^DATABASE_URL: .*percent-encoded/)
    expect(problem).not.toContain('w:rd')
  })
})
