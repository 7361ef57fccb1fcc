/**
 * The peer: a bare `ws` server that sends each quote, encoded once, to its sockets in a loop. It publishes the same
 * quotes as ours: evenly spaced, or those of the simulated market.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { millis, must } from '@veritick/domain'
import { WebSocketServer } from 'ws'
import { loadCatalogue } from '../../apps/server/src/market/catalogue.ts'
import { simulatedFeed } from '../../apps/server/src/market/feeds/simulated/feed.ts'
import { cpuMicros, type Stamp, serve, settledMemory, sharedMicros } from './part.ts'
import { paced } from './quotes.ts'

const catalogue = loadCatalogue(fileURLToPath(new URL('../../apps/server/catalogue', import.meta.url)))
const codeOf = new Map(catalogue.instruments.map(({ terms }) => [terms.id as number, terms.code]))
const codes = [...codeOf.values()]
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false, maxPayload: 4096 })
let stamps: Stamp[] = []
let number = 0

/** A message as ours is: same fields, same length. */
function publish(symbol: string, bid: number): void {
  number += 1
  stamps.push([symbol, number, sharedMicros()])
  const price = (bid / 100_000).toFixed(5)
  const quotation = { open: price, close: price, change: '0.00', bid: price, ask: price, time: Date.now(), seq: number }
  const state = { status: 1, held: false, stale: false, next_open: null }
  const data = { symbol, quotation: { ...quotation, ...state } }
  const bytes = Buffer.from(JSON.stringify({ type: 'DAY_MARKET', seq: number, data }))
  for (const client of server.clients) if (client.readyState === client.OPEN) client.send(bytes, { binary: false })
}

serve({
  open: async ({ isSimulated }: { readonly isSimulated: boolean }) => {
    if (server.address() === null) await once(server, 'listening')
    if (isSimulated) {
      const clocks = { wallClock: () => millis(Date.now()), monotonicClock: () => performance.now() }
      const feed = simulatedFeed({ catalogue, seed: '1', sessions: 'always', ...clocks })
      const nothing = () => undefined
      await feed.open({ resumeAt: undefined, pastFrom: nothing, past: nothing })
      const quote = (each: { instrument: number; bid: number }) =>
        publish(must(codeOf.get(each.instrument), 'an instrument'), each.bid)
      feed.run({ quote, alive: nothing, leapt: nothing, missed: nothing, halted: nothing, ended: nothing })
    }
    return { port: (server.address() as AddressInfo).port }
  },
  run: async ({ seconds }: { readonly seconds: number }) => {
    stamps = []
    await paced(seconds, (place) => publish(must(codes[place], 'an instrument'), 108_500 + (number % 50)))
    return stamps
  },
  wait: async ({ seconds }: { readonly seconds: number }) => {
    stamps = []
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    return stamps
  },
  cpu: cpuMicros,
  memory: settledMemory,
})
