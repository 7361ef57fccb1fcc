/**
 * Quotes to thousands of sockets on the home list, beside a bare `ws` server that sends the same quotes in a loop: CPU
 * and delay of a delivered quote, memory of a socket, and the delay of orders meanwhile. Servers and clients are
 * processes of their own. CPU is that of a whole process beyond what the same market costs with no socket.
 */
import { assert } from '@veritick/domain'
import { median, type Pair, print, takeTurns } from './measure.ts'
import { type Memory, Part, type Stamp } from './socket-parts/part.ts'

const SECONDS = 3
const COUNTS = [1000, 5000]
const TRADERS = 8
const HOME_LIST = ['{"type":"batch","params":true}', '{"type":"sub","params":"DAY_MARKET"}']
const MEMORY_MAX_KB = 20
/** An instrument is pushed at most every 250 ms, and looked at every 50 ms. */
const PACED_MICROS = 300_000
/** Orders are answered within this time during a reconnect storm. */
const STORM_MS_MAX = 1000

type Side = {
  readonly server: Part
  readonly clients: Part
  readonly port: number
  /** CPU microseconds of this many seconds of the same market with no socket. */
  readonly idle: number
}
/** CPU microseconds a delivered quote, and the p99 of delivery in milliseconds. */
type Round = { readonly cpu: number; readonly p99: number }
type Taken = {
  readonly sampled: number
  readonly received: readonly Stamp[]
  readonly failures: readonly string[]
  readonly share: number
}

for (const count of COUNTS) {
  await quotes({ count, isSimulated: false })
  await quotes({ count, isSimulated: true })
}
await orders(5000)
await memory(5000)

async function quotes({ count, isSimulated }: { count: number; isSimulated: boolean }): Promise<void> {
  const [ours, bare] = await Promise.all([openSide('ours.ts', isSimulated), openSide('bare.ts', isSimulated)])
  const rounds: { ours: Round[]; bare: Round[] } = { ours: [], bare: [] }
  // A market that runs by itself would reach the sockets of the side whose turn it is not: they are opened for a turn.
  const turn = (side: Side, into: Round[], says: readonly string[]) => async () => {
    const round = await roundOf(side, { count, isSimulated, says })
    into.push(round)
    return round.cpu
  }
  const pairs = await takeTurns({ ours: turn(ours, rounds.ours, HOME_LIST), peer: turn(bare, rounds.bare, []) })
  for (const { server, clients } of [ours, bare]) await Promise.all([server.end(), clients.end()])
  const pace = isSimulated ? "the simulated market's pace" : '20 quotes/s'
  const name = `${count.toLocaleString('en-US')} sockets, ${pace}`
  const peer = 'a bare ws loop'
  print({ name: `CPU a delivered quote, ${name}`, unit: 'us', peer, pairs, target: { atMost: 0.7 } })
  const delays = rounds.ours
    .slice(1)
    .map(({ p99 }, place): Pair => ({ ours: p99, peer: rounds.bare[place + 1]?.p99 ?? 0 }))
  print({ name: `p99 of delivery, ${name}`, unit: 'ms', peer, pairs: delays, target: { atMost: 1.25 } })
}

async function openSide(file: string, isSimulated: boolean): Promise<Side> {
  const [server, clients] = [new Part(file), new Part('clients.ts')]
  const { port } = await server.call<{ port: number }>('open', { isSimulated })
  await run(server, isSimulated)
  const { cpu: idle } = await run(server, isSimulated)
  return { server, clients, port, idle }
}

/** Quotes for a round, and what the process spent on them. */
async function run(
  server: Part,
  isSimulated: boolean,
): Promise<{ readonly stamps: readonly Stamp[]; readonly cpu: number }> {
  const before = await server.call<number>('cpu')
  const stamps = await server.call<Stamp[]>(isSimulated ? 'wait' : 'run', { seconds: SECONDS })
  return { stamps, cpu: (await server.call<number>('cpu')) - before }
}

