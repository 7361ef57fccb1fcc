/**
 * The sentences that an operator reads when the server cannot start: each names setting, cause and remedy. One cause of
 * each kind is told by the real process, here or in start.test.ts and main.test.ts; the others go through the same
 * steps of a start in the process of the test.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { millis } from '@veritick/domain'
import { type Started, serverFromSources, startProcess } from '@veritick/testing/processes'
import { canHavePostgres, type ScratchPostgres, scratchDatabase } from '@veritick/testing/scratch-postgres'
import { oneStoreKind, openLocation, type StoreLocation } from '@veritick/testing/stores'
import { copyTemplateFor } from '@veritick/testing/template'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Config, readConfig, refusalText } from '../config/index.ts'
import { KNOWN_SEED_FILE, loadCatalogue } from '../market/index.ts'
import { openStore } from '../store/index.ts'
import { type Prepared, prepareStart } from './prepare.ts'
import { feedOf } from './process.ts'
import { openServer } from './server.ts'
import { openingFault } from './start-refusals.ts'

const CATALOGUE = fileURLToPath(new URL('../../catalogue', import.meta.url))
const KEY = Buffer.alloc(32, 3).toString('base64')
const PASSWORD = 'a-password-nobody-may-read'

let folder: string
/** Of the starts that come as far as a store, and ask nothing of its kind. */
let location: StoreLocation
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'veritick-refusals-'))
  chmodSync(folder, 0o755)
  location = await openLocation(oneStoreKind()[0], ['simulated'])
})
afterAll(async () => {
  await location.clean()
  rmSync(folder, { recursive: true, force: true })
})

/** The settings of a start with that store. */
const onStore = ({ dataDir, databaseUrl } = location) => ({
  DATA_DIR: dataDir,
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
})

/** A fresh folder for the embedded store. */
function dataDir(name: string): string {
  const made = join(folder, name)
  mkdirSync(made, { recursive: true })
  copyTemplateFor({ DATA_DIR: made })
  return made
}

/** The text that the real process prints. */
async function refusedByProcess(
  environment: Readonly<Record<string, string>>,
  options: { readonly uid?: number } = {},
): Promise<string> {
  const started: Started = startProcess(await serverFromSources(), {
    env: { ...process.env, PORT: '0', OFFICE_PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...environment },
    ...options,
  })
  try {
    const { code, said } = await started.ended
    expect(code, said).toBe(1)
    return sentenceIn(said)
  } finally {
    await started.end()
  }
}

/** The text that the process would print: the same steps, as far as they come, and the same words. */
async function refused(environment: Readonly<Record<string, string>>): Promise<string> {
  const read = readConfig({ PORT: '0', OFFICE_PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...environment })
  return sentenceIn(refusalText(read.ok ? [await faultOf(read.config)] : read.problems))
}

async function faultOf(config: Config): Promise<string> {
  try {
    await openAndStop(config)
  } catch (error) {
    return openingFault(error, config) ?? `no sentence for ${error}`
  }
  return expect.fail('the server has opened')
}

async function openAndStop(config: Config): Promise<void> {
  const clocks = { wallClock: () => millis(Date.now()), monotonicClock: () => performance.now() }
  const common = { config, log: pino({ level: 'silent' }), ...clocks }
  let prepared: Prepared | undefined
  try {
    prepared = await prepareStart({ ...common, stopAsked: new Promise(() => {}) })
    const { heldPorts } = prepared
    const server = await openServer({
      ...common,
      heldPorts,
      feed: (catalogue, kept) => feedOf({ ...common, ...kept, catalogue }),
      onFatal: (error) => {
        throw error
      },
    })
    await server.stop()
  } finally {
    await prepared?.releasePorts()
  }
}

function sentenceIn(said: string): string {
  expect(said).toMatch(/^Veritick cannot start:\n {2}.+\n$/)
  expect(said).not.toMatch(/ at .*\.(ts|js):\d|Error:/)
  expect(said).not.toContain(PASSWORD)
  return said.split('\n')[1]?.trim() ?? ''
}

