/**
 * PostgreSQL for tests and benches. `scratchPostgres` starts a server of its own for one caller. `scratchDatabase`
 * gives a new database on the server that all test files of a run share: making a server takes more than a second of
 * processor time. TEST_DATABASE_URL replaces both. As root the server runs as the `postgres` user, because PostgreSQL
 * refuses root.
 */
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres } from '../../../tools/needs.mjs'

export type ScratchPostgres = { readonly url: string; stop(): Promise<void> }

/** The folder of one test run, set by tools/before-tests.ts: the shared server stands in it. */
export const RUN_FOLDER = 'VERITICK_TEST_RUN'
/** In it, the folder of the shared server. */
const SHARED = 'postgres'

/**
 * Only the name of the socket: the server does not listen on the network, so no two servers can take each other's
 * place.
 */
const PORT = 5432
const READY_WAIT_MS = 60_000
const POLL_MS = 50
/**
 * Test files that run at the same time share the server, and each may open several stores. Hundreds of small
 * databases live for seconds: with few buffers a connection and a copy of a database take less processor time.
 */
const SHARED_SETTINGS = ['-c', 'max_connections=300', '-c', 'shared_buffers=16MB']

/** False where no PostgreSQL can be had: the caller skips, loudly. */
export function canHavePostgres(): boolean {
  return process.env.TEST_DATABASE_URL !== undefined || findPostgres() !== undefined
}

