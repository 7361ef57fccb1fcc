/**
 * Reads an event's bytes as docs/domain/journal-format.md describes them. Written from that page alone and sharing
 * nothing with the server, so that a mistake there cannot hide here.
 */
import { toAscii, toHex } from './bytes.ts'

export type Field = number | string | boolean | null | readonly Field[] | { readonly [name: string]: Field }
export type Fields = { readonly [name: string]: Field }

/**
 * The event that fills all of `bytes`, its kind first, `null` where the journal says "none". Throws with what is wrong.
 */
export function decodeEvent(bytes: Uint8Array): Fields {
  const reader = new Reader(bytes)
  const event = readEvent(reader)
  if (!reader.ended()) throw new Error('bytes follow after the last field')
  return event
}

/** The event that begins where the reader stands. */
export function readEvent(reader: Reader): Fields {
  const number = reader.byte()
  const layout = EVENTS[number]
  if (layout === undefined) throw new Error(`there is no event kind ${number}`)
  const [kind, fields] = layout
  return { kind, ...readFields(reader, fields) }
}

/** By the number of the kind: its name, and each field as `name:how`. A `?` marks what may be none. */
const EVENTS: { readonly [kind: number]: readonly [string, string] } = {
  1: ['instrument_set', 'at:natural terms:terms'],
  2: ['fee_type_set', 'at:natural feeType:feeType'],
  3: ['account_opened', 'at:natural account:natural accountKind:accountKind granted:whole'],
  4: ['account_frozen', 'at:natural account:natural frozen:flag'],
  5: ['credited', 'at:natural account:natural category:category amount:whole reference:reference'],
  6: ['withdrawal_locked', 'at:natural account:natural amount:whole reference:reference'],
  7: ['withdrawal_settled', 'at:natural account:natural amount:whole reference:reference paid:flag'],
  8: [
    'order_placed',
    'at:natural order:natural account:natural instrument:natural side:side pending:pendingKind lots:natural ' +
      'leverage:natural target:natural stopLoss:natural? takeProfit:natural? quote:quote request:reference',
  ],
  9: [
    'order_opened',
    'at:natural order:natural account:natural previous:natural? instrument:natural terms:natural side:side ' +
      'lots:natural leverage:natural price:natural margin:whole fee:whole feeType:feeType stopLoss:natural? ' +
      'takeProfit:natural? pending:flag reference:natural? quote:quote conversion:conversion request:reference',
  ],
  10: [
    'stops_set',
    'at:natural order:natural account:natural previous:natural stopLoss:natural? takeProfit:natural? request:reference',
  ],
  11: [
    'order_cancelled',
    'at:natural order:natural account:natural previous:natural reason:cancelReason request:reference?',
  ],
  12: [
    'order_closed',
    'at:natural order:natural account:natural previous:natural instrument:natural price:natural profit:whole ' +
      'reason:closeReason reference:natural? quote:quote conversion:conversion request:reference?',
  ],
  13: [
    'order_financed',
    'at:natural order:natural account:natural previous:natural instrument:natural amount:whole nights:natural ' +
      'quote:quote conversion:conversion',
  ],
  14: ['rollover_done', 'at:natural'],
  15: ['margin_notice', 'at:natural account:natural level:level armed:flag equity:whole marginUsed:whole'],
  16: ['stopped_out', 'at:natural account:natural equity:whole marginUsed:whole instrument:natural seq:natural'],
  17: ['balance_protected', 'at:natural account:natural amount:whole'],
  18: ['demo_reset', 'at:natural account:natural granted:whole request:reference'],
  19: [
    'order_amended',
    'at:natural order:natural account:natural previous:natural instrument:natural target:natural ' +
      'stopLoss:natural? takeProfit:natural? quote:quote request:reference',
  ],
  20: [
    'order_split',
    'at:natural order:natural account:natural previous:natural part:natural lots:natural margin:whole fee:whole ' +
      'swap:whole request:reference',
  ],
}

const GROUPS: { readonly [name: string]: string } = {
  quote: 'seq:natural bid:natural ask:natural time:natural',
  conversion: 'numerator:natural denominator:natural instrument:natural seq:natural',
  terms:
    'id:natural code:code version:natural enabled:flag session:session quoteCurrency:code conversion:source ' +
    'pricePrecision:decimals contractSize:natural lotStep:natural lotMin:natural lotMax:natural ' +
    'marginMode:marginMode leverages:naturals feePerLot:whole feeOfMargin:whole financingLong:whole ' +
    'financingShort:whole spreadTypical:natural',
}

