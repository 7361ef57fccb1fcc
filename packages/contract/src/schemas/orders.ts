/** Orders, their evidence, and the summary of the account. */
import { CANCEL_REASONS, CLOSE_REASONS } from '@veritick/domain'
import { z } from 'zod'
import { ORDER_STATUS, ORDER_TYPE } from '../values.ts'
import { count, id, isoMoment, lots, moment, money, percent, price } from './values.ts'

/**
 * numerator / denominator USD for one unit of the quote currency, and the quote that gave it (`instrument` 0: USD
 * itself).
 */
export const conversion = z.object({ numerator: z.int(), denominator: z.int(), instrument: count, seq: count })

/** The published quote of a fill. */
export const evidence = z.object({ seq: count, bid: price, ask: price, time: moment, conversion })

export const order = z.object({
  Id: id,
  OrderType: z.literal([ORDER_TYPE.buy, ORDER_TYPE.sell]),
  Status: z.literal([ORDER_STATUS.pending, ORDER_STATUS.holding, ORDER_STATUS.history]),
  SplitFrom: id
    .nullable()
    .meta({ description: 'Of a closed part: the position that it was a part of, which keeps its Id; otherwise null' }),
  PendingKind: z
    .literal(['limit', 'stop'])
    .nullable()
    .meta({ description: 'Limit or stop, classified at placement; null for a market order' }),
  Quantity: lots,
  Multiple: count,
  OriginPrice: price.meta({ description: 'Target of a pending order, also after it filled; otherwise the fill price' }),
  Price: price.meta({ description: 'Fill price; the target while pending' }),
  UpdatePrice: price.meta({
    description: 'Price at which it would fill (pending) or close (open) now, or at which it closed',
  }),
  FactProfits: money.meta({
    description:
      'Unrealised profit of a position, realised profit in history, 0 while pending; without fee and financing',
  }),
  CautionMoney: money,
  TradeFee: money,
  Swap: money.meta({ description: 'Financing so far, signed' }),
  TargetLossPrice: price.meta({ description: '0: off' }),
  TargetProfitPrice: price.meta({ description: '0: off' }),
  CreateTimeHandler: isoMoment,
  OpenTime: moment.nullable(),
  EndTime: moment.nullable(),
  OpenQuote: evidence.nullable().meta({ description: 'Null until filled' }),
  CloseQuote: evidence.nullable().meta({ description: 'Null until closed; a cancelled order has none' }),
  OpenSlippage: price
    .nullable()
    .meta({ description: 'Fill against target or price seen; negative is worse for the customer' }),
  CloseSlippage: price
    .nullable()
    .meta({ description: 'Fill against level or price seen; negative is worse for the customer' }),
  CloseReason: z
    .literal([...new Set([...CLOSE_REASONS, ...CANCEL_REASONS])])
    .nullable()
    .meta({ description: 'Reason of its end; null before' }),
  Cancelled: z.boolean().meta({ description: 'Ended without becoming a position' }),
  StopOut: z
    .object({ equity: money, margin: money, margin_level: percent })
    .nullable()
    .meta({ description: 'Equity and margin that led to a stop-out' }),
  Conversion: conversion.nullable().meta({ description: 'Now, or at the close; null while pending' }),
  ForexTradeLists: z.object({
    Id: id,
    Code: z.string(),
    ShowCode: z.string(),
    PricePrecision: count,
    QuoteCurrency: z.string(),
  }),
})

export const accountSummary = z.object({
  balance: money,
  equity: money,
  margin: money,
  free_margin: money,
  margin_level: percent.nullable().meta({ description: 'Null with no margin used' }),
  hazard_rate: percent,
})

export const orderList = accountSummary.extend({
  data: z.array(order),
  total: count,
  all_fact_profits: money,
  all_costs: money.optional().meta({
    description:
      'With the history: effect of the fees and the financing of these orders on the balance. all_fact_profits plus ' +
      'all_costs is their net result',
  }),
})
