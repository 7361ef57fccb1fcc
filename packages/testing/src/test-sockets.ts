/**
 * Phones of the socket's tests: each keeps its messages, checks them against the contract, and waits for what must
 * come, never for a time.
 */
import type { ServerMessages } from '@veritick/contract'
import { serverMessages } from '@veritick/contract/schemas'
import { must } from '@veritick/domain'
import { WebSocket } from 'ws'
import type { Caller, TestServer } from './test-server.ts'

/** Long enough for the slowest machine; nothing waits for it where all is well. */
const HEARD_MS_MAX = 20_000

export type Heard = {
  readonly type: string
  readonly seq?: number
  readonly snapshot?: true
  readonly data?: unknown
  readonly code?: number
  readonly reason?: string
}

/** A client that keeps its messages and checks them against the contract. */
export class Phone {
  readonly wire: WebSocket
  readonly heard: Heard[] = []
  readonly texts: string[] = []
  readonly closed: Promise<number>
  #wakes: (() => void)[] = []

  constructor(wire: WebSocket) {
    this.wire = wire
    wire.on('message', (data) => {
      this.texts.push(String(data))
      if (String(data) !== 'pong') this.heard.push(...messagesOf(String(data)))
      for (const wake of this.#wakes.splice(0)) wake()
    })
    this.closed = new Promise((resolve) => wire.on('close', resolve))
  }

  say(message: unknown): void {
    this.wire.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  of(type: string): Heard[] {
    return this.heard.filter((message) => message.type === type)
  }

  /** Waits until `what` is true; it is asked after each message. */
  async until(what: () => boolean): Promise<void> {
    const late = Date.now() + HEARD_MS_MAX
    while (!what()) {
      if (Date.now() > late) throw new Error(`not heard in time; the last was ${this.texts.at(-1)}`)
      await new Promise<void>((resolve) => {
        this.#wakes.push(resolve)
        setTimeout(resolve, 100)
      })
    }
  }

  /**
   * Resolves once every earlier message in both directions has been read: one connection keeps its order. Counts as no
   * message.
   */
  async caughtUp(): Promise<void> {
    const answered = new Promise((resolve) => this.wire.once('pong', resolve))
    this.wire.ping()
    await answered
  }

  /** Prices of an instrument that came after the snapshot. */
  pushed(symbol: string): ServerMessages['DAY_MARKET'][] {
    const prices = this.of('DAY_MARKET') as ServerMessages['DAY_MARKET'][]
    return prices.filter((message) => message.snapshot === undefined && message.data.symbol === symbol)
  }

  async signIn(person: Caller, topics: readonly string[]): Promise<void> {
    this.say({ type: 'login', params: person.token, lang: 'en' })
    this.say({ type: 'sub', params: topics })
    await this.until(() => topics.every((topic) => this.of(topic).length > 0))
  }
}

/** One message, or after `batch` a list of them. */
function messagesOf(text: string): Heard[] {
  const read: Heard | Heard[] = JSON.parse(text)
  return (Array.isArray(read) ? read : [read]).map(checked)
}

function checked(message: Heard): Heard {
  const name = message.type.startsWith('KLINE.') ? 'KLINE' : message.type
  const schema = must(Object.entries(serverMessages).find(([each]) => each === name)?.[1], `${name} is in the contract`)
  schema.parse(message)
  return message
}

/** The phones of a file, so that none outlives its test. */
export class Phones {
  readonly all: Phone[] = []
  readonly #server: TestServer

  constructor(server: TestServer) {
    this.#server = server
  }

  /** Rejects with what the server said when it refuses the line. */
  async open(options: { readonly headers?: Record<string, string> } = {}): Promise<Phone> {
    const wire = new WebSocket(`ws://127.0.0.1:${this.#server.port}/v1/ws`, options)
    const phone = new Phone(wire)
    this.all.push(phone)
    await new Promise((resolve, reject) => wire.on('open', resolve).on('error', reject))
    return phone
  }

  hangUp(): void {
    for (const phone of this.all.splice(0)) phone.wire.terminate()
  }
}
