/**
 * `npm start` under real signals: the server ends cleanly for every way of starting it and every process that gets the
 * signal, its exit code is passed on, and the next start works. The tests share one store, so each start follows the
 * end of the one before: PostgreSQL where it can be had, and the embedded store where its lock counts. Runs the built
 * server.
 */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OPEN_LINE, ROOT, type Started, startProcess } from '@veritick/testing/processes'
import { FOR_SECONDS_OPTIONS } from '@veritick/testing/programs'
import { firstOf, furtherTest } from '@veritick/testing/quick'
import { oneStoreKind, openLocation, type StoreLocation } from '@veritick/testing/stores'
import { copyTemplateFor } from '@veritick/testing/template'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { build } from './build.mjs'
import { SERVER_NODE_OPTIONS } from './node-options.mjs'

const NPM = ['npm', 'start', '--silent'] as const
const SCRIPT = [process.execPath, 'tools/start.mjs'] as const

let location: StoreLocation
/** The folder of the embedded store. */
let embedded: string
const running: Started[] = []

beforeAll(async () => {
  await build()
  embedded = mkdtempSync(join(tmpdir(), 'veritick-start-'))
  copyTemplateFor({ DATA_DIR: embedded })
  location = await openLocation(oneStoreKind()[0], ['simulated'])
}, 600_000)
afterEach(async () => {
  for (const each of running.splice(0)) await each.end()
})
afterAll(async () => {
  rmSync(embedded, { recursive: true, force: true })
  await location.clean()
})

/** The environment of a terminal, not of the npm that runs this test. */
function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$|^VITEST/i.test(name)),
  )
  return {
    ...own,
    NODE_OPTIONS: FOR_SECONDS_OPTIONS,
    DATA_DIR: location.dataDir,
    DATABASE_URL: location.databaseUrl ?? '',
    PORT: '0',
    OFFICE_PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    ...more,
  }
}

function start(command: readonly string[], more: Readonly<Record<string, string>> = {}): Started {
  const started = startProcess(command, { env: environment(more) })
  running.push(started)
  return started
}

async function opened(command: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Started> {
  const started = start(command, more)
  await started.until(OPEN_LINE)
  return started
}

const closings = (said: string) => said.split('"msg":"closing"').length - 1
const lockFile = () => join(embedded, 'simulated', 'writer.lock')
/** From the lines of its log. */
const serverPid = (started: Started) => Number(/"pid":(\d+)/.exec(started.said())?.[1])
/** The settings of a start on the embedded store. */
const onEmbedded = () => ({ DATA_DIR: embedded, DATABASE_URL: '' })

/** A process that got a signal before may have ended already. */
function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    expect(error).toMatchObject({ code: 'ESRCH' })
  }
}