test('a store of another version: which folder, the version that made it first, a new store only for a trial', async () => {
  const DATA_DIR = dataDir('older')
  const store = await openStore({ dataDir: DATA_DIR, databaseUrl: undefined, world: 'simulated' })
  await store.query("update migrations set hash = 'older' where id = 1")
  await store.close()
  const said = await refused({ DATA_DIR })
  const place = join(DATA_DIR, 'simulated')
  expect(said).toContain(`DATA_DIR: the store in ${place} was made by another version of Veritick`)
  expect(said).toMatch(/: start the version that made it, .*Only for a trial, "mv/)
  expect(said).toContain(`"mv ${place} ${place}.old"`)
})

test('an attacker deleted the seed of the market, or put another one in its place, over a restart', async () => {
  const own = await openLocation(oneStoreKind()[0], ['simulated'])
  onTestFinished(() => own.clean())
  const bySql = async (...statements: readonly string[]) => {
    const store = await openStore({ ...own, world: 'simulated' })
    for (const each of statements) await store.query(each)
    await store.close()
  }
  const file = join(own.dataDir, 'simulated', KNOWN_SEED_FILE)
  const read = readConfig({ PORT: '0', OFFICE_PORT: '0', HOST: '127.0.0.1', ...onStore(own) })
  if (!read.ok) throw new Error(read.problems.join())
  await openAndStop(read.config)
  await bySql('create table stolen as select * from market_seed', 'delete from market_seed')
  expect(await refused(onStore(own))).toMatch(/^table market_seed: its row is missing in the store, .*restore the row/)
  // As on a second data folder.
  const first = readFileSync(file)
  rmSync(file)
  await openAndStop(read.config)
  const putBack = ['delete from market_seed', 'insert into market_seed select * from stolen']
  await bySql(...putBack)
  const other = /^table market_seed: the seed in the store is not the one of the last start, .*restore the row/
  expect(await refused(onStore(own))).toMatch(other)
  writeFileSync(file, first)
  await openAndStop(read.config)
})

describe('ports', () => {
  test('a port that is taken, of the app and of the office', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = String(typeof address === 'object' && address !== null ? address.port : 0)
    const DATA_DIR = join(folder, 'ports')
    expect(await refused({ DATA_DIR, PORT: port })).toMatch(
      new RegExp(`^PORT=${port}: another program listens there.*choose another port`),
    )
    expect(await refused({ DATA_DIR, OFFICE_PORT: port })).toMatch(
      new RegExp(`^OFFICE_PORT=${port}: another program listens there`),
    )
    taken.close()
  })

  test('an address that this machine does not have', async () => {
    expect(await refused({ ...onStore(), HOST: '192.0.2.1' })).toMatch(
      /^HOST=192\.0\.2\.1: this machine has no such address/,
    )
  })

  test('one port for both', async () => {
    expect(await refusedByProcess({ DATA_DIR: join(folder, 'ports'), PORT: '18080', OFFICE_PORT: '18080' })).toMatch(
      /^OFFICE_PORT=18080: .*PORT/,
    )
  })
})

describe('files', () => {
  test('a recording that cannot be played names FEED', async () => {
    const path = join(folder, 'EURUSD.csv')
    expect(await refused({ ...onStore(), FEED: `replay:${path}` })).toBe(
      `FEED=replay:${path}: there is no such file or folder`,
    )
  })

  test('DATA_DIR is a file', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    expect(await refused({ DATA_DIR: file })).toMatch(/^DATA_DIR=.*a-file: .*cannot be made a folder/)
  })

  test('a catalogue folder that lacks a file, or has one that is broken', async () => {
    const catalogue = join(folder, 'catalogue')
    cpSync(CATALOGUE, catalogue, { recursive: true })
    rmSync(join(catalogue, 'metals.json'))
    const DATA_DIR = join(folder, 'catalogue-store')
    expect(await refused({ DATA_DIR, CATALOGUE: catalogue })).toMatch(
      /^CATALOGUE=.*catalogue: metals\.json is missing: copy it/,
    )
    // The process says what the folder's reader says: the other faults need no process each.
    writeFileSync(join(catalogue, 'metals.json'), '{\n  "instruments": [\n}')
    expect(() => loadCatalogue(catalogue)).toThrow(/^metals\.json:?.* not JSON/)
    writeFileSync(join(catalogue, 'metals.json'), '{ "instruments": [{ "code": "XAUUSD", "id": "one" }] }')
    expect(() => loadCatalogue(catalogue)).toThrow(/^metals\.json:1: XAUUSD: id /)
    expect(() => loadCatalogue(join(folder, 'nothing'))).toThrow(/^categories\.json is missing/)
  })

  test('the key file: readable by others, or gone while the store is encrypted', async () => {
    // Without a key of another start.
    const fresh = await openLocation(oneStoreKind()[0], ['simulated'])
    const store = onStore(fresh)
    const file = join(store.DATA_DIR, 'keys', 'vault.key')
    mkdirSync(join(store.DATA_DIR, 'keys'))
    writeFileSync(file, `${KEY}\n`)
    chmodSync(file, 0o644)
    expect(await refused(store)).toMatch(
      /^the key file .*vault\.key can be read or changed by other users \(mode 0644\): run chmod 600/,
    )
    chmodSync(file, 0o600)
    // The start opens the encryption, and stops at the settings.
    expect(await refused({ ...store, SETTINGS_FILE: join(folder, 'nothing.json') })).toMatch(
      /^SETTINGS_FILE=.*nothing\.json: there is no such file: correct the path/,
    )
    expect(await refused({ ...store, SETTINGS_FILE: folder })).toMatch(/^SETTINGS_FILE=.*: this is a folder/)
    rmSync(file)
    expect(await refused(store)).toMatch(/^this store holds data encrypted with key [0-9a-f]{8}.*Put the key back/)
    expect(() => readFileSync(file)).toThrow('ENOENT')
    await fresh.clean()
  })
})

