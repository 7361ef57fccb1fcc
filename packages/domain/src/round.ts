/**
 * The only file that divides money which is booked or shown. Products above 2^53 are computed with BigInt, so the
 * result is exact. The name or the argument `how` states the rounding.
 */
import { assert, must } from './assert.ts'

/**
 * How the rest of a division is rounded: `up` away from zero, `down` toward zero, `floor` to the smaller number, also
 * below zero, `half-away` to the nearest, a half away from zero.
 */
type Rounding = 'up' | 'down' | 'half-away' | 'floor'

/** a x b / divisor, rounded away from zero. Safe integers, the divisor positive; the result must be one too. */
export function mulDivUp(a: number, b: number, divisor: number): number {
  return mulDiv(a, b, divisor, 'up')
}

/**
 * a x b / divisor, rounded toward zero: for amounts that a customer may spend or withdraw. Takes what `mulDivUp` takes.
 */
export function mulDivDown(a: number, b: number, divisor: number): number {
  return mulDiv(a, b, divisor, 'down')
}

/**
 * a x b / divisor, rounded to the nearest, halves away from zero: for profit. Takes what `mulDivUp` takes.
 */
export function mulDivHalfAway(a: number, b: number, divisor: number): number {
  return mulDiv(a, b, divisor, 'half-away')
}

/**
 * The product of `factors` divided by the product of `divisors` (positive), rounded as `how` says. Throws when the
 * result passes 2^53.
 */
export function ratio(factors: readonly number[], divisors: readonly number[], how: Rounding): number {
  return must(ratioIfFits(factors, divisors, how), 'an amount is below 2^53')
}

/**
 * As `ratio`, but `undefined` when the result passes 2^53: for amounts that a customer may request, which are refused.
 */
export function ratioIfFits(
  factors: readonly number[],
  divisors: readonly number[],
  how: Rounding,
): number | undefined {
  const numerator = productOf(factors)
  const divisor = productOf(divisors)
  if (Number.isSafeInteger(numerator) && Number.isSafeInteger(divisor)) return mulDiv(numerator, 1, divisor, how)
  const result = Number(divideBig(productBig(factors), productBig(divisors), how))
  return Number.isSafeInteger(result) ? result + 0 : undefined
}

/** The same as `ratio`, for whole numbers of any size: sums over many accounts. */
export function ratioBig(factors: readonly bigint[], divisors: readonly bigint[], how: Rounding): bigint {
  const product = (numbers: readonly bigint[]) => numbers.reduce((all, each) => all * each, 1n)
  return divideBig(product(factors), product(divisors), how)
}

/** Exact while every step stays a safe integer, otherwise NaN: the caller then multiplies with BigInt. */
function productOf(factors: readonly number[]): number {
  let product = 1
  // By index: an iterator over a few numbers costs the engine a tenth of its time.
  for (let index = 0; index < factors.length; index++) {
    product *= must(factors[index], 'a factor is in the list')
    if (!Number.isSafeInteger(product)) return Number.NaN
  }
  return product
}

function productBig(factors: readonly number[]): bigint {
  let product = 1n
  for (const factor of factors) product *= exactly(factor)
  return product
}

function mulDiv(a: number, b: number, divisor: number, how: Rounding): number {
  assert(Number.isSafeInteger(divisor) && divisor > 0, 'mulDiv needs a positive whole divisor')
  assert(Number.isSafeInteger(a) && Number.isSafeInteger(b), 'mulDiv needs whole numbers')
  const product = a * b
  if (Number.isSafeInteger(product)) {
    // Exact: the quotient of two safe integers is never rounded up to the next whole number. `%` costs ten times more.
    const quotient = Math.trunc(product / divisor)
    const rest = product - quotient * divisor
    if (rest === 0) return quotient + 0
    const away = product < 0 ? -1 : 1
    if (how === 'up') return quotient + away
    if (how === 'down') return quotient + 0
    if (how === 'floor') return (product < 0 ? quotient - 1 : quotient) + 0
    return (Math.abs(rest) >= divisor - Math.abs(rest) ? quotient + away : quotient) + 0
  }
  return safe(divideBig(BigInt(a) * BigInt(b), BigInt(divisor), how))
}

function divideBig(numerator: bigint, divisor: bigint, how: Rounding): bigint {
  assert(divisor > 0n, 'a divisor must be positive')
  const quotient = numerator / divisor
  const rest = numerator % divisor
  if (rest === 0n) return quotient
  const away = numerator < 0n ? -1n : 1n
  if (how === 'up') return quotient + away
  if (how === 'down') return quotient
  if (how === 'floor') return numerator < 0n ? quotient - 1n : quotient
  const size = rest < 0n ? -rest : rest
  return size * 2n >= divisor ? quotient + away : quotient
}

function exactly(value: number): bigint {
  assert(Number.isSafeInteger(value), 'only whole numbers are multiplied')
  return BigInt(value)
}

function safe(value: bigint): number {
  const number = Number(value)
  assert(Number.isSafeInteger(number), 'an amount is below 2^53')
  return number + 0
}
