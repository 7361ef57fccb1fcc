/** An order's row from the events that make it: every field of the evidence, flat, null where there is none. Pure. */
import type { Event } from '@veritick/engine'
import type { orders } from '../store/index.ts'

export type OrderRow = typeof orders.$inferSelect

type Placed = Extract<Event, { kind: 'order_placed' }>
type Opened = Extract<Event, { kind: 'order_opened' }>
type Split = Extract<Event, { kind: 'order_split' }>
type Closed = Extract<Event, { kind: 'order_closed' }>

export function placedOrder(event: Placed, sequence: number): OrderRow {
  const { quote } = event
  return {
    order: event.order,
    account: event.account,
    instrument: event.instrument,
    status: 0,
    side: event.side,
    splitFrom: null,
    pending: event.pending,
    lots: event.lots,
    leverage: event.leverage,
    target: event.target,
    stopLoss: event.stopLoss ?? null,
    takeProfit: event.takeProfit ?? null,
    placedAt: event.at,
    placedSequence: sequence,
    placedQuoteSeq: quote.seq,
    placedQuoteBid: quote.bid,
    placedQuoteAsk: quote.ask,
    placedQuoteTime: quote.time,
    openedAt: null,
    termsVersion: null,
    openPrice: null,
    openReference: null,
    openQuoteSeq: null,
    openQuoteBid: null,
    openQuoteAsk: null,
    openQuoteTime: null,
    openConversionNumerator: null,
    openConversionDenominator: null,
    openConversionInstrument: null,
    openConversionSeq: null,
    margin: 0,
    fee: 0,
    ...NOT_ENDED,
  }
}

/** `pending` is its row so far when it was a pending order. */
export function openedOrder(event: Opened, sequence: number, pending: OrderRow | undefined): OrderRow {
  const { quote, conversion } = event
  return {
    order: event.order,
    account: event.account,
    instrument: event.instrument,
    status: 1,
    side: event.side,
    splitFrom: null,
    pending: pending?.pending ?? null,
    lots: event.lots,
    leverage: event.leverage,
    target: pending?.target ?? null,
    stopLoss: event.stopLoss ?? null,
    takeProfit: event.takeProfit ?? null,
    placedAt: pending?.placedAt ?? event.at,
    placedSequence: pending?.placedSequence ?? sequence,
    placedQuoteSeq: pending?.placedQuoteSeq ?? null,
    placedQuoteBid: pending?.placedQuoteBid ?? null,
    placedQuoteAsk: pending?.placedQuoteAsk ?? null,
    placedQuoteTime: pending?.placedQuoteTime ?? null,
    openedAt: event.at,
    termsVersion: event.terms,
    openPrice: event.price,
    openReference: event.reference ?? null,
    openQuoteSeq: quote.seq,
    openQuoteBid: quote.bid,
    openQuoteAsk: quote.ask,
    openQuoteTime: quote.time,
    openConversionNumerator: conversion.numerator,
    openConversionDenominator: conversion.denominator,
    openConversionInstrument: conversion.instrument,
    openConversionSeq: conversion.seq,
    margin: event.margin,
    fee: event.fee,
    ...NOT_ENDED,
  }
}

/** `whole`: the row of the position so far. The amounts of both rows sum to its. */
export function splitOrders(event: Split, whole: OrderRow): { readonly rest: OrderRow; readonly part: OrderRow } {
  const { order, part, lots, margin, fee, swap } = event
  return {
    rest: {
      ...whole,
      lots: whole.lots - lots,
      margin: whole.margin - margin,
      fee: whole.fee - fee,
      swap: whole.swap - swap,
    },
    part: { ...whole, order: part, splitFrom: order, lots, margin, fee, swap },
  }
}

export function closedOrder(event: Closed): Partial<OrderRow> {
  const { quote, conversion } = event
  return {
    closePrice: event.price,
    closeReference: event.reference ?? null,
    closeQuoteSeq: quote.seq,
    closeQuoteBid: quote.bid,
    closeQuoteAsk: quote.ask,
    closeQuoteTime: quote.time,
    closeConversionNumerator: conversion.numerator,
    closeConversionDenominator: conversion.denominator,
    closeConversionInstrument: conversion.instrument,
    closeConversionSeq: conversion.seq,
    profit: event.profit,
  }
}

/** What every order's row holds until the order ends; a pending order pays no financing. */
const NOT_ENDED = {
  swap: 0,
  endedAt: null,
  endedSequence: null,
  endReason: null,
  closePrice: null,
  closeReference: null,
  closeQuoteSeq: null,
  closeQuoteBid: null,
  closeQuoteAsk: null,
  closeQuoteTime: null,
  closeConversionNumerator: null,
  closeConversionDenominator: null,
  closeConversionInstrument: null,
  closeConversionSeq: null,
  profit: 0,
  stopOutSequence: null,
  stopOutEquity: null,
  stopOutMarginUsed: null,
} as const
