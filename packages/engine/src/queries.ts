/**
 * The questions to the engine: a closed list, each with its answer, plain data both ways. A question changes nothing.
 * query-bytes.ts has the binary form of both.
 */
import {
  assert,
  type FeeType,
  type InstrumentId,
  type InstrumentTerms,
  type Micros,
  type Millis,
  must,
  type Points,
} from '@veritick/domain'
import type { AccountId, AccountKind, OrderId, RequestId } from './commands.ts'
import type { AccountView, Engine, ExposureView, LiveOrder, MarketView, OrderView } from './engine.ts'
import type { QuoteEvidence, Sequence } from './events.ts'
import type { Book } from './ledger.ts'
import type { DurableTransfer } from './state-bytes.ts'

/** Orders that one answer holds at most. */
export const ORDERS_PER_ANSWER_MAX = 1_000
/** Accounts that one answer holds at most. */
export const ACCOUNTS_PER_ANSWER_MAX = 1_000
/** Transfers that one question names at most. */
export const TRANSFERS_PER_ANSWER_MAX = 1_000

/** A live order and the newest quote of its instrument; `undefined`: no quote is known. */
export type OrderSeen = { readonly view: OrderView; readonly quote: QuoteEvidence | undefined }

/** An account with what its holdings are worth now. */
export type AccountLive = { readonly view: AccountView; readonly holdings: readonly HoldingLive[] }

export type HoldingLive = {
  readonly order: OrderId
  readonly instrument: InstrumentId
  /** The price at which it would close now. */
  readonly price: Points
  readonly profit: Micros
}

/** One line for each question: its fields and its answer. */
export type Questions = {
  /** `undefined`: there is no such account. */
  account: { readonly parameters: { readonly account: AccountId }; readonly answer: AccountView | undefined }
  /** Accounts by number, from the one after `after`. */
  accounts: {
    readonly parameters: { readonly after: number; readonly limit: number }
    readonly answer: readonly AccountView[]
  }
  /** `undefined`: the order does not exist or has ended. */
  order: { readonly parameters: { readonly order: OrderId }; readonly answer: OrderSeen | undefined }
  /** The account's orders of one status, newest first, from `offset` (0 is the first), at most `limit` of them. */
  orders: {
    readonly parameters: {
      readonly account: AccountId
      readonly status: 'pending' | 'holding'
      readonly offset: number
      readonly limit: number
    }
    readonly answer: {
      readonly account: AccountView | undefined
      /** The number of all orders of this status. */
      readonly total: number
      readonly orders: readonly OrderSeen[]
    }
  }
  /**
   * One answer for each account, in the same order; `undefined`: there is no such account. `limit`: of the accounts and
   * their holdings together. The answer ends before the account that would pass it, and has one account at least;
   * `undefined`: it has every account.
   */
  live: {
    readonly parameters: { readonly accounts: readonly AccountId[]; readonly limit: number | undefined }
    readonly answer: readonly (AccountLive | undefined)[]
  }
  /** One answer for each instrument, in the same order; `undefined`: the engine was never told its terms. */
  markets: {
    readonly parameters: { readonly instruments: readonly InstrumentId[] }
    readonly answer: readonly (MarketView | undefined)[]
  }
  /** The positions of all accounts of one kind, by instrument, and the double-entry book of that kind. */
  exposures: {
    readonly parameters: { readonly accountKind: AccountKind }
    readonly answer: { readonly held: readonly (ExposureView & { readonly market: MarketView })[]; readonly book: Book }
  }
  /**
   * Pending orders that were placed until a moment, of the accounts with a number above `after`, by account and newest
   * first: of whole accounts, until `limit` accounts and pending orders were looked at. `last` is the account that ends
   * the answer, which may have no orders; `undefined`: no account is left.
   */
  pendings: {
    readonly parameters: { readonly placedUntil: Millis; readonly after: number; readonly limit: number }
    readonly answer: { readonly orders: readonly OrderView[]; readonly last: AccountId | undefined }
  }
  /** Live orders on an instrument: how many, and one of them. */
  orders_on: {
    readonly parameters: { readonly instrument: InstrumentId }
    readonly answer: { readonly count: number; readonly order: OrderId | undefined }
  }
  /** One live order on an instrument that is not listed; `undefined`: every live order is on a listed one. */
  orders_elsewhere: {
    readonly parameters: { readonly listed: readonly InstrumentId[] }
    readonly answer: { readonly order: OrderId; readonly terms: InstrumentTerms } | undefined
  }
  /**
   * One answer for each reference, in the same order; `undefined`: no money was moved under it. `count`: the number of
   * all transfers.
   */
  transfers: {
    readonly parameters: { readonly references: readonly RequestId[] }
    readonly answer: { readonly count: number; readonly found: readonly (DurableTransfer | undefined)[] }
  }
  /** The sequence of the newest event of an order; `undefined`: the order does not exist or has ended. */
  newest_event: { readonly parameters: { readonly order: OrderId }; readonly answer: Sequence | undefined }
  /** The whole durable state as `encodeState` writes it: equal bytes are equal states. */
  state: { readonly parameters: Record<never, never>; readonly answer: Uint8Array }
  /** The facts of all accounts: the kind of fee and the market time of the last rollover done. */
  trading: {
    readonly parameters: Record<never, never>
    readonly answer: { readonly feeType: FeeType; readonly lastRollover: Millis | undefined }
  }
}

