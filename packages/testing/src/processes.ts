/**
 * Real processes for tests: started with exactly the environment that a test gives, read until they say something, and
 * ended for certain when the test ends. A test that starts the server as an operator does uses this and nothing else.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { programOf, SERVER_MAIN } from './programs.ts'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The server from its sources, as `npm start` runs the built one. */
export const serverFromSources = async (): Promise<readonly string[]> => [
  process.execPath,
  await programOf(SERVER_MAIN),
]

/** The last line that the server prints when it is open. */
export const OPEN_LINE = /the office: http:\/\/localhost:(\d+)/

export type Started = {
  readonly child: ChildProcess
  readonly pid: number
  /** All that it wrote to both outputs so far. */
  said(): string
  /** Resolves when the output matches. Throws with the output when the process ends first. */
  until(pattern: RegExp): Promise<RegExpMatchArray>
  /** Resolves when it has ended and its outputs are closed. */
  readonly ended: Promise<{
    readonly code: number | null
    readonly signal: NodeJS.Signals | null
    readonly said: string
  }>
  /** SIGTERM, then SIGKILL to what is left of its group. */
  end(): Promise<void>
}

const END_WAIT_MS = 20_000

/** Each process leads a group of its own, so that nothing it started outlives the test. */
export function startProcess(command: readonly string[], options: SpawnOptions = {}): Started {
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd: ROOT, detached: true, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const pid = child.pid ?? 0
  let text = ''
  const looks = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece) => {
      text += String(piece)
      for (const look of looks) look()
    })
  }
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => ({
    code: typeof code === 'number' ? code : null,
    signal: (signal as NodeJS.Signals | null) ?? null,
    said: text,
  }))
  const until = (pattern: RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const look = () => {
        const found = text.match(pattern)
        if (found === null) return
        looks.delete(look)
        resolve(found)
      }
      looks.add(look)
      look()
      void ended.then(() => reject(new Error(`ended before it said ${pattern}:\n${text}`)))
    })
  const end = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => killGroup(pid), END_WAIT_MS)
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    clearTimeout(timer)
    killGroup(pid)
    await ended
  }
  return { child, pid, said: () => text, until, ended, end }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}
