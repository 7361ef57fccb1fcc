/** A started server with a market of its own: random ports, a store that nobody has written to, stopped and removed at the end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { copyTemplateFor } from '../tools/template.ts'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** A store is made from nothing, on a machine that is busy with other journeys. */
const START_MILLIS = 100_000
const STOP_MILLIS = 10_000
const POLL_MILLIS = 100

export type World = {
  readonly url: string
  /** Where the staff works. */
  readonly office: string
  /** Of everything that the server keeps, its outbox too. */
  readonly folder: string
  /** What its terminal shows, from its last start on. */
  said(): string
  /** `kill -9`: no goodbye, as in a crash. */
  kill(): Promise<void>
  /** On the same port and data folder. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

/** The settings for trying out, changed: a file in the folder that the first start reads them from. */
export function trialSettings(folder: string, changes: Readonly<Record<string, unknown>>): string {
  const trial: object = JSON.parse(readFileSync(join(ROOT, 'apps', 'server', 'catalogue', 'trial-settings.json'), 'utf8'))
  const path = join(folder, 'trial-settings.json')
  writeFileSync(path, JSON.stringify({ ...trial, ...changes }))
  return path
}

/**
 * `settings` are environment variables of the server: FEED, REPLAY_FROM, SETTINGS_FILE, DATABASE_URL. Of the environment of who runs the
 * journeys nothing else reaches it: without settings it is a fresh start as anybody's. `fromNothing`: it makes its store itself.
 */
export async function startWorld(
  settings: Readonly<Record<string, string>> = {},
  options: { readonly fromNothing?: boolean } = {},
): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'veritick-e2e-'))
  const [port, officePort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const environment = { PATH: process.env.PATH, PORT: String(port), OFFICE_PORT: String(officePort), DATA_DIR: folder, ...settings }
  if (!options.fromNothing) copyTemplateFor(environment)
  let server = await start(environment, url)
  return {
    url,
    office: `http://localhost:${officePort}`,
    folder,
    said: () => terminals.get(server) ?? '',
    kill: () => end(server, 'SIGKILL'),
    startAgain: async () => {
      server = await start(environment, url)
    },
    stop: async () => {
      await end(server, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What each started server wrote to its terminal. */
const terminals = new WeakMap<ChildProcess, string>()

async function start(environment: NodeJS.ProcessEnv, url: string): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['apps/server/dist/main.js'], { cwd: ROOT, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const listen = (chunk: Buffer) => terminals.set(server, ((terminals.get(server) ?? '') + chunk.toString()).slice(-20_000))
  server.stdout?.on('data', listen)
  server.stderr?.on('data', listen)
  const deadline = Date.now() + START_MILLIS
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`the server ended at its start:\n${terminals.get(server)}`)
    if (await answers(url)) return server
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

async function freePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
