/**
 * How the values that events and state have in common are written: the vocabulary of both layouts. Append-only, like
 * them.
 */

import type { ConversionSource, FeeType, MarginMode, PendingKind, SessionKind, Side } from '@veritick/domain'
import {
  type AccountId,
  accountId,
  CANCEL_REASONS,
  CLOSE_REASONS,
  type InstrumentTerms,
  type LotUnits,
  lotUnits,
  type Micros,
  type Millis,
  micros,
  millis,
  type Points,
  type Ppm,
  points,
  ppm,
  SESSION_KINDS,
  TRADING_REFUSALS,
  unreachable,
} from '@veritick/domain'
import { branded, type Codec, code, flag, list, natural, oneOf, record, whole } from './bytes.ts'
import type { AccountKind } from './commands.ts'
import type { ConversionEvidence, QuoteEvidence } from './events.ts'

/** Every list of words, each written as its place in it. They only ever grow at their end. */
export const WORDS = {
  side: ['buy', 'sell'],
  pendingKind: ['limit', 'stop'],
  accountKind: ['demo', 'real'],
  feeType: [1, 2],
  level: [100, 75],
  category: ['deposit', 'reward', 'adjustment'],
  session: SESSION_KINDS,
  marginMode: ['fixed', 'leveraged'],
  conversionSource: ['usd', 'multiply', 'divide', 'missing'],
  closeReason: CLOSE_REASONS,
  cancelReason: CANCEL_REASONS,
  orderStatus: ['pending', 'holding'],
  refusal: TRADING_REFUSALS,
} as const

/** Money is signed; a price, a size and a moment never are. */
export const money: Codec<Micros> = branded(whole, micros)
export const price: Codec<Points> = branded(natural, points)
export const size: Codec<LotUnits> = branded(natural, lotUnits)
export const moment: Codec<Millis> = branded(natural, millis)
export const share: Codec<Ppm> = branded(whole, ppm)
export const account: Codec<AccountId> = branded(natural, accountId)
/** The account of a command or a question, before the engine has checked it. */
export const anyAccount: Codec<AccountId> = branded(whole, accountId)

export const side: Codec<Side> = oneOf<Side>(WORDS.side)
export const pendingKind: Codec<PendingKind> = oneOf<PendingKind>(WORDS.pendingKind)
export const accountKind: Codec<AccountKind> = oneOf<AccountKind>(WORDS.accountKind)
export const feeType: Codec<FeeType> = oneOf<FeeType>(WORDS.feeType)

export const quoteEvidence: Codec<QuoteEvidence> = record<QuoteEvidence>({
  seq: natural,
  bid: price,
  ask: price,
  time: moment,
})
export const conversionEvidence: Codec<ConversionEvidence> = record<ConversionEvidence>({
  numerator: natural,
  denominator: natural,
  instrument: natural,
  seq: natural,
})

const sourceKind = oneOf<ConversionSource['kind']>(WORDS.conversionSource)

/** The kind, then for `multiply` and `divide` the instrument. */
const conversionSource: Codec<ConversionSource> = {
  write(out, source) {
    sourceKind.write(out, source.kind)
    if (source.kind === 'multiply' || source.kind === 'divide') natural.write(out, source.instrument)
  },
  read(from) {
    const kind = sourceKind.read(from)
    switch (kind) {
      case 'usd':
      case 'missing':
        return { kind }
      case 'multiply':
      case 'divide':
        return { kind, instrument: natural.read(from) }
      default:
        return unreachable(kind)
    }
  },
}

export const instrumentTerms: Codec<InstrumentTerms> = record<InstrumentTerms>({
  id: natural,
  code,
  version: natural,
  enabled: flag,
  session: oneOf<SessionKind>(WORDS.session),
  quoteCurrency: code,
  conversion: conversionSource,
  pricePrecision: natural,
  contractSize: natural,
  lotStep: size,
  lotMin: size,
  lotMax: size,
  marginMode: oneOf<MarginMode>(WORDS.marginMode),
  leverages: list(natural),
  feePerLot: money,
  feeOfMargin: share,
  financingLong: share,
  financingShort: share,
  spreadTypical: price,
})
