/**
 * Placing, listing, changing and ending orders. A request becomes a command with its prices still as text, and goes to
 * the core without waiting for anything: the core looks up the key, reads the prices at the instrument's scale, and the
 * engine decides. So requests are decided in the order in which they arrive.
 */

import { LEVEL_OFF, ORDER_STATUS, ORDER_TYPE } from '@veritick/contract'
import { points } from '@veritick/domain'
import type { Command, CommandOf, Decided } from '@veritick/engine'
import { type CustomerRequest, type Handlers, refuse, sentKeyOf, userCaller } from '../../calls/index.ts'
import { checkedReceipt, receiptEventCount, type Submission, type WrittenPrices } from '../../core/index.ts'
import { LIMITS, workLimit } from '../../services/rate-limits/index.ts'
import { RowChanged } from '../../services/seals/index.ts'
import {
  answerOrder,
  type Described,
  describeAmended,
  describeCancelled,
  describeClosed,
  describeClosedPart,
  describePlaced,
  describeReversed,
  describeStops,
} from './answers.ts'
import { changeLimitOf } from './change-limit.ts'
import type { Context } from './context.ts'
import { findOrder } from './find.ts'
import { listOrders } from './list.ts'
import { readLots } from './reading.ts'

type Names = 'submit' | 'received' | 'myDeal' | 'receipt' | ChangeNames
type Parts = Pick<Context, 'core' | 'market' | 'store' | 'ids' | 'usageTerms' | 'monotonicClock'>

