/**
 * A started server with a market of its own: random ports, an empty store, stopped and removed at the end. It stands on
 * a database of the PostgreSQL server that all tests of a run share, where that can be had, because there it needs half
 * of the processor time.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migratedDatabase, USUAL_WORLD } from '@veritick/testing/migrated-database'
import { copyTemplateFor } from '@veritick/testing/template'
import { FOR_SECONDS } from '../tools/node-options.mjs'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Creating a store takes long on a busy machine. */
const START_MILLIS = 100_000
const STOP_MILLIS = 10_000
const POLL_MILLIS = 100
/** The lines about its ports that a started server prints. */
const GREETING = /here: http:\/\/localhost:(\d+)\n[\s\S]*the office: http:\/\/localhost:(\d+)\n/
/** Below the range of ports that systems assign, so that no other process gets one while its server is down. */
const KEPT_PORTS = { from: 20_000, count: 10_000 }
const KEPT_PORT_TRIES = 50

/** The seed of every simulated market here, so that a failure can be repeated. */
export const MARKET_SEED = process.env.MARKET_SEED ?? '20140508'

/**
 * Each quote is drawn by every page that is open. Where a journey is not about a price that moves, the market quotes
 * less often.
 */
const QUOTE_SECONDS = '4'
/** For journeys about prices that move. */
export const LIVELY: Readonly<Record<string, string>> = { MARKET_QUOTE_SECONDS: '1' }

export type World = {
  readonly url: string
  /** URL of the office. */
  readonly office: string
  /** The data folder, with the outbox in it. */
  readonly folder: string
  /** The terminal output since the last start. */
  said(): string
  /** `kill -9`, as in a crash. */
  kill(): Promise<void>
  /** Starts again on the same ports and data folder with changed settings; only for a world that keeps its ports. */
  startAgain(changes?: Readonly<Record<string, string>>): Promise<void>
  stop(): Promise<void>
}

/** The trial settings with changes, as a file for the first start. */
export function trialSettings(folder: string, changes: Readonly<Record<string, unknown>>): string {
  const trial: object = JSON.parse(
    readFileSync(join(ROOT, 'apps', 'server', 'catalogue', 'trial-settings.json'), 'utf8'),
  )
  return settingsFile(folder, { ...trial, ...changes })
}

/** Settings for the first start, as a file. */
export function settingsFile(folder: string, settings: Readonly<Record<string, unknown>>): string {
  const path = join(folder, 'settings.json')
  writeFileSync(path, JSON.stringify(settings))
  return path
}

/**
 * `settings`: environment variables of the server (FEED, REPLAY_FROM, SETTINGS_FILE, DATABASE_URL). Of the environment
 * of the test run only the seed of the market is passed on. `fromNothing`: the server creates its store itself.
 * `embedded`: on the embedded store, as `npm start` opens it. `keepsPorts`: it will be started again. Such a world, one
 * from nothing and one with a FEED stand on the embedded store too, unless DATABASE_URL says otherwise.
 */
export async function startWorld(
  settings: Readonly<Record<string, string>> = {},
  options: { readonly fromNothing?: boolean; readonly embedded?: boolean; readonly keepsPorts?: boolean } = {},
): Promise<World> {
  const { fromNothing, embedded, keepsPorts } = options
  const isUsual =
    settings.FEED === undefined && settings.DATABASE_URL === undefined && !fromNothing && !embedded && !keepsPorts
  const database = isUsual ? await migratedDatabase(USUAL_WORLD) : undefined
  const folder = mkdtempSync(join(tmpdir(), 'veritick-e2e-'))
  const port = async () => (keepsPorts ? String(await keptPort()) : '0')
  const environment = {
    PATH: process.env.PATH,
    PORT: await port(),
    OFFICE_PORT: await port(),
    DATA_DIR: folder,
    MARKET_SEED,
    LOG_LEVEL: 'debug',
    MARKET_QUOTE_SECONDS: QUOTE_SECONDS,
    ...(database === undefined ? {} : { DATABASE_URL: database.url }),
    ...settings,
  }
  const remove = async () => {
    await database?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  if (!fromNothing) copyTemplateFor(environment)
  const first = await start(environment).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  let { server } = first
  return {
    url: first.url,
    office: first.office,
    folder,
    said: () => terminals.get(server) ?? '',
    kill: () => end(server, 'SIGKILL'),
    startAgain: async (changes = {}) => {
      if (!keepsPorts) throw new Error('a world that is started again keeps its ports')
      server = (await start({ ...environment, ...changes })).server
    },
    stop: async () => {
      await end(server, 'SIGTERM')
      await remove()
    },
  }
}

/** The terminal output of each started server. */
const terminals = new WeakMap<ChildProcess, string>()
/** A call that the server refused for trouble of the store, or answered with an error of its own. */
const REFUSED_CALL = /could not answer a call|a call failed|did not answer in time/
/** The lines about refused calls of all servers of this worker: a page shows the customer no cause. */
export const refusedCalls: string[] = []

type Started = { readonly server: ChildProcess; readonly url: string; readonly office: string }

async function start(environment: NodeJS.ProcessEnv): Promise<Started> {
  const args = [...FOR_SECONDS, 'apps/server/dist/main.js']
  const server = spawn(process.execPath, args, { cwd: ROOT, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const listen = (chunk: Buffer) => {
    const text = chunk.toString()
    refusedCalls.push(...text.split('\n').filter((line) => REFUSED_CALL.test(line)))
    terminals.set(server, ((terminals.get(server) ?? '') + text).slice(-20_000))
  }
  server.stdout?.on('data', listen)
  server.stderr?.on('data', listen)
  const deadline = Date.now() + START_MILLIS
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`the server ended at its start:\n${terminals.get(server)}`)
    const [, port, office] = GREETING.exec(terminals.get(server) ?? '') ?? []
    const url = `http://127.0.0.1:${port}`
    if (port !== undefined && (await answers(url))) return { server, url, office: `http://localhost:${office}` }
    await pause(POLL_MILLIS)
  }
  server.kill('SIGKILL')
  throw new Error(`the server did not answer within ${START_MILLIS} ms:\n${terminals.get(server)}`)
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/basicSet/getBasicInfo`)).ok
  } catch {
    return false
  }
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill(signal)
  const late = setTimeout(() => server.kill('SIGKILL'), STOP_MILLIS)
  await ended
  clearTimeout(late)
}

/** A port that is free now and that no other process gets by chance. */
async function keptPort(): Promise<number> {
  for (let tries = 0; tries < KEPT_PORT_TRIES; tries++) {
    const port = KEPT_PORTS.from + Math.floor(Math.random() * KEPT_PORTS.count)
    if (await isFree(port)) return port
  }
  throw new Error('no free port')
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const heard = new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, () => resolve(true))
  })
  if (!(await heard)) return false
  probe.close()
  await once(probe, 'close')
  return true
}
