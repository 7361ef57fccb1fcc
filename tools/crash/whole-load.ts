/**
 * Customers of the whole server: each second a fixed number of orders and closes over HTTP, not waiting for one
 * another, each under a key of its own. It remembers what was answered, so that a test can compare it with the journal.
 */
import { Agent } from 'node:http'
import { ROUTES } from '@veritick/contract'
import { must } from '@veritick/domain'
import type { RequestId } from '@veritick/engine'
import { onceOf, userCaller } from '../../apps/server/src/calls/request-key.ts'
import type { Person } from './whole-messages.ts'
import { callOver, type OrderAnswer } from './whole-process.ts'

/** GBPUSD; the positions that are stopped out are EURUSD. */
const OPENING = { forex_id: 2, type: 1, status: 1, multiple: 30, cont: '0.01' } as const
const TICK_MS = 10
const CONNECTIONS = 64

/** `order`: as the wire names it. */
export type SentCall = {
  readonly key: string
  /** As the journal names it. */
  readonly request: RequestId
  readonly person: Person
  readonly call: 'submit' | 'close'
  readonly params: object
  answer: OrderAnswer
}

type Loading = {
  /** How many requests were answered so far. */
  answered(): number
  end(): Promise<{ readonly asked: readonly SentCall[]; readonly seconds: number }>
}

export class WholeLoad {
  readonly #people: readonly Person[]
  readonly #perSecond: number
  /** Orders that were answered and whose close was not asked for yet. */
  readonly #open: { readonly person: Person; readonly order: number }[] = []
  #number = 0

  constructor(people: readonly Person[], perSecond: number) {
    this.#people = people
    this.#perSecond = perSecond
  }

  /** Runs until `end` is called, which resolves when every connection has ended. */
  start(url: string, round: number): Loading {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    const asked: SentCall[] = []
    const calls: Promise<void>[] = []
    const began = performance.now()
    let over: number | undefined
    const send = async () => {
      const one = this.#next(round)
      asked.push(one)
      one.answer = await this.call(agent, url, one)
    }
    const timer = setInterval(() => {
      const due = ((performance.now() - began) / 1_000) * this.#perSecond
      // A request that would wait for a connection is none on its way.
      while (asked.length < due && asked.length - answered(asked) < CONNECTIONS * 2) calls.push(send())
    }, TICK_MS)
    return {
      answered: () => answered(asked),
      end: async () => {
        over ??= performance.now()
        clearInterval(timer)
        await Promise.all(calls)
        agent.destroy()
        return { asked, seconds: (over - began) / 1_000 }
      },
    }
  }

  /** An opened order can be closed by a later call. */
  async call(agent: Agent, url: string, one: SentCall): Promise<OrderAnswer> {
    const { key, person, call, params } = one
    const answer = await callOver(agent, url, person.token, {
      key,
      path: ROUTES[call].path,
      body: JSON.stringify(params),
    })
    if (call === 'submit' && answer !== undefined && 'order' in answer) this.#open.push({ person, order: answer.order })
    return answer
  }

  /** An order of one customer. */
  make(key: string, person: Person): SentCall {
    return { key, request: requestOf(key, person), person, call: 'submit', params: OPENING, answer: undefined }
  }

  #next(round: number): SentCall {
    this.#number += 1
    const key = `round ${round} number ${this.#number}`
    const closing = this.#number % 2 === 0 ? this.#open.shift() : undefined
    const person = closing?.person ?? must(this.#people[this.#number % this.#people.length], 'a customer')
    const opens = this.make(key, person)
    return closing === undefined ? opens : { ...opens, call: 'close', params: { id: closing.order } }
  }
}

const answered = (asked: readonly SentCall[]) => asked.reduce((count, { answer }) => count + (answer ? 1 : 0), 0)

function requestOf(key: string, { user }: Person): RequestId {
  const nothing = { tokenHash: '', path: '', query: '', body: {}, name: '', parameters: {} }
  const once = onceOf({ ...nothing, headers: { 'idempotency-key': key }, caller: userCaller(user) })
  return must(once, 'a key of the right length').key
}