async function roundOf(
  { server, clients, port, idle }: Side,
  { count, isSimulated, says }: { count: number; isSimulated: boolean; says: readonly string[] },
): Promise<Round> {
  await clients.call('open', { port, count, says })
  if (!isSimulated) await clients.call('settle')
  const before = await clients.call<Taken>('take')
  const { stamps, cpu } = await run(server, isSimulated)
  if (!isSimulated) await new Promise((resolve) => setTimeout(resolve, 500))
  const taken = await clients.call<Taken>('take')
  await clients.call('close')
  assert(taken.failures.length === 0, taken.failures[0] ?? '')
  assert(isSimulated || Math.abs(taken.share - 1) < 0.02, 'every socket gets the same bytes')
  const received = taken.received.slice(before.received.length)
  const delivered = (received.length / taken.sampled) * count
  return { cpu: Math.max(0, cpu - idle) / delivered, p99: p99Of(stamps, received) }
}

/** Without the quotes that wait for the pace of their instrument: four pushes a second. */
function p99Of(stamps: readonly Stamp[], received: readonly Stamp[]): number {
  const published = new Map<string, number>()
  const last = new Map<string, number>()
  for (const [symbol, number, at] of stamps) {
    if (at - (last.get(symbol) ?? 0) > PACED_MICROS) published.set(`${symbol} ${number}`, at)
    last.set(symbol, at)
  }
  const delays = received.flatMap(([symbol, number, at]) => {
    const from = published.get(`${symbol} ${number}`)
    return from === undefined ? [] : [(at - from) / 1000]
  })
  delays.sort((a, b) => a - b)
  return delays[Math.floor(delays.length * 0.99)] ?? 0
}

/** One customer after the other opens and closes an order while quotes go to the sockets, and while none come. */
async function orders(count: number): Promise<void> {
  const ours = await openSide('ours.ts', false)
  const traders = new Part('traders.ts')
  const { url } = await ours.server.call<{ url: string }>('address')
  const tokens = await ours.server.call<string[]>('people', { count: TRADERS })
  await ours.clients.call('open', { port: ours.port, count, says: HOME_LIST })
  const trade = () => traders.call<number>('trade', { url, tokens, seconds: SECONDS })
  const pairs = await takeTurns({
    ours: async () => (await Promise.all([trade(), ours.server.call('run', { seconds: SECONDS })]))[0],
    peer: trade,
  })
  const sockets = count.toLocaleString('en-US')
  const name = `p99 of orders, ${sockets} sockets, 20 quotes/s`
  print({ name, unit: 'ms', peer: 'no quotes', pairs, target: { atMost: 2 } })

  let storms = 0
  const storm = async () => {
    const opening = { port: ours.port, count, says: HOME_LIST, seconds: SECONDS }
    const [p99, times] = await Promise.all([trade(), ours.clients.call<number>('storm', opening)])
    storms += times
    return p99
  }
  const stormy = await takeTurns({ ours: storm, peer: () => STORM_MS_MAX })
  for (const part of [ours.server, ours.clients, traders]) await part.end()
  const peer = `the limit of ${STORM_MS_MAX} ms`
  const stormName = `p99 of orders while ${sockets} sockets come back at once (${storms} times, no order refused)`
  print({ name: stormName, unit: 'ms', peer, pairs: stormy, target: { atMost: 1 } })
}

/** The memory that the sockets of the home list add to a server that has just started. */
async function memory(count: number): Promise<void> {
  const heldKilobytes: number[] = []
  const pairs = await takeTurns({
    ours: async () => {
      const { server, clients, port } = await openSide('ours.ts', false)
      const before = await server.call<Memory>('memory')
      await clients.call('open', { port, count, says: HOME_LIST })
      await clients.call('settle')
      const after = await server.call<Memory>('memory')
      for (const part of [server, clients]) await part.end()
      const kilobytes = (bytes: number) => bytes / count / 1000
      const [rss, held] = [kilobytes(after.rss - before.rss), kilobytes(after.held - before.held)]
      heldKilobytes.push(held)
      // A process that has pages to spare grows by less than what it holds.
      return Math.max(rss, held)
    },
    peer: () => MEMORY_MAX_KB,
  })
  const held = median(heldKilobytes).toFixed(1)
  const name = `memory a socket, ${count.toLocaleString('en-US')} sockets (${held} kB of it V8's heap and external)`
  print({ name, unit: 'kB', peer: `the limit of ${MEMORY_MAX_KB} kB`, pairs, target: { atMost: 1 } })
}
