/**
 * How commands and decisions are written between threads and processes: a byte for the kind, then the fields in a fixed
 * order. Both ends run the same version, so nothing of a command is stored. A command may hold numbers that the engine
 * refuses (less than nothing, too large), so its sizes and prices are written signed. Orders, their ends and quotes
 * come by the million: their numbers have a fixed width, so that the fast engine finds a field, and the next command,
 * without reading what lies between (fast/command-run.ts).
 */
import {
  accountId,
  assert,
  type LotUnits,
  lotUnits,
  type Millis,
  millis,
  type Points,
  points,
  type TradingRefusal,
} from '@veritick/domain'
import {
  ByteReader,
  branded,
  type Codec,
  DOUBLE_BYTES,
  decode,
  encode,
  flag,
  list,
  natural,
  oneOf,
  optional,
  REFERENCE_BYTES,
  record,
  reference,
  whole,
} from './bytes.ts'
import type { AccountId, Command, DepositCategory } from './commands.ts'
import type { Decided, Decision } from './decision.ts'
import { accountKind, anyAccount, feeType, instrumentTerms, moment, money, side, WORDS } from './fields.ts'
import { eventCodec } from './journal.ts'
import { marketStatus, orderSeenCodec } from './query-bytes.ts'
import { optionalWide, wide } from './wide.ts'

type CommandKind = Command['kind']
type Fields<Kind extends CommandKind> = Omit<Extract<Command, { kind: Kind }>, 'kind'>

const anyPrice: Codec<Points> = branded(whole, points)
const anySize: Codec<LotUnits> = branded(whole, lotUnits)
const wideMoment: Codec<Millis> = branded(wide, millis)
const wideAccount: Codec<AccountId> = branded(wide, accountId)
const widePrice: Codec<Points> = branded(wide, points)
const wideSize: Codec<LotUnits> = branded(wide, lotUnits)
const optionalPrice: Codec<Points | undefined> = {
  write: optionalWide.write,
  read(from) {
    const value = optionalWide.read(from)
    return value === undefined ? undefined : points(value)
  },
}
const category = oneOf<DepositCategory>(WORDS.category)

/** The layout behind the byte of the kind. A kind's number is its place here, counted from 1. */
const LAYOUTS: { readonly [Kind in CommandKind]: Codec<Fields<Kind>> } = {
  set_instrument: record<Fields<'set_instrument'>>({ at: moment, terms: instrumentTerms }),
  set_fee_type: record<Fields<'set_fee_type'>>({ at: moment, feeType }),
  open_account: record<Fields<'open_account'>>({ at: moment, account: anyAccount, accountKind }),
  freeze_account: record<Fields<'freeze_account'>>({ at: moment, account: anyAccount, frozen: flag }),
  credit: record<Fields<'credit'>>({ at: moment, account: anyAccount, category, amount: money, reference }),
  lock_withdrawal: record<Fields<'lock_withdrawal'>>({ at: moment, account: anyAccount, amount: money, reference }),
  settle_withdrawal: record<Fields<'settle_withdrawal'>>({ at: moment, account: anyAccount, reference, paid: flag }),
  place: record<Fields<'place'>>({
    at: wideMoment,
    account: wideAccount,
    instrument: wide,
    lots: wideSize,
    target: optionalPrice,
    stopLoss: optionalPrice,
    takeProfit: optionalPrice,
    leverage: wide,
    seenPrice: optionalPrice,
    request: reference,
    side,
  }),
  close: record<Fields<'close'>>({
    at: wideMoment,
    account: wideAccount,
    order: wide,
    seenPrice: optionalPrice,
    request: reference,
  }),
  cancel: record<Fields<'cancel'>>({ at: wideMoment, account: wideAccount, order: wide, request: reference }),
  set_stops: record<Fields<'set_stops'>>({
    at: moment,
    account: anyAccount,
    order: whole,
    stopLoss: optional(anyPrice),
    takeProfit: optional(anyPrice),
    request: reference,
  }),
  reset_demo: record<Fields<'reset_demo'>>({ at: moment, account: anyAccount, request: reference }),
  quote: record<Required<Fields<'quote'>>>({
    at: wideMoment,
    instrument: wide,
    seq: wide,
    bid: widePrice,
    ask: widePrice,
    time: wideMoment,
  }),
  market: record<Required<Fields<'market'>>>({
    at: moment,
    instrument: whole,
    status: marketStatus,
    worthMax: optional(money),
  }),
  rollover: record<Fields<'rollover'>>({
    at: moment,
    nights: record<Fields<'rollover'>['nights']>({ forex: natural, metals: natural, us_stocks: natural }),
  }),
  reverse: record<Fields<'reverse'>>({
    at: moment,
    account: anyAccount,
    order: whole,
    seenPrice: optional(anyPrice),
    request: reference,
  }),
  amend: record<Fields<'amend'>>({
    at: moment,
    account: anyAccount,
    order: whole,
    target: anyPrice,
    stopLoss: optional(anyPrice),
    takeProfit: optional(anyPrice),
    request: reference,
  }),
  close_part: record<Fields<'close_part'>>({
    at: moment,
    account: anyAccount,
    order: whole,
    lots: anySize,
    seenPrice: optional(anyPrice),
    request: reference,
  }),
}

