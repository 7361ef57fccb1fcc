/**
 * How questions and answers are written between threads and processes: a byte for the question's kind, then its fields.
 * An answer has no kind of its own: who asked knows the question. Both ends run the same version.
 */
import { assert } from '@veritick/domain'
import {
  byteString,
  type Codec,
  decode,
  encode,
  flag,
  list,
  natural,
  oneOf,
  optional,
  record,
  reference,
  whole,
} from './bytes.ts'
import type { MarketStatus } from './commands.ts'
import type { AccountView, ExposureView, MarketView, OrderView } from './engine.ts'
import {
  account,
  accountKind,
  anyAccount,
  conversionEvidence,
  feeType,
  instrumentTerms,
  moment,
  money,
  pendingKind,
  price,
  quoteEvidence,
  side,
  size,
  WORDS,
} from './fields.ts'
import { large } from './large.ts'
import type { AccountLive, Answer, HoldingLive, OrderSeen, Question, QuestionKind, Questions } from './queries.ts'
import { bookCodec, durableTransfer } from './state-bytes.ts'

const orderStatus = oneOf<OrderView['status']>(WORDS.orderStatus)
export const marketStatus: Codec<MarketStatus> = oneOf<MarketStatus>(['open', 'closed', 'stale', 'held'])

const orderView: Codec<OrderView> = record<OrderView>({
  order: natural,
  account,
  instrument: natural,
  status: orderStatus,
  side,
  pending: optional(pendingKind),
  lots: size,
  leverage: natural,
  price,
  stopLoss: optional(price),
  takeProfit: optional(price),
  margin: money,
  fee: money,
  swap: money,
  placedAt: moment,
  openedAt: optional(moment),
  openQuote: optional(quoteEvidence),
  openConversion: optional(conversionEvidence),
  wasPending: flag,
  openReference: optional(price),
  closePrice: optional(price),
  profit: optional(money),
  conversion: optional(conversionEvidence),
})

export const orderSeenCodec: Codec<OrderSeen> = record<OrderSeen>({ view: orderView, quote: optional(quoteEvidence) })

const accountView: Codec<AccountView> = record<AccountView>({
  account,
  accountKind,
  frozen: flag,
  balance: money,
  locked: money,
  profit: money,
  equity: money,
  marginUsed: money,
  marginFree: money,
  holdings: natural,
  pendings: natural,
  traded: money,
  transfers: natural,
})

const accountLive: Codec<AccountLive> = record<AccountLive>({
  view: accountView,
  holdings: list(record<HoldingLive>({ order: natural, instrument: natural, price, profit: money })),
})

const market = {
  terms: instrumentTerms,
  status: marketStatus,
  quote: optional(quoteEvidence),
  conversion: optional(conversionEvidence),
}
const marketView: Codec<MarketView> = record<MarketView>(market)

const exposure: Codec<ExposureView & { readonly market: MarketView }> = record<
  ExposureView & { readonly market: MarketView }
>({
  instrument: natural,
  positions: natural,
  accounts: natural,
  longLots: large,
  shortLots: large,
  profit: large,
  market: marketView,
})

type Layout<Kind extends QuestionKind> = {
  readonly parameters: Codec<Questions[Kind]['parameters']>
  readonly answer: Codec<Answer<Kind>>
}
/** Which each number may be is the engine's to say: numbers that a client named are written signed. */
const LAYOUTS: { readonly [Kind in QuestionKind]: Layout<Kind> } = {
  account: { parameters: record({ account: anyAccount }), answer: optional(accountView) },
  accounts: { parameters: record({ after: natural, limit: natural }), answer: list(accountView) },
  order: { parameters: record({ order: whole }), answer: optional(orderSeenCodec) },
  orders: {
    parameters: record({ account: anyAccount, status: orderStatus, offset: natural, limit: natural }),
    answer: record({ account: optional(accountView), total: natural, orders: list(orderSeenCodec) }),
  },
  live: {
    parameters: record({ accounts: list(anyAccount), limit: optional(natural) }),
    answer: list(optional(accountLive)),
  },
  markets: { parameters: record({ instruments: list(whole) }), answer: list(optional(marketView)) },
  exposures: { parameters: record({ accountKind }), answer: record({ held: list(exposure), book: bookCodec }) },
  pendings: {
    parameters: record({ placedUntil: moment, after: natural, limit: natural }),
    answer: record({ orders: list(orderView), last: optional(account) }),
  },
  orders_on: {
    parameters: record({ instrument: whole }),
    answer: record({ count: natural, order: optional(natural) }),
  },
  orders_elsewhere: {
    parameters: record({ listed: list(natural) }),
    answer: optional(record({ order: natural, terms: instrumentTerms })),
  },
  state: { parameters: record({}), answer: byteString },
  trading: { parameters: record({}), answer: record({ feeType, lastRollover: optional(moment) }) },
  transfers: {
    parameters: record({ references: list(reference) }),
    answer: record({ count: natural, found: list(optional(durableTransfer)) }),
  },
  newest_event: { parameters: record({ order: whole }), answer: optional(natural) },
}

export const QUESTION_KINDS = Object.keys(LAYOUTS) as readonly QuestionKind[]

export const questionCodec: Codec<Question> = {
  write(out, question) {
    out.byte(QUESTION_KINDS.indexOf(question.kind) + 1)
    parametersOf(question.kind).write(out, question)
  },
  read(from) {
    const number = from.byte()
    const kind = QUESTION_KINDS[number - 1]
    assert(kind !== undefined, `no kind of question has number ${number}`)
    // The layout is the kind's own, so its fields are exactly that kind's.
    return { kind, ...parametersOf(kind).read(from) } as Question
  },
}

/** How the answer to a question of this kind is written. */
export function answerCodec<Kind extends QuestionKind>(kind: Kind): Codec<Answer<Kind>> {
  return LAYOUTS[kind].answer as Codec<Answer<Kind>>
}

/** The bytes of a question to the core; its answer has the layout `answerCodec` of its kind. */
export const encodeQuestion = (question: Question): Uint8Array => encode(questionCodec, question)
/** Throws on bytes that `encodeQuestion` cannot have written. */
export const decodeQuestion = (bytes: Uint8Array): Question => decode(questionCodec, bytes)

/** The compiler cannot follow which layout goes with which question through the table; the key says it. */
function parametersOf(kind: QuestionKind): Codec<object> {
  return LAYOUTS[kind].parameters as Codec<object>
}
