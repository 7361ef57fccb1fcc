/**
 * Orders a second through the engine beside nodejs-order-book, a well-made JavaScript order book, in the same process
 * and in turns; and what a quote costs that crosses nothing, with few and with many positions. Prints the section of
 * bench/results.md. Commands and options are made before the clock starts; events are made and dropped. The clock
 * counts this process's CPU time.
 */
import { accountId, lotUnits, type Micros, micros, millis, points, ppm } from '@veritick/domain'
import { type Command, createEngine, type Engine } from '@veritick/engine'
import { OrderBook, Side } from 'nodejs-order-book'

const ROUNDS = 9
const ORDERS_PER_ROUND = 40_000
const ACCOUNTS = 1_000
/** The engine takes a quote after so many orders; it is not counted as one. */
const ORDERS_PER_QUOTE = 20
const AT = millis(Date.UTC(2026, 2, 4, 15))
/** Positions held while quotes cross nothing. */
const SIZES = [1_000, 100_000]
const LONG_AGO = '0'.repeat(32)

type Contest = { readonly name: string; readonly ours: () => () => void; readonly theirs: () => () => void }

const lines = [
  '| what | Veritick, orders per CPU second | nodejs-order-book, orders per CPU second | ratio |',
  '| --- | ---: | ---: | ---: |',
]
for (const contest of [marketOrders(), pendingOrders()]) lines.push(row(contest))
lines.push(
  '',
  '| positions | ns of CPU for a quote that crosses nothing | ratio to 1,000 positions |',
  '| ---: | ---: | ---: |',
)
lines.push(...quietQuotes())
process.stdout.write(`${lines.join('\n')}\n`)

/** Both take turns, the first one changing; the median of the rounds' ratios counts. The first round warms up. */
function row({ name, ours, theirs }: Contest): string {
  const rates: { ours: number; theirs: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const first = round % 2 === 0
    const early = first ? rate(ours()) : rate(theirs())
    const late = first ? rate(theirs()) : rate(ours())
    if (round > 0) rates.push(first ? { ours: early, theirs: late } : { ours: late, theirs: early })
  }
  const ratio = median(rates.map((each) => each.ours / each.theirs))
  const [our, their] = [median(rates.map((each) => each.ours)), median(rates.map((each) => each.theirs))]
  return `| ${name} | ${thousands(our)} | ${thousands(their)} | ${ratio.toFixed(2)} |`
}

function rate(run: () => void): number {
  const began = process.cpuUsage()
  run()
  return (ORDERS_PER_ROUND * 1e6) / microsSince(began)
}

/** CPU time of this process, garbage collection included: a busy machine changes it less than wall time. */
function microsSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began)
  return user + system
}

/**
 * Ours: 1,000 accounts open at the market and close again. Theirs: market orders against a deep book, each refilled by
 * a limit order.
 */
function marketOrders(): Contest {
  return {
    name: 'market orders: open and close',
    ours: () => {
      const engine = stage({ accounts: ACCOUNTS, funds: 50_000_000_000 })
      const commands: Command[] = []
      for (let order = 1; order <= ORDERS_PER_ROUND / 2; order++) {
        const account = 1 + (order % ACCOUNTS)
        commands.push(place({ account, target: undefined }), close({ account, order }))
      }
      return player(engine, withQuotes(commands))
    },
    theirs: () => {
      const book = deepBook()
      const refills = Array.from({ length: ORDERS_PER_ROUND / 2 }, (_, index) => ({
        id: `refill${index}`,
        side: Side.SELL,
        size: 1,
        price: 108_510 + (index % 20),
      }))
      return () => {
        for (const refill of refills) {
          book.market({ side: Side.BUY, size: 1 })
          book.limit(refill)
        }
      }
    },
  }
}

/**
 * In turn: a limit order is placed and cancelled, a market order opens and closes. Theirs: the same, refilled by
 * another limit order.
 */
function pendingOrders(): Contest {
  return {
    name: 'limit orders, cancels and market orders',
    ours: () => {
      const engine = stage({ accounts: ACCOUNTS, funds: 50_000_000_000 })
      const commands: Command[] = []
      for (let order = 1; commands.length < ORDERS_PER_ROUND; order += 2) {
        const account = 1 + (order % ACCOUNTS)
        commands.push(place({ account, target: 108_500 - (order % 40) * 5 }), {
          ...close({ account, order }),
          kind: 'cancel',
        })
        commands.push(place({ account, target: undefined }), close({ account, order: order + 1 }))
      }
      return player(engine, withQuotes(commands))
    },
    theirs: () => {
      const book = deepBook()
      const waiting = Array.from({ length: ORDERS_PER_ROUND / 4 }, (_, index) => ({
        id: `wait${index}`,
        side: Side.BUY,
        size: 1,
        price: 108_500 - (index % 40) * 5,
      }))
      const refills = waiting.map(({ id }, index) => ({
        id: `refill${id}`,
        side: Side.SELL,
        size: 1,
        price: 108_510 + (index % 20),
      }))
      return () => {
        for (let index = 0; index < waiting.length; index++) {
          const wait = waiting[index]
          const refill = refills[index]
          if (wait === undefined || refill === undefined) continue
          book.limit(wait)
          book.cancel(wait.id)
          book.market({ side: Side.BUY, size: 1 })
          book.limit(refill)
        }
      }
    },
  }
}