export type QuestionKind = keyof Questions
export type Question<Kind extends QuestionKind = QuestionKind> = {
  readonly [Each in Kind]: { readonly kind: Each } & Questions[Each]['parameters']
}[Kind]
export type Answer<Kind extends QuestionKind> = Questions[Kind]['answer']

/** The answer of the engine as it stands. */
export function answerOf<Kind extends QuestionKind>(engine: Engine, question: Question<Kind>): Answer<Kind> {
  // The table ties each question to its answer; the key says which line it is.
  const answer = ANSWERS[question.kind] as (engine: Engine, parameters: Questions[Kind]['parameters']) => Answer<Kind>
  return answer(engine, question)
}

const ANSWERS: {
  readonly [Kind in QuestionKind]: (engine: Engine, parameters: Questions[Kind]['parameters']) => Answer<Kind>
} = {
  account: (engine, { account }) => engine.account(account),
  accounts: (engine, { after, limit }) => {
    const views: AccountView[] = []
    const most = Math.min(limit, ACCOUNTS_PER_ANSWER_MAX)
    for (const id of engine.accounts(after)) {
      if (views.length >= most) break
      views.push(must(engine.account(id), 'an account that is listed exists'))
    }
    return views
  },
  order: (engine, { order }) => {
    const view = engine.order(order)
    return view && orderSeen(engine, view)
  },
  orders: (engine, { account, status, offset, limit }) => {
    const view = engine.account(account)
    const orders = engine.orders(account, status, { offset, limit: Math.min(limit, ORDERS_PER_ANSWER_MAX) })
    return {
      account: view,
      total: view?.[status === 'pending' ? 'pendings' : 'holdings'] ?? 0,
      orders: orders.map((order) => orderSeen(engine, order)),
    }
  },
  live: (engine, { accounts, limit }) => {
    const answered = limit === undefined ? accounts : accounts.slice(0, countWithin(engine, accounts, limit))
    return answered.map((account) => accountLive(engine, account))
  },
  markets: (engine, { instruments }) => instruments.map((instrument) => engine.market(instrument)),
  exposures: (engine, { accountKind }) => ({
    held: engine.exposures(accountKind).map((each) => ({
      ...each,
      market: must(engine.market(each.instrument), 'what is held is of a known instrument'),
    })),
    book: engine.book(accountKind),
  }),
  pendings: (engine, { placedUntil, after, limit }) => {
    const orders: OrderView[] = []
    let looked = 0
    for (const account of engine.accounts(after)) {
      const pendings = engine.orders(account, 'pending')
      orders.push(...pendings.filter(({ placedAt }) => placedAt <= placedUntil))
      looked += 1 + pendings.length
      if (looked >= Math.min(limit, ORDERS_PER_ANSWER_MAX)) return { orders, last: account }
    }
    return { orders, last: undefined }
  },
  orders_on: (engine, { instrument }) => {
    let count = 0
    let lowest: OrderId | undefined
    for (const each of engine.liveOrders()) {
      if (each.instrument !== instrument) continue
      count += 1
      if (lowest === undefined || each.order < lowest) lowest = each.order
    }
    return { count, order: lowest }
  },
  orders_elsewhere: (engine, { listed }) => {
    const order = lowestElsewhere(engine, new Set(listed))
    if (order === undefined) return undefined
    const { terms } = must(engine.market(order.instrument), 'an order is of a known instrument')
    return { order: order.order, terms }
  },
  transfers: (engine, { references }) => {
    assert(references.length <= TRANSFERS_PER_ANSWER_MAX, 'one answer holds so many transfers')
    return { count: engine.transferCount(), found: references.map((each) => engine.transfer(each)) }
  },
  newest_event: (engine, { order }) => engine.newestEvent(order),
  state: (engine) => engine.stateBytes(),
  trading: (engine) => ({ feeType: engine.feeType(), lastRollover: engine.lastRollover() }),
}

/** The order with the newest quote of its instrument. */
export function orderSeen(engine: Engine, view: OrderView): OrderSeen {
  return { view, quote: engine.market(view.instrument)?.quote }
}

function lowestElsewhere(engine: Engine, listed: ReadonlySet<InstrumentId>): LiveOrder | undefined {
  let lowest: LiveOrder | undefined
  for (const each of engine.liveOrders()) {
    if (!listed.has(each.instrument) && (lowest === undefined || each.order < lowest.order)) lowest = each
  }
  return lowest
}

/** The first accounts that have no more than `limit` holdings, each account counted as one more: one at least. */
function countWithin(engine: Engine, accounts: readonly AccountId[], limit: number): number {
  let cost = 0
  const beyond = accounts.findIndex((account) => {
    cost += 1 + (engine.account(account)?.holdings ?? 0)
    return cost > limit
  })
  return beyond === -1 ? accounts.length : Math.max(1, beyond)
}

function accountLive(engine: Engine, account: AccountId): AccountLive | undefined {
  const view = engine.account(account)
  if (view === undefined) return undefined
  const holdings = engine.orders(account, 'holding').map(({ order, instrument, closePrice, profit }) => ({
    order,
    instrument,
    price: must(closePrice, 'a holding has a price at which it would close'),
    profit: must(profit, 'a holding has a profit'),
  }))
  return { view, holdings }
}
