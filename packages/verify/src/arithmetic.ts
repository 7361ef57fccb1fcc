/**
 * Margin, fee, profit and financing as the published rules say, in BigInt from the events' own numbers. Shares nothing
 * with the server.
 */
import type { Fields } from './decode.ts'

/** A named whole number of an event. */
export function numberOf(fields: Fields, name: string): number {
  const value = fields[name]
  if (typeof value !== 'number') throw new Error(`${name} is not a number`)
  return value
}

/** As `numberOf`; undefined where the event says "none". */
export function levelOf(fields: Fields, name: string): number | undefined {
  return fields[name] === null ? undefined : numberOf(fields, name)
}

export function textOf(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string') throw new Error(`${name} is not text`)
  return value
}

export function groupOf(fields: Fields, name: string): Fields {
  const value = fields[name]
  if (typeof value !== 'object' || value === null || isList(value)) throw new Error(`${name} is not a group of fields`)
  return value
}

export function listOf(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name]
  if (typeof value !== 'object' || value === null || !isList(value)) throw new Error(`${name} is not a list`)
  return value
}

export type Position = {
  readonly terms: Fields
  readonly side: string
  readonly lots: number
  readonly leverage: number
}

/**
 * Fixed: lots x contractSize USD. Leveraged: price x lots x contractSize / leverage x conversion. Up to a micro-dollar.
 */
export function marginOf({ terms, lots, leverage }: Position, price: number, conversion: Fields): bigint {
  if (textOf(terms, 'marginMode') === 'fixed')
    return up(big(lots) * big(numberOf(terms, 'contractSize')) * MILLION, LOT)
  const [numerator, denominator] = fractionOf(conversion)
  return up(big(price) * big(lots) * contract(terms) * numerator, big(leverage) * LOT * priceScale(terms) * denominator)
}

/** Type 1: lots x feePerLot. Type 2: margin x feeOfMargin. Up to a micro-dollar. */
export function feeOf({ terms, lots }: Position, feeType: number, margin: bigint): bigint {
  return feeType === 1
    ? up(big(lots) * big(numberOf(terms, 'feePerLot')), LOT)
    : up(margin * big(numberOf(terms, 'feeOfMargin')), MILLION)
}

/** (price - open) x lots x contractSize x conversion, mirrored for a short. Half away from zero to a micro-dollar. */
export function profitOf(
  { terms, side, lots }: Position,
  prices: { readonly open: number; readonly close: number },
  conversion: Fields,
): bigint {
  const [numerator, denominator] = fractionOf(conversion)
  const move = side === 'buy' ? prices.close - prices.open : prices.open - prices.close
  return halfAway(big(move) * big(lots) * contract(terms) * numerator, LOT * priceScale(terms) * denominator)
}

/** lots x contractSize x close x conversion x rate / 360 x nights. Half away from zero to a micro-dollar. */
export function financingOf(
  { terms, side, lots }: Position,
  close: number,
  nights: number,
  conversion: Fields,
): bigint {
  const [numerator, denominator] = fractionOf(conversion)
  const rate = big(numberOf(terms, side === 'buy' ? 'financingLong' : 'financingShort'))
  const value = big(close) * big(lots) * contract(terms) * numerator * rate * big(nights)
  return halfAway(value, LOT * priceScale(terms) * denominator * 360n * MILLION)
}

/** amount x lots / whole, toward zero: what a part of a position takes of it. */
export function shareOf(amount: number, { lots, whole }: { readonly lots: number; readonly whole: number }): bigint {
  if (whole <= 0) throw new Error('a position has no size')
  return (big(amount) * big(lots)) / big(whole)
}

const LOT = 10_000n
const MILLION = 1_000_000n

const big = (value: number): bigint => BigInt(value)
/** Micro-units of the quote currency in one lot at a price of 1. */
const contract = (terms: Fields): bigint => big(numberOf(terms, 'contractSize')) * MILLION
const priceScale = (terms: Fields): bigint => 10n ** big(numberOf(terms, 'pricePrecision'))

function fractionOf(conversion: Fields): readonly [bigint, bigint] {
  const [numerator, denominator] = [big(numberOf(conversion, 'numerator')), big(numberOf(conversion, 'denominator'))]
  if (numerator <= 0n || denominator <= 0n) throw new Error('a conversion rate is not positive')
  return [numerator, denominator]
}

function up(value: bigint, divisor: bigint): bigint {
  return value % divisor === 0n ? value / divisor : value / divisor + (value < 0n ? -1n : 1n)
}

function halfAway(value: bigint, divisor: bigint): bigint {
  const size = value < 0n ? -value : value
  const rounded = (size * 2n + divisor) / (divisor * 2n)
  return value < 0n ? -rounded : rounded
}

function isList(value: object): value is readonly unknown[] {
  return Array.isArray(value)
}

/** The facts of an opening event that the formulas need. */
export function positionOf(event: Fields, terms: Fields): Position {
  return { terms, side: textOf(event, 'side'), lots: numberOf(event, 'lots'), leverage: numberOf(event, 'leverage') }
}

/** Of the quote that an event names. */
export function pricesOf(event: Fields): { readonly bid: number; readonly ask: number } {
  const quote = groupOf(event, 'quote')
  return { bid: numberOf(quote, 'bid'), ask: numberOf(quote, 'ask') }
}
