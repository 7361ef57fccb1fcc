/**
 * Placing, listing, changing and ending orders. Requests are read at the instrument's scale and become commands; the
 * engine decides.
 */

import { LEVEL_OFF, ORDER_STATUS, ORDER_TYPE } from '@veritick/contract'
import type { AccountId } from '@veritick/domain'
import type { Command } from '@veritick/engine'
import { type Handlers, type Refusal, refuse } from '../../calls/index.ts'
import { LIMITS, workLimit } from '../../services/rate-limits/index.ts'
import {
  answerOrder,
  describeCancelled,
  describeClosed,
  describePlaced,
  describeReversed,
  describeStops,
} from './answers.ts'
import type { Context } from './context.ts'
import { entryOf } from './entry.ts'
import { findOrder, livingOrder } from './find.ts'
import { listOrders } from './list.ts'
import { readLots, readPrice } from './reading.ts'

type Names = 'submit' | 'myDeal' | 'close' | 'reverse' | 'cancelTrade' | 'setStopPrice' | 'receipt'
type Parts = Pick<Context, 'core' | 'market' | 'store' | 'ids'>

export function orderHandlers(parts: Parts): Handlers<Names> {
  const { core, ids } = parts
  const receipts = workLimit(LIMITS.work.receipts)
  return {
    submit: submitHandler(parts),

    myDeal: ({ params, session }) =>
      listOrders(parts, {
        status: params.status,
        page: params.page ?? 1,
        account: session.account,
        filter: {
          instrument: params.forex_id,
          side: params.type === undefined ? undefined : params.type === ORDER_TYPE.buy ? 'buy' : 'sell',
          ended: params.ended,
          sort: params.sort,
        },
      }),

    ...changeHandlers(parts),

    receipt: async ({ params, session }) => {
      const found = await findOrder(parts, { order: ids.orderNamed(params.id), account: session.account })
      if (!found.ok) return found
      const receipt = await receipts.run(session.user, () => core.receipt(found.shown.order))
      return receipt === undefined ? refuse('order_unknown', 'id') : { ok: true, data: receipt }
    },
  }
}

function submitHandler(parts: Parts): Handlers<'submit'>['submit'] {
  const { core, market } = parts
  return async ({ params, session, once, language }) => {
    const item = market.item(params.forex_id)
    if (item === undefined) return refuse('instrument_unknown', 'forex_id')
    const { terms } = item.entry
    const lots = readLots(params.cont, 'cont')
    if (!lots.ok) return lots
    const prices = readPrices(terms.pricePrecision, params)
    if (!prices.ok) return prices
    const isPending = params.status === ORDER_STATUS.pending
    if (isPending && prices.target === undefined) return refuse('target_missing', 'target_price')
    const command: Command = {
      kind: 'place',
      at: market.clock(),
      account: session.account,
      instrument: terms.id,
      side: params.type === ORDER_TYPE.buy ? 'buy' : 'sell',
      lots: lots.value,
      target: isPending ? prices.target : undefined,
      stopLoss: prices.stopLoss,
      takeProfit: prices.takeProfit,
      leverage: terms.marginMode === 'fixed' ? 0 : (params.multiple ?? 0),
      seenPrice: prices.seen,
      request: once.key,
    }
    const done = await core.submit({ command, request: once })
    return answerOrder(parts, done, { language, account: session.account, asked: undefined, describe: describePlaced })
  }
}

function changeHandlers(parts: Parts): Handlers<'close' | 'reverse' | 'cancelTrade' | 'setStopPrice'> {
  const { core, market, ids } = parts
  return {
    close: endHandler(parts, 'close', describeClosed),

    reverse: endHandler(parts, 'reverse', describeReversed),

    cancelTrade: async ({ params, session, once, language }) => {
      const order = ids.orderNamed(params.id)
      const account = session.account
      const command: Command = { kind: 'cancel', at: market.clock(), account, order, request: once.key }
      const done = await core.submit({ command, request: once })
      return answerOrder(parts, done, { language, account, asked: order, describe: describeCancelled })
    },

    setStopPrice: async ({ params, session, once, language }) => {
      const order = ids.orderNamed(params.id)
      const account = session.account
      const prices = await pricesFor(parts, { order, account }, params)
      if (!prices.ok) return prices
      const { stopLoss, takeProfit } = prices
      const command: Command = {
        kind: 'set_stops',
        at: market.clock(),
        account,
        order,
        stopLoss,
        takeProfit,
        request: once.key,
      }
      const done = await core.submit({ command, request: once })
      return answerOrder(parts, done, { language, account, asked: order, describe: describeStops })
    },
  }
}

/** What ends a position at the market: a close, and a reversal. */
function endHandler(
  parts: Parts,
  kind: 'close' | 'reverse',
  describe: typeof describeClosed,
): Handlers<'close'>['close'] {
  const { core, market, ids } = parts
  return async ({ params, session, once, language }) => {
    const order = ids.orderNamed(params.id)
    const { account } = session
    const seen = await pricesFor(parts, { order, account }, params)
    if (!seen.ok) return seen
    const command: Command = { kind, at: market.clock(), account, order, seenPrice: seen.seen, request: once.key }
    const done = await core.submit({ command, request: once })
    return answerOrder(parts, done, { language, account, asked: order, describe })
  }
}

type PricesSent = {
  readonly target_price?: string | undefined
  readonly stop_loss_price?: string | undefined
  readonly target_profit_price?: string | undefined
  readonly seen_price?: string | undefined
}

/**
 * The prices of a change, at the scale of the order's instrument. An order that does not live has none: the engine
 * refuses the command, or the repeat of a request finds its first answer.
 */
async function pricesFor(
  parts: Pick<Parts, 'core' | 'market'>,
  asked: { readonly order: number; readonly account: AccountId },
  sent: PricesSent,
) {
  const living = await livingOrder(parts.core, asked)
  const entry = living && (await entryOf(parts, living.view.instrument))
  return entry === undefined ? NO_PRICES : readPrices(entry.terms.pricePrecision, sent)
}

const NO_PRICES = { ok: true, target: undefined, stopLoss: undefined, takeProfit: undefined, seen: undefined } as const

/** Every price of a request at once, or the first that is wrong. */
function readPrices(precision: number, sent: PricesSent) {
  const target = readPrice(sent.target_price ?? LEVEL_OFF, precision, 'target_price')
  const stopLoss = readPrice(sent.stop_loss_price, precision, 'stop_loss_price')
  const takeProfit = readPrice(sent.target_profit_price, precision, 'target_profit_price')
  const seen = readPrice(sent.seen_price, precision, 'seen_price')
  const refused = [target, stopLoss, takeProfit, seen].find((each): each is Refusal => !each.ok)
  if (refused !== undefined) return refused
  if (!target.ok || !stopLoss.ok || !takeProfit.ok || !seen.ok)
    throw new Error('broken promise: a refusal was found and lost')
  return {
    ok: true,
    target: target.value,
    stopLoss: stopLoss.value,
    takeProfit: takeProfit.value,
    seen: seen.value,
  } as const
}
