/**
 * One HTTP request to a server outside, such as a push service: answered or failed before a deadline, never
 * redirected. The caller gives the lookup (lookup.ts says which); `fetch` takes none. It looks a name up by
 * getaddrinfo, two names at a time for the whole process, and its signal does not end the lookup.
 */
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'

export type HttpClient = (request: {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Uint8Array
  /** From the lookup of the name to the last byte that is read of the answer. */
  readonly deadlineMs: number
  /** Of the answer; the connection of a longer one is closed. 0: the answer is there with its headers. */
  readonly bytesMax: number
}) => Promise<Answer>

export type Answer = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** At most `bytesMax` bytes. */
  readonly body: Uint8Array
}

/** Connections without a request: a name that a customer chose must not hold one for long. */
const IDLE_MS = 4_000
const IDLE_MAX = 64
/** As `fetch` sends them: some servers refuse a request without. */
const USUAL_HEADERS = { accept: '*/*', 'user-agent': 'node' }

/** Throws the error of the connection, or a `TimeoutError` after the deadline. */
export function openHttpClient(lookup: LookupFunction): HttpClient {
  const options = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: IDLE_MAX }
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) }
  return async ({ url, method, headers, body, deadlineMs, bytesMax }) => {
    const signal = AbortSignal.timeout(deadlineMs)
    const sent = { method, headers: { ...USUAL_HEADERS, ...headers }, signal, lookup }
    const isPlain = new URL(url).protocol === 'http:'
    try {
      const request = isPlain
        ? httpRequest(url, { ...sent, agent: agents.http })
        : httpsRequest(url, { ...sent, agent: agents.https })
      const answer = await answerTo(request, body)
      const { statusCode, headers: answered } = answer
      if (statusCode === undefined) throw new Error('an answer without a status')
      return { status: statusCode, headers: answered, body: await startOf(answer, bytesMax) }
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    }
  }
}

function answerTo(request: ClientRequest, body: Uint8Array): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', reject)
    request.end(body)
  })
}

async function startOf(answer: IncomingMessage, bytesMax: number): Promise<Uint8Array> {
  if (bytesMax === 0) {
    answer.on('error', () => {})
    answer.on('data', () => answer.destroy())
    return new Uint8Array()
  }
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Uint8Array>) {
    parts.push(part)
    size += part.byteLength
    if (size >= bytesMax) break
  }
  return Buffer.concat(parts).subarray(0, bytesMax)
}