/** Each account holds ten positions with stops out of reach; the price goes up and down by a point. */
function quietQuotes(): string[] {
  const quotes = 200_000
  const engines = SIZES.map((positions) => {
    const engine = stage({ accounts: positions / 10, funds: 50_000_000_000 })
    for (let order = 1; order <= positions; order++) {
      engine.apply({
        ...place({ account: 1 + (order % (positions / 10)), target: undefined }),
        stopLoss: points(100_000),
      })
    }
    return engine
  })
  let seq = 1_000
  const cost = (engine: Engine) => {
    const moves = Array.from({ length: quotes }, (_, index) => quote(seq + index, 108_500 + (index % 2)))
    seq += quotes
    const began = process.cpuUsage()
    for (const move of moves) engine.apply(move)
    return (microsSince(began) * 1000) / quotes
  }
  const rounds = Array.from({ length: ROUNDS + 1 }, () => engines.map(cost)).slice(1)
  return SIZES.map((positions, index) => {
    const ns = median(rounds.map((round) => round[index] ?? Number.NaN))
    const ratio = median(rounds.map((round) => (round[index] ?? Number.NaN) / (round[0] ?? Number.NaN)))
    return `| ${thousands(positions)} | ${ns.toFixed(0)} | ${ratio.toFixed(2)} |`
  })
}

function stage({ accounts, funds }: { accounts: number; funds: number }): Engine {
  const engine = createEngine()
  engine.apply({
    kind: 'set_instrument',
    at: AT,
    terms: {
      id: 1,
      code: 'EURUSD',
      version: 1,
      enabled: true,
      session: 'forex',
      quoteCurrency: 'USD',
      conversion: { kind: 'usd' },
      pricePrecision: 5,
      contractSize: 100_000,
      lotStep: lotUnits(100),
      lotMin: lotUnits(100),
      lotMax: lotUnits(1_000_000),
      marginMode: 'leveraged',
      leverages: [100],
      feePerLot: 0 as Micros,
      feeOfMargin: ppm(0),
      financingLong: ppm(0),
      financingShort: ppm(0),
      spreadTypical: points(10),
    },
  })
  engine.apply({ kind: 'market', at: AT, instrument: 1, status: 'open' })
  engine.apply(quote(1, 108_500))
  for (let account = 1; account <= accounts; account++) {
    engine.apply({ kind: 'open_account', at: AT, account: accountId(account), accountKind: 'real' })
    const reference = account.toString(16).padStart(32, '0')
    engine.apply({
      kind: 'credit',
      at: AT,
      account: accountId(account),
      category: 'deposit',
      amount: micros(funds),
      reference,
    })
  }
  return engine
}

function quote(seq: number, bid: number): Command {
  return { kind: 'quote', at: AT, instrument: 1, seq, bid: points(bid), ask: points(bid + 10) }
}

type Place = Extract<Command, { kind: 'place' }>

function place({ account, target }: { account: number; target: number | undefined }): Place {
  return {
    kind: 'place',
    at: AT,
    account: accountId(account),
    instrument: 1,
    side: 'buy',
    lots: lotUnits(1_000),
    target: target === undefined ? undefined : points(target),
    stopLoss: points(104_000),
    takeProfit: points(112_000),
    leverage: 100,
    seenPrice: undefined,
    request: LONG_AGO,
  }
}

function close({ account, order }: { account: number; order: number }): Extract<Command, { kind: 'close' }> {
  return { kind: 'close', at: AT, account: accountId(account), order, seenPrice: undefined, request: LONG_AGO }
}

/** A quote after every few orders, up and down within ten points. */
function withQuotes(commands: readonly Command[]): Command[] {
  return commands.flatMap((command, index) =>
    index % ORDERS_PER_QUOTE === 0
      ? [quote(2 + index / ORDERS_PER_QUOTE, 108_500 + ((index / ORDERS_PER_QUOTE) % 10)), command]
      : [command],
  )
}

/** Every command must be accepted: a refusal is cheaper than an order. */
function player(engine: Engine, commands: readonly Command[]): () => void {
  return () => {
    for (const command of commands) {
      const outcome = engine.apply(command)
      if (!outcome.ok) throw new Error(`broken promise: ${command.kind} was refused (${outcome.reason})`)
    }
  }
}

function deepBook(): OrderBook {
  const book = new OrderBook()
  for (let level = 0; level < 20; level++) {
    for (let each = 0; each < 50; each++) {
      book.limit({ id: `deep${level}-${each}`, side: Side.SELL, size: 1, price: 108_510 + level })
    }
  }
  return book
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

function thousands(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
