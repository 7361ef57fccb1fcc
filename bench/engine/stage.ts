/**
 * An engine with instruments and accounts that hold money, and the commands that the programs of this folder send it.
 * Commands are made before the clock starts.
 */
import { accountId, lotUnits, type Micros, micros, millis, must, points, ppm } from '@veritick/domain'
import {
  ByteWriter,
  type Command,
  type CommandOf,
  commandCodec,
  createEngine,
  type Engine,
  type EventBuffer,
  type FastEngine,
  RunReader,
} from '@veritick/engine'

export const AT = millis(Date.UTC(2026, 2, 4, 15))
/** The bid that every instrument has in the middle, in points. */
export const PRICE = 108_500
const SPREAD = 10
const FUNDS = micros(50_000_000_000)

/** Instruments 1, 2, 3 ... are open and quoted; accounts 1, 2, 3 ... hold 50,000 USD each. */
export function stage({
  accounts,
  instruments,
}: {
  readonly accounts: number
  readonly instruments: number
}): FastEngine {
  const engine = createEngine()
  for (let instrument = 1; instrument <= instruments; instrument += 1) {
    engine.apply({ kind: 'set_instrument', at: AT, terms: termsOf(instrument) })
    engine.apply({ kind: 'market', at: AT, instrument, status: 'open' })
    engine.apply(quote({ instrument, seq: 1, bid: PRICE }))
  }
  for (let account = 1; account <= accounts; account += 1) {
    engine.apply({ kind: 'open_account', at: AT, account: accountId(account), accountKind: 'real' })
    engine.apply({
      kind: 'credit',
      at: AT,
      account: accountId(account),
      category: 'deposit',
      amount: FUNDS,
      reference: requestOf(account),
    })
  }
  return engine
}

/** Commands one after the other, as the thread that takes orders sends them to the engine's. */
export function frameOf(commands: readonly Command[]): Uint8Array {
  const out = new ByteWriter()
  for (const command of commands) commandCodec.write(out, command)
  return out.bytes()
}

/** After this many commands the event loop turns once, as the server's does between the messages of its threads. */
const COMMANDS_PER_TURN = 2_000

/** Decides every command of a frame. Every one must be accepted: a refusal is cheaper than an order. */
export async function decideAll(
  engine: FastEngine,
  frame: Uint8Array,
  batches: { readonly written: EventBuffer; readonly events: number; full(): void | Promise<void> },
): Promise<void> {
  const { written, events } = batches
  const commands = new RunReader(frame)
  for (let decided = 1; !commands.ended(); decided += 1) {
    const refusal = engine.decideNext(commands, written)
    if (refusal !== undefined) throw new Error(`invariant violated: a command was refused (${refusal})`)
    if (written.count >= events) await batches.full()
    else if (decided % COMMANDS_PER_TURN === 0) await new Promise<void>((resolve) => setImmediate(resolve))
  }
}

/** 32 hex digits, different for each number, as evenly spread as those of a hash. */
export function requestOf(number: number): string {
  let hex = ''
  let state = number
  for (let part = 0; part < 4; part += 1) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    hex += state.toString(16).padStart(8, '0')
  }
  return hex
}

export function quote({ instrument, seq, bid }: { instrument: number; seq: number; bid: number }): CommandOf<'quote'> {
  return { kind: 'quote', at: AT, instrument, seq, bid: points(bid), ask: points(bid + SPREAD) }
}

/** A purchase of 0.1 lots with stop-loss and take-profit out of reach; `target` undefined: at the market. */
export function place(order: {
  readonly account: number
  readonly instrument: number
  readonly target: number | undefined
  readonly request: string
}): CommandOf<'place'> {
  const { account, instrument, target, request } = order
  return {
    kind: 'place',
    at: AT,
    account: accountId(account),
    instrument,
    side: 'buy',
    lots: lotUnits(1_000),
    target: target === undefined ? undefined : points(target),
    stopLoss: points(104_000),
    takeProfit: points(112_000),
    leverage: 100,
    seenPrice: undefined,
    request,
  }
}

export function close(position: {
  readonly account: number
  readonly order: number
  readonly request: string
}): CommandOf<'close'> {
  const { account, order, request } = position
  return { kind: 'close', at: AT, account: accountId(account), order, seenPrice: undefined, request }
}

/** Every command must be accepted: a refusal is cheaper than an order. */
export function applyAll(engine: Engine, commands: readonly Command[]): void {
  for (const command of commands) {
    const outcome = engine.apply(command)
    if (!outcome.ok) throw new Error(`invariant violated: ${command.kind} was refused (${outcome.reason})`)
  }
}

export function at<T>(list: readonly T[], index: number): T {
  return must(list[index], 'an index is inside its list')
}

function termsOf(id: number): CommandOf<'set_instrument'>['terms'] {
  return {
    id,
    code: `I${id}`,
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
  }
}
