/** Our server, core and store in threads, on a feed that says what it is told or on the simulated market. */
import { millis, must } from '@veritick/domain'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { ordinaryPoints } from '../../apps/server/src/market/catalogue.ts'
import { cpuMicros, type Stamp, serve, settledMemory, sharedMicros } from './part.ts'
import { EVEN_PACE, paced } from './quotes.ts'

let server: TestServer | undefined
let codes: readonly string[] = []
/** The first bid of each, in its points. */
let ordinary: readonly number[] = []
const moves: number[] = []
let stamps: Stamp[] = []
const running = () => must(server, 'the server is open')

serve({
  open: async ({ isSimulated }: { readonly isSimulated: boolean }) => {
    const clocks = { wallClock: () => millis(Date.now()), monotonicClock: () => performance.now() }
    server = await openTestServer({
      threads: true,
      config: { socketsPerAddress: 100_000 },
      ...(isSimulated && { simulatedOn: clocks }),
    })
    const { market } = server.context
    codes = market.items().map(({ entry }) => entry.terms.code)
    ordinary = market.items().map(({ entry }) => ordinaryPoints(entry))
    market.onQuote(({ instrument }) => {
      const { entry, quote } = must(market.item(instrument), 'a quoted instrument')
      stamps.push([entry.terms.code, quote?.seq ?? 0, sharedMicros()])
    })
    return { port: server.port, url: server.url }
  },
  /** Publishes quotes for this long and answers when each was published. */
  run: async ({ seconds }: { readonly seconds: number }) => {
    stamps = []
    await paced({ seconds, pace: EVEN_PACE }, (place) => {
      moves[place] = (moves[place] ?? 0) + 1
      const bid = must(ordinary[place], 'an instrument') + (moves[place] % 50)
      running().feed.row(must(codes[place], 'an instrument'), sentMillis(), [bid, bid + 10])
    })
    return stamps
  },
  /** Only time passes: the market has its own pace. */
  wait: async ({ seconds }: { readonly seconds: number }) => {
    stamps = []
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    return stamps
  },
  people: async ({ count }: { readonly count: number }) => {
    running().feed.say('EURUSD', '1.08500', '1.08510')
    const tokens: string[] = []
    for (let person = 0; person < count; person += 1) tokens.push((await running().person()).token ?? '')
    return tokens
  },
  address: () => ({ url: running().url }),
  sockets: () => running().hub.stats(),
  cpu: cpuMicros,
  memory: settledMemory,
  close: () => running().close(),
})

const opened = performance.now()
/** Market time of the next quote: it passes as real time does. */
const sentMillis = () => Math.round(performance.now() - opened) + 60_000
