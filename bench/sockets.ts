/**
 * Quotes to thousands of sockets on the home list, beside a bare `ws` server that sends the same quotes in a loop: CPU
 * and delay of a delivered quote, memory of a socket, and the delay of orders meanwhile. Servers and clients are
 * processes of their own. CPU is that of a whole process beyond what the same market costs with no socket.
 */
import { assert } from '@veritick/domain'
import { median, type Pair, print, takeTurns } from './measure.ts'
import { type Memory, Part, type Stamp } from './socket-parts/part.ts'

const SECONDS = 3
const COUNTS = (process.env.COUNTS ?? '1000,5000').split(',').map(Number)
const TRADERS = 8
const HOME_LIST = ['{"type":"batch","params":true}', '{"type":"sub","params":"DAY_MARKET"}']
const MEMORY_MAX_KB = 20

type Side = { readonly server: Part; readonly clients: Part; readonly port: number }
/** CPU microseconds a delivered quote, and the p99 of delivery in milliseconds. */
type Round = { readonly cpu: number; readonly p99: number }
type Taken = { total: number; sampled: number; received: Stamp[]; failures: string[]; share: number }

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
  if (isSimulated) return
  const delays = rounds.ours
    .slice(1)
    .map(({ p99 }, place): Pair => ({ ours: p99, peer: rounds.bare[place + 1]?.p99 ?? 0 }))
  print({ name: `p99 of delivery, ${name}`, unit: 'ms', peer, pairs: delays, target: { atMost: 1.25 } })
}

async function openSide(file: string, isSimulated: boolean): Promise<Side> {
  const [server, clients] = [new Part(file), new Part('clients.ts')]
  const { port } = await server.ask<{ port: number }>('open', { isSimulated })
  return { server, clients, port }
}

async function roundOf(
  { server, clients, port }: Side,
  { count, isSimulated, says }: { count: number; isSimulated: boolean; says: readonly string[] },
): Promise<Round> {
  const run = async () => {
    const before = await server.ask<number>('cpu')
    const stamps = await server.ask<Stamp[]>(isSimulated ? 'wait' : 'run', { seconds: SECONDS })
    return { stamps, cpu: (await server.ask<number>('cpu')) - before }
  }
  const idle = await run()
  await clients.ask('open', { port, count, says })
  if (!isSimulated) await clients.ask('settle')
  const before = await clients.ask<Taken>('take')
  const { stamps, cpu } = await run()
  if (!isSimulated) await new Promise((resolve) => setTimeout(resolve, 500))
  const taken = await clients.ask<Taken>('take')
  await clients.ask('close')
  assert(taken.failures.length === 0, taken.failures[0] ?? '')
  assert(isSimulated || Math.abs(taken.share - 1) < 0.02, 'every socket gets the same bytes')
  const received = taken.received.slice(before.received.length)
  const delivered = (received.length / taken.sampled) * count
  return { cpu: Math.max(0, cpu - idle.cpu) / delivered, p99: p99Of(stamps, received) }
}

function p99Of(stamps: readonly Stamp[], received: readonly Stamp[]): number {
  const published = new Map(stamps.map(([symbol, number, at]) => [`${symbol} ${number}`, at]))
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
  const { url } = await ours.server.ask<{ url: string }>('address')
  const tokens = await ours.server.ask<string[]>('people', { count: TRADERS })
  await ours.clients.ask('open', { port: ours.port, count, says: HOME_LIST })
  const trade = () => traders.ask<number>('trade', { url, tokens, seconds: SECONDS })
  const pairs = await takeTurns({
    ours: async () => (await Promise.all([trade(), ours.server.ask('run', { seconds: SECONDS })]))[0],
    peer: trade,
  })
  for (const part of [ours.server, ours.clients, traders]) await part.end()
  const name = `p99 of orders, ${count.toLocaleString('en-US')} sockets, 20 quotes/s`
  print({ name, unit: 'ms', peer: 'no quotes', pairs, target: { atMost: 2 } })
}

/** What the sockets of the home list add to a server that has just started. */
async function memory(count: number): Promise<void> {
  const added: { rss: number; held: number }[] = []
  const pairs = await takeTurns({
    ours: async () => {
      const { server, clients, port } = await openSide('ours.ts', false)
      await server.ask('run', { seconds: 1 })
      const before = await server.ask<Memory>('memory')
      await clients.ask('open', { port, count, says: HOME_LIST })
      await clients.ask('settle')
      const after = await server.ask<Memory>('memory')
      for (const part of [server, clients]) await part.end()
      const kilobytes = (bytes: number) => bytes / count / 1000
      added.push({ rss: kilobytes(after.rss - before.rss), held: kilobytes(after.held - before.held) })
      return added.at(-1)?.rss ?? 0
    },
    peer: () => MEMORY_MAX_KB,
  })
  const held = median(added.map((each) => each.held)).toFixed(1)
  const name = `memory a socket, ${count.toLocaleString('en-US')} sockets (${held} kB of it V8's heap and external)`
  print({ name, unit: 'kB', peer: `the limit of ${MEMORY_MAX_KB} kB`, pairs, target: { atMost: 1 } })
}
