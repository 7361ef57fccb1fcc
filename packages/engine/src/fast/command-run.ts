/**
 * Commands read straight from the bytes of a frame (command-bytes.ts). Orders, their ends and quotes are read into
 * records that are used again, and the request of an order stays the 16 bytes that it is: text that only becomes bytes
 * again costs as much as the decision. Every other command is read as an object.
 */
import { assert, type LotUnits, type Millis, type Points } from '@veritick/domain'
import { commandCodec, FIXED_COMMAND_BYTES, numberOfKind } from '../command-bytes.ts'
import type { AccountId, Command, CommandOf } from '../commands.ts'
import { type EventBuffer, REQUEST_IN_FRAME } from '../event-buffer.ts'
import type { RunReader } from '../run-reader.ts'
import { readOptionalWide, readWide } from '../wide.ts'
import { RowsAhead } from './rows-ahead.ts'
import type { State } from './state.ts'

export const PLACE = numberOfKind('place')
export const CLOSE = numberOfKind('close')
export const CANCEL = numberOfKind('cancel')
export const QUOTE = numberOfKind('quote')

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Reads the commands of a frame, one after the other. A record that it returns is valid until it reads the next. */
export class CommandRun {
  private readonly ahead: RowsAhead

  private readonly place: Mutable<CommandOf<'place'>> = {
    kind: 'place',
    at: 0 as Millis,
    account: 0 as AccountId,
    instrument: 0,
    side: 'buy',
    lots: 0 as LotUnits,
    target: undefined,
    stopLoss: undefined,
    takeProfit: undefined,
    leverage: 0,
    seenPrice: undefined,
    request: REQUEST_IN_FRAME,
  }

  private readonly close: Mutable<CommandOf<'close'>> = {
    kind: 'close',
    at: 0 as Millis,
    account: 0 as AccountId,
    order: 0,
    seenPrice: undefined,
    request: REQUEST_IN_FRAME,
  }

  private readonly cancel: Mutable<CommandOf<'cancel'>> = {
    kind: 'cancel',
    at: 0 as Millis,
    account: 0 as AccountId,
    order: 0,
    request: REQUEST_IN_FRAME,
  }

  private readonly quote: Mutable<Required<CommandOf<'quote'>>> = {
    kind: 'quote',
    at: 0 as Millis,
    instrument: 0,
    seq: 0,
    bid: 0 as Points,
    ask: 0 as Points,
    time: 0 as Millis,
  }

  constructor(state: State) {
    this.ahead = new RowsAhead(state)
  }

  /** The number of the kind of the next command, which the caller reads by the reader of its kind. */
  nextKind(from: RunReader): number {
    this.ahead.read(from)
    return from.peek()
  }

  /** A command of any kind without a reader of its own. */
  readOther(from: RunReader): Command {
    return from.read(commandCodec)
  }

  /** The next command, valid until the next call. `events` is told where its request lies. As in the other readers. */
  readPlace(from: RunReader, events: EventBuffer): CommandOf<'place'> {
    const { place } = this
    const { view } = from
    const at = from.pass(FIXED_COMMAND_BYTES.place)
    place.at = readWide(view, at + 1) as Millis
    place.account = readWide(view, at + 9) as AccountId
    place.instrument = readWide(view, at + 17)
    place.lots = readWide(view, at + 25) as LotUnits
    place.target = readOptionalWide(view, at + 33) as Points | undefined
    place.stopLoss = readOptionalWide(view, at + 41) as Points | undefined
    place.takeProfit = readOptionalWide(view, at + 49) as Points | undefined
    place.leverage = readWide(view, at + 57)
    place.seenPrice = readOptionalWide(view, at + 65) as Points | undefined
    events.requestIn(view, at + 73)
    const side = view.getUint8(at + 89)
    assert(side <= 1, 'an order buys or sells')
    place.side = side === 1 ? 'sell' : 'buy'
    return place
  }

  readClose(from: RunReader, events: EventBuffer): CommandOf<'close'> {
    const { close } = this
    const { view } = from
    const at = from.pass(FIXED_COMMAND_BYTES.close)
    close.at = readWide(view, at + 1) as Millis
    close.account = readWide(view, at + 9) as AccountId
    close.order = readWide(view, at + 17)
    close.seenPrice = readOptionalWide(view, at + 25) as Points | undefined
    events.requestIn(view, at + 33)
    return close
  }

  readCancel(from: RunReader, events: EventBuffer): CommandOf<'cancel'> {
    const { cancel } = this
    const { view } = from
    const at = from.pass(FIXED_COMMAND_BYTES.cancel)
    cancel.at = readWide(view, at + 1) as Millis
    cancel.account = readWide(view, at + 9) as AccountId
    cancel.order = readWide(view, at + 17)
    events.requestIn(view, at + 25)
    return cancel
  }

  readQuote(from: RunReader): CommandOf<'quote'> {
    const { quote } = this
    const { view } = from
    const at = from.pass(FIXED_COMMAND_BYTES.quote)
    quote.at = readWide(view, at + 1) as Millis
    quote.instrument = readWide(view, at + 9)
    quote.seq = readWide(view, at + 17)
    quote.bid = readWide(view, at + 25) as Points
    quote.ask = readWide(view, at + 33) as Points
    quote.time = readWide(view, at + 41) as Millis
    return quote
  }
}