const WORDS: { readonly [list: string]: readonly (string | number)[] } = {
  side: ['buy', 'sell'],
  pendingKind: ['limit', 'stop'],
  accountKind: ['demo', 'real'],
  feeType: [1, 2],
  level: [100, 75],
  category: ['deposit', 'reward', 'adjustment'],
  session: ['forex', 'metals', 'us_stocks'],
  marginMode: ['fixed', 'leveraged'],
  closeReason: ['user', 'stop_loss', 'take_profit', 'stop_out', 'demo_reset', 'copy', 'reversal'],
  cancelReason: [
    'user',
    'stop_out',
    'demo_reset',
    'margin_not_enough',
    'margin_call',
    'stop_loss_wrong_side',
    'take_profit_wrong_side',
    'conversion_missing',
    'account_frozen',
    'amount_too_large',
    'instrument_disabled',
    'terms_changed',
  ],
}

/** More than any price has: 10^18 is the largest power of ten in 64 bits. */
const DECIMALS_MAX = 18

const SOURCES = ['usd', 'multiply', 'divide', 'missing']

/** `fields`: each as `name:how`, as in the tables above. */
export function readFields(reader: Reader, fields: string): Fields {
  const found: { [name: string]: Field } = {}
  for (const field of fields.split(' ')) {
    const [name = '', how = ''] = field.split(':')
    found[name] = how.endsWith('?')
      ? reader.flag()
        ? readField(reader, how.slice(0, -1))
        : null
      : readField(reader, how)
  }
  return found
}

function readField(reader: Reader, how: string): Field {
  const words = WORDS[how]
  if (words !== undefined) return reader.word(words)
  const group = GROUPS[how]
  if (group !== undefined) return readFields(reader, group)
  switch (how) {
    case 'natural':
      return reader.natural()
    case 'decimals':
      return reader.decimals()
    case 'whole':
      return reader.whole()
    case 'flag':
      return reader.flag()
    case 'reference':
      return toHex(reader.take(16))
    case 'code':
      return reader.code()
    case 'naturals':
      return Array.from({ length: reader.natural() }, () => reader.natural())
    case 'source': {
      const kind = reader.word(SOURCES)
      return kind === 'multiply' || kind === 'divide' ? { kind, instrument: reader.natural() } : { kind }
    }
    default:
      throw new Error(`no such field: ${how}`)
  }
}

export class Reader {
  private readonly bytes: Uint8Array
  private at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  ended(): boolean {
    return this.at === this.bytes.length
  }

  /** Bytes read so far. */
  place(): number {
    return this.at
  }

  byte(): number {
    const byte = this.bytes[this.at]
    if (byte === undefined) throw new Error('the bytes end inside a value')
    this.at += 1
    return byte
  }

  take(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw new Error('the bytes end inside a value')
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  natural(): number {
    const value = this.groups()
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error('a number passes 2^53')
    return Number(value)
  }

  /** The verifier computes a power of ten with it: a forged number of digits would never end. */
  decimals(): number {
    const value = this.natural()
    if (value > DECIMALS_MAX) throw new Error(`a price has at most ${DECIMALS_MAX} decimals, not ${value}`)
    return value
  }

  whole(): number {
    const coded = this.groups()
    const size = coded >> 1n
    if (coded === 1n) throw new Error('minus zero')
    if (size > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error('a number passes 2^53')
    return Number(coded % 2n === 1n ? -size : size)
  }

  flag(): boolean {
    const byte = this.byte()
    if (byte > 1) throw new Error(`${byte} is neither yes nor no`)
    return byte === 1
  }

  word<Word>(list: readonly Word[]): Word {
    const index = this.byte()
    const word = list[index]
    if (word === undefined) throw new Error(`no word has the number ${index}`)
    return word
  }

  code(): string {
    const text = toAscii(this.take(this.byte()))
    if (!/^[ -~]*$/.test(text)) throw new Error('a code is printable ASCII')
    return text
  }

  private groups(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 56n; shift += 7n) {
      const byte = this.byte()
      value += BigInt(byte & 0x7f) << shift
      if (byte >= 0x80) continue
      if (byte === 0 && shift > 0n) throw new Error('a number has a needless zero byte')
      return value
    }
    throw new Error('a number is too long')
  }
}
