/**
 * The built server as a process of its own, as an operator runs it: what a bench measures is what runs. Its CPU time is
 * read from the system, all threads together.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { buildServer } from '../tools/build.mjs'
import { SERVER_NODE_OPTIONS } from '../tools/node-options.mjs'

const PROGRAM = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url))
const READY_WAIT_MS = 60_000
const POLL_MS = 100
const STOP_WAIT_MS = 30_000
/** A clock tick of /proc, in microseconds: USER_HZ is 100 on every Linux. */
const TICK_MICROS = 10_000

export type BuiltServer = {
  readonly url: string
  readonly pid: number
  /** A figure of /metrics, all labels added up; `labels`: only lines that hold this text. */
  figure(name: string, labels?: string): Promise<number>
  stop(): Promise<void>
}

/** The server ends with this process. `nodeArgs`: for Node itself, such as `--cpu-prof`. */
export async function startBuiltServer(options: {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly nodeArgs?: readonly string[]
}): Promise<BuiltServer> {
  const { dataDir, databaseUrl, nodeArgs = [] } = options
  await buildServer()
  const [port, metricsPort] = [await freePort(), await freePort()]
  const server = spawn(process.execPath, [...SERVER_NODE_OPTIONS, ...nodeArgs, PROGRAM], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? 'embedded',
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      OFFICE_PORT: String(await freePort()),
      DEMO_ACCOUNTS_PER_MINUTE: '100000',
      MARKET_SEED: 'bench',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
    },
  })
  process.once('exit', () => server.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await ready(url, server)
  const figure = async (name: string, labels = '') => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const lines = text.split('\n').filter((line) => line.startsWith(`veritick_${name}`) && line.includes(labels))
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }
  return { url, pid: server.pid ?? 0, figure, stop: () => stop(server) }
}

/** CPU microseconds of a process with all its threads since its start; `undefined` where there is no /proc. */
export function cpuMicrosOf(pid: number): number | undefined {
  try {
    // The name of the program, in parentheses, may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * TICK_MICROS
  } catch {
    return undefined
  }
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_WAIT_MS
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server has ended (${server.exitCode})`)
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    if (performance.now() > deadline) throw new Error('the server was not ready in time')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** A clean stop; a server that does not end in time is killed. */
async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  const timer = setTimeout(() => server.kill('SIGKILL'), STOP_WAIT_MS)
  await ended
  clearTimeout(timer)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
