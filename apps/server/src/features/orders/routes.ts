/** Placing, watching, changing and ending orders. Requests are read at the instrument's scale and become commands; the engine decides. */
import { LEVEL_OFF, ORDER_STATUS, ORDER_TYPE } from '@veritick/contract'
import { storedReply } from '../../core/stored-reply.ts'
import type { House } from '../../house.ts'
import { type Refusal, refuse } from '../../http/answer.ts'
import type { Handlers } from '../../http/calls.ts'
import { renderCancelled, renderClosed, renderPlaced, renderStops } from './answers.ts'
import { findOrder } from './find.ts'
import { listOrders } from './list.ts'
import { readLots, readPrice } from './reading.ts'

type Names = 'submit' | 'myDeal' | 'close' | 'cancelTrade' | 'setStopPrice' | 'receipt'

export function orderHandlers(house: House): Handlers<Names> {
  const { core, market, ids } = house

  return {
    submit: async ({ params, session, once, language }) => {
      const item = market.item(params.forex_id)
      if (item === undefined) return refuse('instrument_unknown', 'forex_id')
      const { terms } = item.entry
      const lots = readLots(params.cont, 'cont')
      if (!lots.ok) return lots
      const prices = readAll(terms.pricePrecision, params)
      if (!prices.ok) return prices
      const pending = params.status === ORDER_STATUS.pending
      if (pending && prices.target === undefined) return refuse('target_missing', 'target_price')
      const done = await core.submit({
        command: {
          kind: 'place',
          at: market.clock(),
          account: session.user,
          instrument: terms.id,
          side: params.type === ORDER_TYPE.buy ? 'buy' : 'sell',
          lots: lots.value,
          target: pending ? prices.target : undefined,
          stopLoss: prices.stopLoss,
          takeProfit: prices.takeProfit,
          leverage: terms.marginMode === 'fixed' ? 0 : (params.multiple ?? 0),
          seenPrice: prices.seen,
          request: once.key,
        },
        request: once,
        render: renderPlaced(item.entry, { language, ids }),
      })
      return storedReply(done)
    },

    myDeal: ({ params, session }) => listOrders(house, { status: params.status, page: params.page ?? 1, account: session.user }),

    close: async ({ params, session, once, language }) => {
      const found = await findOrder(house, { order: ids.orderNamed(params.id), account: session.user })
      if (!found.ok) return found
      const seen = readPrice(params.seen_price, found.entry.terms.pricePrecision, 'seen_price')
      if (!seen.ok) return seen
      const done = await core.submit({
        command: {
          kind: 'close',
          at: market.clock(),
          account: session.user,
          order: found.shown.order,
          seenPrice: seen.value,
          request: once.key,
        },
        request: once,
        render: renderClosed(found, { language, ids }),
      })
      return storedReply(done)
    },

    cancelTrade: async ({ params, session, once, language }) => {
      const found = await findOrder(house, { order: ids.orderNamed(params.id), account: session.user })
      if (!found.ok) return found
      const done = await core.submit({
        command: { kind: 'cancel', at: market.clock(), account: session.user, order: found.shown.order, request: once.key },
        request: once,
        render: renderCancelled(found, { language, ids }),
      })
      return storedReply(done)
    },

    setStopPrice: async ({ params, session, once, language }) => {
      const found = await findOrder(house, { order: ids.orderNamed(params.id), account: session.user })
      if (!found.ok) return found
      const prices = readAll(found.entry.terms.pricePrecision, params)
      if (!prices.ok) return prices
      const done = await core.submit({
        command: {
          kind: 'set_stops',
          at: market.clock(),
          account: session.user,
          order: found.shown.order,
          stopLoss: prices.stopLoss,
          takeProfit: prices.takeProfit,
          request: once.key,
        },
        request: once,
        render: renderStops(found, { language, ids }),
      })
      return storedReply(done)
    },

    receipt: async ({ params, session }) => {
      const found = await findOrder(house, { order: ids.orderNamed(params.id), account: session.user })
      if (!found.ok) return found
      const receipt = await core.receipt(found.shown.order)
      return receipt === undefined ? refuse('order_unknown', 'id') : { ok: true, data: receipt }
    },
  }
}

/** Every price of a request at once, or the first that is wrong. */
function readAll(
  precision: number,
  sent: {
    readonly target_price?: string | undefined
    readonly stop_loss_price?: string | undefined
    readonly target_profit_price?: string | undefined
    readonly seen_price?: string | undefined
  },
) {
  const target = readPrice(sent.target_price ?? LEVEL_OFF, precision, 'target_price')
  const stopLoss = readPrice(sent.stop_loss_price, precision, 'stop_loss_price')
  const takeProfit = readPrice(sent.target_profit_price, precision, 'target_profit_price')
  const seen = readPrice(sent.seen_price, precision, 'seen_price')
  const refused = [target, stopLoss, takeProfit, seen].find((each): each is Refusal => !each.ok)
  if (refused !== undefined) return refused
  if (!target.ok || !stopLoss.ok || !takeProfit.ok || !seen.ok) throw new Error('broken promise: a refusal was found and lost')
  return { ok: true, target: target.value, stopLoss: stopLoss.value, takeProfit: takeProfit.value, seen: seen.value } as const
}