/** Until no process writes the store any more. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test.each(
  firstOf(1, [
    { name: 'npm start', command: NPM, signal: 'SIGTERM' },
    { name: 'node tools/start.mjs', command: SCRIPT, signal: 'SIGHUP' },
  ] as const),
)(
  '$name: $signal to the process that was started ends the server',
  async ({ command, signal }) => {
    const started = await opened(command)
    const server = serverPid(started)
    started.child.kill(signal)
    const { code, said } = await started.ended
    expect(code).toBe(0)
    expect(closings(said)).toBe(1)
    expect(() => process.kill(server, 0)).toThrow('ESRCH')
  },
  120_000,
)

furtherTest('Ctrl-C signals the whole group, npm forwards it too: the server closes once and cleanly', async () => {
  const started = await opened(NPM)
  const server = serverPid(started)
  process.kill(-started.pid, 'SIGINT')
  signalIfRunning(-started.pid, 'SIGINT')
  signalIfRunning(server, 'SIGTERM')
  const { code, said } = await started.ended
  expect(code).toBe(0)
  expect(closings(said)).toBe(1)
  expect(said).not.toContain('the process ends')
})

furtherTest('npm is killed hard: the server notices and closes cleanly', async () => {
  const started = await opened(NPM)
  const server = serverPid(started)
  expect(server).not.toBe(started.pid)
  started.child.kill('SIGKILL')
  await gone(server)
  expect(closings(started.said())).toBe(1)
  expect(started.said()).toContain('"msg":"closed"')
})

furtherTest(
  'the start script is killed hard: its lock is stale, and the next test starts on the same store',
  async () => {
    const started = await opened(SCRIPT, onEmbedded())
    started.child.kill('SIGKILL')
    await started.ended
    expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: started.pid })
  },
)

furtherTest('SIGINT before the server is open, on a store with a stale lock, ends it as soon as it is', async () => {
  const started = start(SCRIPT, onEmbedded())
  await started.until(/Embedded store/)
  // A stale lock is removed before the own one is there.
  await expect.poll(() => existsSync(lockFile())).toBe(true)
  started.child.kill('SIGINT')
  const { code, said } = await started.ended
  expect({ code, closings: closings(said) }).toEqual({ code: 0, closings: 1 })
  expect(existsSync(lockFile())).toBe(false)
})

furtherTest('a shell that started it in the background may end: the server goes on, until SIGTERM', async () => {
  const shell = start(['sh', '-c', `"${process.execPath}" tools/start.mjs & echo started`])
  await shell.until(OPEN_LINE)
  const server = serverPid(shell)
  if (shell.child.exitCode === null) await once(shell.child, 'exit')
  expect(shell.child.exitCode).toBe(0)
  // Several times as long as the server takes to compare its parent.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(() => process.kill(server, 0)).not.toThrow()
  process.kill(server, 'SIGTERM')
  expect(closings((await shell.ended).said)).toBe(1)
  expect(shell.said()).toContain('"msg":"closed"')
})

furtherTest('a start that is refused passes its exit code through npm', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const started = start(NPM, { PORT: String(port) })
  const { code, said } = await started.ended
  taken.close()
  expect(code).toBe(1)
  expect(said).toContain('Veritick cannot start:')
})

test.each([
  { option: '--help', code: 0, words: 'npm start -- [option ...]\n' },
  { option: '--hepl', code: 1, words: 'Veritick cannot start:\n  --hepl: after the command may stand --reset-admin' },
])('npm start -- $option is answered before anything is installed or built', ({ option, code, words }) => {
  // A copy without modules and without an app that could be built.
  const copy = mkdtempSync(join(tmpdir(), 'veritick-options-'))
  for (const part of ['tools', 'apps/server/src/config']) {
    cpSync(join(ROOT, part), join(copy, part), { recursive: true })
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, 'tools/start.mjs'), option], {
    env: environment(),
    encoding: 'utf8',
  })
  rmSync(copy, { recursive: true })
  expect(stdout + stderr).toContain(words)
  expect(status).toBe(code)
})

/** As in a container without an init: a process 1 gets only the signals that it listens to. */
const canUnshare = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0
if (!canUnshare)
  process.stderr.write('\n*** No PID namespace can be made here: the start as process 1 is not tested. ***\n\n')

test.skipIf(!canUnshare)(
  'as process 1 of a container it ends at SIGTERM',
  async () => {
    const inside = `echo $$ > /dev/null; exec "${process.execPath}" tools/start.mjs`
    const started = start(['unshare', '--pid', '--fork', '--mount-proc', '--kill-child', 'sh', '-c', inside])
    await started.until(OPEN_LINE)
    const children = readFileSync(`/proc/${started.pid}/task/${started.pid}/children`, 'utf8').trim()
    process.kill(Number(children), 'SIGTERM')
    const { code, said } = await started.ended
    expect({ code, closings: closings(said) }).toEqual({ code: 0, closings: 1 })
  },
  120_000,
)

test('the package script hands its process over to the server', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(scripts.start).toBe(`exec node ${SERVER_NODE_OPTIONS.join(' ')} tools/start.mjs`)
})
