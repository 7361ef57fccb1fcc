/** Customers who open and close an order over HTTP, one after the other. */
import { Agent, request } from 'node:http'
import { ROUTES } from '@veritick/contract'
import { assert } from '@veritick/domain'
import { serve } from './part.ts'

const agent = new Agent({ keepAlive: true })
const ORDER = { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 }

type Order = { readonly Id: number }
type Call = 'submit' | 'close'

serve({
  /** The 99th percentile, in milliseconds, of the calls `submit` and `close` of this many seconds. */
  trade: async ({ url, tokens, seconds }: { url: string; tokens: readonly string[]; seconds: number }) => {
    const times: number[] = []
    const timed = async (token: string, call: Call, body: object) => {
      const began = performance.now()
      const { code, data } = await ask(url, { token, call, body })
      times.push(performance.now() - began)
      assert(code === 1, `${call} was refused`)
      return data
    }
    const until = performance.now() + seconds * 1000
    for (let count = 0; performance.now() < until; count += 1) {
      const token = tokens[count % tokens.length] ?? ''
      const { Id } = await timed(token, 'submit', ORDER)
      await timed(token, 'close', { id: Id })
    }
    times.sort((a, b) => a - b)
    return times[Math.floor(times.length * 0.99)] ?? 0
  },
})

function ask(
  url: string,
  { token, call, body }: { token: string; call: Call; body: object },
): Promise<{ code: number; data: Order }> {
  const headers = {
    authorization: token,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url + ROUTES[call].path, { agent, method: 'POST', headers }, (response) => {
      let text = ''
      response.on('data', (piece) => {
        text += String(piece)
      })
      response.on('end', () => resolve(JSON.parse(text)))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}
