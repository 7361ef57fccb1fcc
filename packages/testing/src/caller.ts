/**
 * A client of the calls of customers. A file of its own, so that a journey, whose server is another process, reads no
 * server.
 */
import { type IncomingHttpHeaders, request } from 'node:http'
import type { CallData, CallInput, CallName } from '@veritick/contract'
import { CALLS } from '@veritick/contract/calls'

export type Answered = {
  readonly status: number
  readonly code: number
  readonly reason: string | undefined
  readonly field: string | undefined
  readonly msg: string
  readonly data: unknown
  readonly headers: IncomingHttpHeaders
}

/**
 * A client that calls, with or without a token. State-changing calls are posted, with a key of their own unless told
 * otherwise.
 */
export class Caller {
  readonly #url: string
  readonly token: string | undefined
  #calls = 0

  constructor(url: string, token: string | undefined) {
    this.#url = url
    this.token = token
  }

  /** The data of a call that succeeds, checked against the contract. */
  async does<Name extends CallName>(
    name: Name,
    params: CallInput<Name>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<CallData<Name>> {
    const answered = await this.asks(name, params, headers)
    if (answered.code !== 1) throw new Error(`${name} was refused: ${answered.reason} ${answered.field ?? ''}`)
    CALLS[name].answer.parse(answered.data)
    return answered.data as CallData<Name>
  }

  /** The reason word of a call that is refused, and `good` for one that is not. */
  async reason<Name extends CallName>(name: Name, params: Readonly<Record<string, unknown>>): Promise<string> {
    return (await this.asks(name, params)).reason ?? 'good'
  }

  asks(
    name: CallName,
    params: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered> {
    const call = CALLS[name]
    if (!call.changes) return this.raw('GET', `${call.path}?${query(params)}`, { headers })
    this.#calls += 1
    const key = { 'idempotency-key': `${this.token?.slice(0, 8)} ${this.#calls} ${Math.random()}` }
    return this.raw('POST', call.path, {
      headers: { 'content-type': 'application/json', ...key, ...headers },
      body: JSON.stringify(params),
    })
  }

  async raw(
    method: string,
    path: string,
    options: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
  ): Promise<Answered> {
    const authorization: Record<string, string> = this.token === undefined ? {} : { authorization: this.token }
    return exchange(this.#url + path, {
      method,
      headers: { lang: 'en', ...authorization, ...options.headers },
      body: options.body,
    })
  }
}

/** Sends and reads the envelope. */
export async function exchange(
  url: string,
  options: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | Uint8Array | undefined
  },
): Promise<Answered> {
  const { status, headers, text } = await send(url, options)
  const { code, reason, field, msg, data } = JSON.parse(text) as Omit<Answered, 'status' | 'headers'>
  return { status, code, reason, field, msg, data, headers }
}

/** Not `fetch`, which writes headers of its own. */
function send(
  url: string,
  options: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | Uint8Array | undefined
  },
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }> {
  const { method, headers, body } = options
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
    })
    sent.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString() }),
      )
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server has closed the idle connection at the moment at which it was used again: nothing of it was read.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(url, options))
      else reject(error)
    })
    sent.end(body)
  })
}

function query(params: Readonly<Record<string, unknown>>): string {
  return new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)])).toString()
}