/** Settings as PostgreSQL has them, fsync included: what is measured and proven here holds there. */
export async function scratchPostgres(): Promise<ScratchPostgres> {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined) return { url: given, stop: async () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'veritick-postgres-'))
  const { url, pid } = await startServer(folder, [])
  return {
    url,
    stop: async () => {
      await endServer(pid)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** On data that stays in `folder` after `stop`: made there the first time. */
export async function scratchPostgresIn(folder: string): Promise<ScratchPostgres> {
  const isMade = existsSync(join(folder, 'data'))
  const { url, pid } = await (isMade ? runServer(folder, []) : startServer(folder, []))
  return { url, stop: () => endServer(pid) }
}

/**
 * How a server ends: SIGINT ends its connections in order, SIGQUIT is `pg_ctl stop -m immediate`, SIGKILL gives it no
 * time for anything.
 */
export type EndSignal = 'SIGINT' | 'SIGQUIT' | 'SIGKILL'

/** A server of its own that a test stops and starts again, as an outage does. Not with TEST_DATABASE_URL. */
export type RestartablePostgres = ScratchPostgres & {
  down(signal?: EndSignal): Promise<void>
  up(): Promise<void>
  /** Every process of the server stands still; gives what lets them go on. */
  hang(): () => void
}

export async function restartablePostgres(): Promise<RestartablePostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'veritick-postgres-'))
  let running: { readonly url: string; readonly pid: number } | undefined = await startServer(folder, [])
  const { url } = running
  const down = async (signal: EndSignal = 'SIGINT') => {
    if (running !== undefined) await endServer(running.pid, signal)
    running = undefined
  }
  return {
    url,
    down,
    up: async () => {
      await noBackendIsLeft(folder)
      running ??= await runServer(folder, [])
    },
    hang: () => {
      const all = processesOf(folder)
      for (const each of all) process.kill(each, 'SIGSTOP')
      return () => {
        for (const each of all) process.kill(each, 'SIGCONT')
      }
    },
    stop: async () => {
      await down()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A new database on the server of this run, removed by `stop`; outside a test run on a server of its own. */
export async function scratchDatabase(): Promise<ScratchPostgres> {
  const server = await runServerUrl()
  return server === undefined ? scratchPostgres() : databaseOn(server)
}

/** The server that all test files of this run share; `undefined` outside a test run. */
export async function runServerUrl(): Promise<string | undefined> {
  const run = process.env[RUN_FOLDER]
  if (process.env.TEST_DATABASE_URL !== undefined || run === undefined) return process.env.TEST_DATABASE_URL
  return onceInRun(SHARED, async () => {
    return (await startServer(join(run, SHARED), SHARED_SETTINGS)).url
  })
}

/** A new database, empty or a copy of another one that is open nowhere; `stop` removes it. */
export async function databaseOn(server: string, template?: string): Promise<ScratchPostgres> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const source = template === undefined ? '' : `template ${template}`
  await makerOn(server).query(`create database ${name} ${source} ${await copiedBy(server)}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, stop: () => dropDatabase(server, name) }
}

/** The connection by which this process makes and removes databases of a server. It does not keep the process alive. */
function makerOn(server: string): pg.Pool {
  const kept = makers.get(server)
  if (kept !== undefined) return kept
  const maker = new pg.Pool({ connectionString: server, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  maker.on('error', () => {})
  makers.set(server, maker)
  return maker
}
const makers = new Map<string, pg.Pool>()

/** Files are copied in a third of the time that their pages take by way of the log. Before 15 there is no other way. */
async function copiedBy(server: string): Promise<string> {
  const asked = `select current_setting('server_version_num')::int >= 150000 as "isNew"`
  const { rows } = await makerOn(server).query<{ isNew: boolean }>(asked)
  return rows[0]?.isNew === true ? 'strategy file_copy' : ''
}

/** PostgreSQL ends the database's connections and waits five seconds for them; a busy machine needs more. */
async function dropDatabase(server: string, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return void (await makerOn(server).query(`drop database ${name} with (force)`))
    } catch (error) {
      const isInUse = error instanceof pg.DatabaseError && error.code === OBJECT_IN_USE
      if (!isInUse || tries === DROP_TRIES_MAX) throw error
    }
  }
}

/**
 * Makes a folder once in a run: the first caller, of any process, makes the folder `name` and then the text; the others
 * wait for it. Outside a test run each process makes its own.
 */
export async function onceInRun(name: string, make: () => Promise<string>): Promise<string> {
  const run = process.env[RUN_FOLDER]
  if (run === undefined) return make()
  const folder = join(run, name)
  const [made, failure] = [join(folder, 'made'), join(folder, 'failure')]
  if (isFirst(folder)) {
    try {
      // Written under another name first: the others never read half of it.
      writeFileSync(`${made}.part`, await make())
      renameSync(`${made}.part`, made)
    } catch (error) {
      writeFileSync(failure, String(error))
      throw error
    }
  }
  const deadline = performance.now() + READY_WAIT_MS
  while (!existsSync(made)) {
    if (existsSync(failure)) throw new Error(`${name} could not be made: ${readFileSync(failure, 'utf8')}`)
    if (performance.now() > deadline) throw new Error(`${name} was not made in time`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return readFileSync(made, 'utf8')
}

/** After the last test file. Without a shared server it does nothing. */
export async function endSharedServer(run: string): Promise<void> {
  const process = join(run, SHARED, 'data', 'postmaster.pid')
  if (!existsSync(process)) return
  await endServer(Number(readFileSync(process, 'utf8').split('\n')[0]))
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

async function startServer(
  folder: string,
  settings: readonly string[],
): Promise<{ readonly url: string; readonly pid: number }> {
  const programs = findPostgres()
  if (programs === undefined) throw new Error('no PostgreSQL here: install it or set TEST_DATABASE_URL')
  const owner = ownerOf(folder)
  const data = join(folder, 'data')
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  })
  return runServer(folder, settings)
}

/** On the data that `startServer` made there. */
async function runServer(
  folder: string,
  settings: readonly string[],
): Promise<{ readonly url: string; readonly pid: number }> {
  const programs = findPostgres() ?? ''
  const owner = process.getuid?.() === 0 ? postgresUser() : {}
  const data = join(folder, 'data')
  const place = ['-D', data, '-p', String(PORT), '-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`]
  // Detached: the shared server outlives the worker that started it.
  const server = spawn(join(programs, 'postgres'), [...place, ...settings], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
    detached: true,
  })
  server.unref()
  const ended = new Promise<never>((_, reject) => {
    server.once('exit', () => reject(new Error('PostgreSQL ended before it was ready')))
    server.once('error', reject)
  })
  ended.catch(() => {})
  const url = `postgres://postgres@${encodeURIComponent(folder)}:${PORT}/postgres`
  try {
    await Promise.race([ready(url), ended])
  } catch (error) {
    server.kill('SIGINT')
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return { url, pid: server.pid ?? 0 }
}

/** Asks the server to end its connections and itself, and waits until its process is gone. */
async function endServer(pid: number, signal: EndSignal = 'SIGINT'): Promise<void> {
  try {
    process.kill(pid, signal)
    for (;;) {
      process.kill(pid, 0)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  } catch {
    // The process is gone.
  }
}

/** After a SIGKILL the backends end by themselves. Until then PostgreSQL refuses to start on their data. */
async function noBackendIsLeft(folder: string): Promise<void> {
  while (processesOf(folder).length > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
}

/** The server's first process and its backends work in the folder of its data. */
function processesOf(folder: string): readonly number[] {
  const data = join(folder, 'data')
  const isIn = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === data
    } catch {
      return false
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isIn(name))
    .map(Number)
}

function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const owner = postgresUser()
  chownSync(folder, owner.uid, owner.gid)
  return owner
}

function postgresUser(): { readonly uid: number; readonly gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** The code of PostgreSQL's refusal to drop a database that has connections. */
const OBJECT_IN_USE = '55006'
const DROP_TRIES_MAX = 6

async function ready(url: string): Promise<void> {
  const deadline = performance.now() + READY_WAIT_MS
  for (;;) {
    try {
      return await execute(url, 'select 1')
    } catch (error) {
      if (performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
