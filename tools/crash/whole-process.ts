/** The process of whole-server.ts as its parent sees it: it is started, asked, killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { must } from '@veritick/domain'
import { programOf, SERVER_MAIN } from '@veritick/testing/programs'
import { REPORT, type WholeAsked, type WholeReport, type WholeStart, type WholeTask } from './whole-messages.ts'

const PROGRAM = fileURLToPath(new URL('./whole-server.ts', import.meta.url))

export class WholeProcess {
  readonly url: string
  readonly #child: ChildProcess
  readonly #reports: AsyncIterator<WholeReport>

  private constructor(child: ChildProcess, reports: AsyncIterator<WholeReport>, url: string) {
    this.#child = child
    this.#reports = reports
    this.url = url
  }

  static async start(task: WholeTask): Promise<WholeProcess> {
    const given: WholeStart = { ...task, threadFile: await programOf(SERVER_MAIN) }
    const child = spawn(process.execPath, [await programOf(PROGRAM)], {
      env: { ...process.env, WHOLE_TASK: JSON.stringify(given) },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const reports = reportsOf(child)
    const opened = (await reports.next()).value
    if (opened?.said !== 'open') throw new Error('the server did not open')
    return new WholeProcess(child, reports, opened.url)
  }

  /** Its report. Only one thing is asked at a time. */
  async ask(asked: WholeAsked): Promise<WholeReport> {
    must(this.#child.stdin ?? undefined, 'a pipe').write(`${JSON.stringify(asked)}\n`)
    const { value, done } = await this.#reports.next()
    if (done) throw new Error(`the server ended before it had done: ${asked.do}`)
    return value
  }

  /** Without a report. */
  tell(asked: WholeAsked): void {
    must(this.#child.stdin ?? undefined, 'a pipe').write(`${JSON.stringify(asked)}\n`)
  }

  async kill(): Promise<void> {
    if (this.#hasEnded()) throw new Error(`the server had ended by itself (${this.#child.exitCode})`)
    await this.end()
  }

  /** Also where it has ended already. */
  async end(): Promise<void> {
    if (this.#hasEnded()) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }

  #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }
}

async function* reportsOf(child: ChildProcess): AsyncGenerator<WholeReport> {
  let rest = ''
  for await (const piece of must(child.stdout ?? undefined, 'a pipe')) {
    const lines = (rest + String(piece)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith(REPORT)) yield JSON.parse(line.slice(REPORT.length))
      else process.stderr.write(`${line}\n`)
    }
  }
}

/** The answer to a customer's order, or to its close; `undefined`: no answer came. */
export type OrderAnswer = { readonly order: number } | { readonly refused: string } | undefined
export type OrderAsked = { readonly key: string; readonly path: string; readonly body: string }

/** One customer's call, with its key, over a connection that stays open. */
export function callOver(agent: Agent, url: string, token: string, asked: OrderAsked): Promise<OrderAnswer> {
  return new Promise((resolve) => {
    const headers = {
      ...{ authorization: token, lang: 'en', 'content-type': 'application/json' },
      ...{ 'idempotency-key': asked.key, 'content-length': Buffer.byteLength(asked.body) },
    }
    const sent = request(url + asked.path, { agent, method: 'POST', headers }, (response) => {
      let text = ''
      response.on('data', (piece) => {
        text += String(piece)
      })
      response.on('error', () => resolve(undefined))
      response.on('end', () => resolve(response.complete ? answerOf(text) : undefined))
      response.on('close', () => resolve(undefined))
    })
    sent.on('error', () => resolve(undefined))
    sent.end(asked.body)
  })
}

function answerOf(text: string): OrderAnswer {
  const { code, reason, data } = JSON.parse(text)
  return code === 1 ? { order: Number(data.Id) } : { refused: String(reason) }
}
