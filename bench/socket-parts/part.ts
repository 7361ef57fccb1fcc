/** A part of a measurement in a process of its own, so that its CPU and memory are measured alone; called over IPC. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

type PartCall = { readonly number: number; readonly name: string; readonly given: unknown }
type Answered = { readonly number: number; readonly answer?: unknown; readonly error?: string }

export class Part {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (answered: Answered) => void>()
  readonly #ended: Promise<unknown>
  #calls = 0

  /** `file`: a module of this folder that calls `serve`. */
  constructor(file: string) {
    const path = fileURLToPath(new URL(file, import.meta.url))
    this.#child = fork(path, { execArgv: [...process.execArgv, '--expose-gc'] })
    this.#ended = once(this.#child, 'exit')
    this.#child.on('message', (answered: Answered) => this.#waiting.get(answered.number)?.(answered))
  }

  /** The answer to a question of its own kind; a part that ends instead ends the measurement. */
  async call<Answer>(name: string, given: unknown = null): Promise<Answer> {
    this.#calls += 1
    const number = this.#calls
    const answered = await Promise.race([
      new Promise<Answered>((resolve) => {
        this.#waiting.set(number, resolve)
        this.#child.send({ number, name, given } satisfies PartCall)
      }),
      this.#ended.then((): Answered => ({ number, error: 'the part has ended' })),
    ])
    this.#waiting.delete(number)
    if (answered.error !== undefined) throw new Error(`${name}: ${answered.error}`)
    return answered.answer as Answer
  }

  async end(): Promise<void> {
    this.#child.kill()
    await this.#ended
  }
}

/** In the part: what it answers. */
export function serve(handlers: { readonly [name: string]: (given: never) => unknown }): void {
  process.on('message', ({ number, name, given }: PartCall) => {
    const answer = async () => handlers[name]?.(given as never)
    answer().then(
      (value) => process.send?.({ number, answer: value ?? null } satisfies Answered),
      (error: unknown) => process.send?.({ number, error: String(error) } satisfies Answered),
    )
  })
}

/** Microseconds of a clock that all processes of the machine share. */
export const sharedMicros = (): number => Number(process.hrtime.bigint() / 1000n)

/** CPU microseconds of this process so far, all of its threads. */
export function cpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

export type Memory = { readonly rss: number; readonly held: number }

/** Bytes after garbage collection: of the process, and of V8's heap with what hangs on it. */
export async function settledMemory(): Promise<Memory> {
  for (let turn = 0; turn < 4; turn += 1) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, held: heapUsed + external }
}

/** When a quote was published: its instrument, its number, and the time in shared microseconds. */
export type Stamp = readonly [symbol: string, number: number, at: number]
