/**
 * The peer: a bare `ws` server that sends each quote, encoded once, to its sockets in a loop. It publishes as many
 * quotes as ours, evenly spaced: those of a scripted feed, or as many as the simulated market has on average.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { must } from '@veritick/domain'
import { WebSocketServer } from 'ws'
import { loadCatalogue } from '../../apps/server/src/market/catalogue.ts'
import { cpuMicros, type Stamp, serve, settledMemory, sharedMicros } from './part.ts'
import { EVEN_PACE, MARKET_PACE, paced } from './quotes.ts'

const catalogue = loadCatalogue(fileURLToPath(new URL('../../apps/server/catalogue', import.meta.url)))
const codes = catalogue.instruments.map(({ terms }) => terms.code)
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

const run = (pace: number) => async (given: { readonly seconds: number }) => {
  stamps = []
  await paced({ ...given, pace }, (place) => publish(must(codes[place], 'an instrument'), 108_500 + (number % 50)))
  return stamps
}

serve({
  open: async () => {
    if (server.address() === null) await once(server, 'listening')
    return { port: (server.address() as AddressInfo).port }
  },
  run: run(EVEN_PACE),
  wait: run(MARKET_PACE),
  cpu: cpuMicros,
  memory: settledMemory,
})