export function orderHandlers(parts: Parts): Handlers<Names> {
  const { core } = parts
  return {
    submit: submitHandler(parts),

    received: async ({ params, session }) => {
      const standing = await core.standing(sentKeyOf(userCaller(session.user), params.key), session.account)
      if (standing !== 'answered' && standing !== 'new') return refuse(standing, 'key')
      return { ok: true, data: { received: standing === 'answered' } }
    },

    myDeal: ({ params, session, looked }) =>
      listOrders(parts, {
        looked,
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

    receipt: receiptHandler(parts),
  }
}

function receiptHandler(parts: Parts): Handlers<'receipt'>['receipt'] {
  const { core, store, ids } = parts
  const receipts = workLimit(LIMITS.work.receipts)
  const longReceipts = workLimit(LIMITS.work.longReceipts)
  return async ({ params, session }) => {
    const found = await findOrder(parts, { order: ids.orderNamed(params.id), account: session.account })
    if (!found.ok) return found
    const { order } = found.shown
    await core.projected()
    const isLong = (await receiptEventCount(store.query, order)) > LIMITS.work.longReceipts.events
    const queue = isLong ? longReceipts : receipts
    const { receipt, fault } = await queue.run(session.user, () => checkedReceipt(core, order))
    if (fault !== undefined) throw new RowChanged(fault)
    return receipt === undefined ? refuse('order_unknown', 'id') : { ok: true, data: receipt }
  }
}

function submitHandler(parts: Parts): Handlers<'submit'>['submit'] {
  const { core, market } = parts
  return async ({ params, session, once, language }) => {
    const item = market.item(params.forex_id)
    const lots = readLots(params.cont, 'cont')
    if (!lots.ok) return lots
    const isPending = params.status === ORDER_STATUS.pending
    const command: Command = {
      kind: 'place',
      at: market.clock(),
      account: session.account,
      instrument: params.forex_id,
      side: params.type === ORDER_TYPE.buy ? 'buy' : 'sell',
      lots: lots.value,
      target: undefined,
      stopLoss: undefined,
      takeProfit: undefined,
      leverage: item?.entry.terms.marginMode === 'fixed' ? 0 : (params.multiple ?? 0),
      seenPrice: undefined,
      request: once.key,
    }
    const prices = { ...pricesOf(params), target: isPending ? (params.target_price ?? LEVEL_OFF) : undefined }
    const done = await core.submit({ command, prices, request: once, ...usageTermsFirst(parts, session) })
    const { outcome, repeated } = done
    if (item === undefined && !outcome.ok && isWithoutMarket(outcome.reason))
      return { ...refuse('instrument_unknown', 'forex_id'), repeated }
    return answerOrder(parts, done, { language, account: session.account, order: undefined, describe: describePlaced })
  }
}

/**
 * The engine keeps the terms of an instrument that has left the catalogue, and its market is closed for ever: the
 * customer is told that it does not exist.
 */
const isWithoutMarket = (reason: string): boolean => reason === 'instrument_unknown' || reason === 'market_closed'

/** A customer who has not accepted the terms of use in force opens nothing; closing and cancelling always work. */
function usageTermsFirst({ usageTerms }: Pick<Parts, 'usageTerms'>, session: CustomerRequest<'submit'>['session']) {
  const refusal = usageTerms.refusalOf(session)
  return refusal && { refusal }
}

type ChangeNames = 'close' | 'closePart' | 'reverse' | 'cancelTrade' | 'setStopPrice' | 'amendTrade'

function changeHandlers(parts: Parts): Handlers<ChangeNames> {
  const { core, market, ids, monotonicClock } = parts
  const limited = changeLimitOf(monotonicClock)
  const changed =
    (describe: (decided: Decided) => Described, commandOf: (named: Named) => Command, traits: ChangeTraits = {}) =>
    async ({ params, session, once, language }: ChangeRequest) => {
      const { account } = session
      const order = ids.orderNamed(params.id)
      const command = commandOf({ at: market.clock(), account, order, request: once.key })
      const terms = traits.opens && usageTermsFirst(parts, session)
      const submit = (first: Pick<Submission, 'refusal'>) =>
        core.submit({ command, prices: pricesOf(params), request: once, ...first, ...terms })
      const done = await (traits.keeps ? limited({ account, order }, submit) : submit({}))
      return answerOrder(parts, done, { language, account, order, describe })
    }
  return {
    close: changed(describeClosed, (named) => ({ kind: 'close', ...named, seenPrice: undefined })),
    closePart: async (asked) => {
      const lots = readLots(asked.params.cont, 'cont')
      if (!lots.ok) return lots
      const part = { kind: 'close_part', lots: lots.value, seenPrice: undefined } as const
      return changed(describeClosedPart, (named) => ({ ...part, ...named }), { keeps: true })(asked)
    },
    reverse: changed(describeReversed, (named) => ({ kind: 'reverse', ...named, seenPrice: undefined }), {
      opens: true,
    }),
    cancelTrade: changed(describeCancelled, (named) => ({ kind: 'cancel', ...named })),
    setStopPrice: changed(describeStops, (named) => ({ kind: 'set_stops', ...named, ...NO_STOPS }), { keeps: true }),
    amendTrade: changed(describeAmended, (named) => ({ kind: 'amend', ...named, target: NO_TARGET, ...NO_STOPS }), {
      opens: true,
      keeps: true,
    }),
  }
}

/** `opens`: only for a customer who accepted the terms of use. `keeps`: the order is not ended, so it is limited. */
type ChangeTraits = { readonly opens?: true; readonly keeps?: true }

/** The fields of every command about an order of the customer. */
type Named = Pick<CommandOf<'cancel'>, 'at' | 'account' | 'order' | 'request'>
type ChangeRequest = Pick<CustomerRequest<'close'>, 'session' | 'once' | 'language'> & {
  readonly params: { readonly id: number } & PricesSent
}
/** Until the core has read the price that was sent. The engine refuses it as `target_missing`. */
const NO_TARGET = points(0)
const NO_STOPS = { stopLoss: undefined, takeProfit: undefined } as const

type PricesSent = {
  readonly target_price?: string | undefined
  readonly stop_loss_price?: string | undefined
  readonly target_profit_price?: string | undefined
  readonly seen_price?: string | undefined
}

const pricesOf = (sent: PricesSent): WrittenPrices => ({
  target: sent.target_price,
  stopLoss: sent.stop_loss_price,
  takeProfit: sent.target_profit_price,
  seenPrice: sent.seen_price,
})