const NOBODY = 65_534
describe.skipIf(process.getuid?.() !== 0)('as another user than root', () => {
  test('DATA_DIR belongs to root', async () => {
    const own = join(folder, 'of-root')
    mkdirSync(own, { mode: 0o755 })
    expect(await refusedByProcess({ DATA_DIR: own }, { uid: NOBODY })).toMatch(
      /^DATA_DIR=.*of-root: this user may not write .*chown/,
    )
  })

  test('the key file belongs to root', async () => {
    const DATA_DIR = join(folder, 'key-of-root')
    mkdirSync(join(DATA_DIR, 'keys'), { mode: 0o755, recursive: true })
    writeFileSync(join(DATA_DIR, 'keys', 'vault.key'), `${KEY}\n`, { mode: 0o600 })
    if (location.databaseUrl === undefined) {
      copyTemplateFor({ DATA_DIR })
      execFileSync('chown', ['-R', String(NOBODY), join(DATA_DIR, 'simulated')])
    }
    chownSync(DATA_DIR, NOBODY, NOBODY)
    expect(await refusedByProcess({ ...onStore(), DATA_DIR }, { uid: NOBODY })).toMatch(
      /^the key file .*vault\.key cannot be read by this user: .*chown/,
    )
  })
})

if (!canHavePostgres())
  process.stderr.write('\n*** No PostgreSQL here: its refusals at the start are not tested. ***\n\n')
describe.skipIf(!canHavePostgres())('PostgreSQL', () => {
  let scratch: ScratchPostgres
  const urlOf = (change: (url: URL) => void) => {
    const url = new URL(scratch.url)
    change(url)
    return { DATABASE_URL: String(url), DATA_DIR: join(folder, 'pg') }
  }
  beforeAll(async () => {
    scratch = await scratchDatabase()
    await execute(
      `create role weak login password '${PASSWORD}'`,
      'create database strict',
      'revoke connect on database strict from public',
    )
  })
  afterAll(async () => {
    await execute('drop database strict', 'drop role weak')
    await scratch.stop()
  })

  async function execute(...statements: readonly string[]): Promise<void> {
    const client = new pg.Client({ connectionString: scratch.url })
    await client.connect()
    for (const each of statements) await client.query(each)
    await client.end()
  }

  test('unreachable, unknown database, unknown role, a role without rights: each in one sentence', async () => {
    const nowhere = {
      DATABASE_URL: `postgres://veritick:${PASSWORD}@127.0.0.1:1/veritick`,
      DATABASE_WAIT_SECONDS: '0',
      DATA_DIR: join(folder, 'pg'),
    }
    expect(await refused(nowhere)).toBe(
      'DATABASE_URL: no PostgreSQL answers at 127.0.0.1:1: start it, or correct host and port',
    )
    const lacking = urlOf((url) => {
      url.pathname = '/lacking'
    })
    expect(await refused(lacking)).toMatch(/^DATABASE_URL: database "lacking" does not exist.*create it/)
    const unknown = urlOf((url) => {
      url.username = 'stranger'
    })
    expect(await refused(unknown)).toMatch(/^DATABASE_URL: .*does not let role "stranger" in/)
    const weak = (database: string) =>
      urlOf((url) => {
        url.username = 'weak'
        url.password = PASSWORD
        url.pathname = `/${database}`
      })
    expect(await refused(weak('strict'))).toMatch(
      /^DATABASE_URL: role "weak" may not connect .*grant connect, create on database strict to weak/,
    )
    expect(await refused(weak('postgres'))).toMatch(
      /^DATABASE_URL: role "weak" may not .*create its schema.*grant connect, create on database postgres/,
    )
  })
})

test('a wrong password is told without the password', async () => {
  const { databaseRefusal } = await import('../store/refusals.ts')
  const error = Object.assign(new Error('password authentication failed'), { code: '28P01' })
  const told = databaseRefusal(error, `postgres://ana:${PASSWORD}@db.example.com:5433/v`)
  expect(told instanceof Error ? told.message : '').toBe(
    'DATABASE_URL: PostgreSQL at db.example.com:5433 refuses the password of role "ana", or has no such role: correct the password, or create the role',
  )
})