/** Bytes of a command of each kind of fixed width, its kind included. */
export const FIXED_COMMAND_BYTES = {
  place: 1 + 9 * DOUBLE_BYTES + REFERENCE_BYTES + 1,
  close: 1 + 4 * DOUBLE_BYTES + REFERENCE_BYTES,
  cancel: 1 + 3 * DOUBLE_BYTES + REFERENCE_BYTES,
  quote: 1 + 6 * DOUBLE_BYTES,
} as const satisfies Partial<Record<CommandKind, number>>

export const COMMAND_KINDS = Object.keys(LAYOUTS) as readonly CommandKind[]

/** The first byte of a command. */
export const numberOfKind = (kind: CommandKind): number => COMMAND_KINDS.indexOf(kind) + 1

export const commandCodec: Codec<Command> = {
  write(out, command) {
    out.byte(numberOfKind(command.kind))
    // A quote without a time of its own has that of its moment.
    const fields = command.kind === 'quote' ? { ...command, time: command.time ?? command.at } : command
    layoutOf(command.kind).write(out, fields)
  },
  read(from) {
    const number = from.byte()
    const kind = COMMAND_KINDS[number - 1]
    assert(kind !== undefined, `no kind of command has number ${number}`)
    // The layout is the kind's own, so its fields are exactly that kind's.
    return { kind, ...layoutOf(kind).read(from) } as Command
  },
}

const decided: Codec<Omit<Decided, 'ok'>> = record<Omit<Decided, 'ok'>>({
  events: list(eventCodec),
  order: optional(orderSeenCodec),
})
const refusal: Codec<TradingRefusal> = oneOf<TradingRefusal>(WORDS.refusal)

/**
 * A byte 1 and the decision, or a byte 0 and the place of the refusal in TRADING_REFUSALS. The journal keeps decisions.
 */
export const decisionCodec: Codec<Decision> = {
  write(out, decision) {
    flag.write(out, decision.ok)
    if (decision.ok) decided.write(out, decision)
    else refusal.write(out, decision.reason)
  },
  read: (from) => (flag.read(from) ? { ok: true, ...decided.read(from) } : { ok: false, reason: refusal.read(from) }),
}

/** The bytes of a command, as a frame of the core and a test file hold them. */
export const encodeCommand = (command: Command): Uint8Array => encode(commandCodec, command)
/** Throws on bytes that `encodeCommand` cannot have written. */
export const decodeCommand = (bytes: Uint8Array): Command => decode(commandCodec, bytes)
/** The bytes of a decision, as the journal keeps them behind the key of its request. */
export const encodeDecision = (decision: Decision): Uint8Array => encode(decisionCodec, decision)
/** Throws on bytes that `encodeDecision` cannot have written. */
export const decodeDecision = (bytes: Uint8Array): Decision => decode(decisionCodec, bytes)

/**
 * The account that a decision changed, read from its bytes: that of its first event, if that event has one.
 * `undefined`: the decision changed nothing. The rest of the bytes is not read.
 */
export function changeOf(decision: Uint8Array): { readonly account: AccountId | undefined } | undefined {
  const from = new ByteReader(decision)
  if (!flag.read(from) || natural.read(from) === 0) return undefined
  const event = eventCodec.read(from)
  return { account: 'account' in event ? event.account : undefined }
}

/** The compiler cannot follow which layout goes with which command through the table; the key says it. */
function layoutOf(kind: CommandKind): Codec<object> {
  return LAYOUTS[kind] as Codec<object>
}
