/** Decimal texts for display: grouped, at least two decimals, no digit lost, a real minus sign. */

const DECIMALS_MIN = 2

/**
 * `"-1234.500000"` -> `"−1,234.50"`; `"0.015408"` stays as exact as it is. Text that is no number is shown as it came.
 */
export function amountText(text: string, decimalsMin = DECIMALS_MIN): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (match === null) return text
  const [, sign = '', units = '', fraction = ''] = match
  const kept = fraction.replace(/0+$/, '').padEnd(decimalsMin, '0')
  const isZero = /^0*$/.test(units + kept)
  return `${sign !== '' && !isZero ? '−' : ''}${grouped(units)}${kept === '' ? '' : `.${kept}`}`
}

/** `"2395.920"` -> `"2,395.920"`: a price keeps the decimals of its instrument. */
export const priceText = (text: string): string => text.replace(/^\d+/, (units) => grouped(units))

const grouped = (units: string): string => units.replace(/\B(?=(\d{3})+$)/g, ',')

/** The decimals that the longest of these amounts needs, so that a column of them stands point below point. */
export const decimalsOf = (texts: readonly string[]): number =>
  Math.max(DECIMALS_MIN, ...texts.map((text) => /\.(\d+)$/.exec(amountText(text))?.[1]?.length ?? 0))

/** A decimal text for an input field: without a grouping mark, at least two decimals. `"3.500000"` -> `"3.50"`. */
export const typedText = (text: string): string => amountText(text).replaceAll(',', '').replace('−', '-')

/** Always with its sign, for changes of balances. */
export function changeText(text: string, decimalsMin = DECIMALS_MIN): string {
  const shown = amountText(text, decimalsMin)
  return shown.startsWith('−') || /^0(\.0+)?$/.test(shown) ? shown : `+${shown}`
}

export type Direction = 'up' | 'down' | 'none'

export function directionOf(text: string): Direction {
  if (/^-?0*(\.0*)?$/.test(text)) return 'none'
  return text.startsWith('-') ? 'down' : 'up'
}

/** `1 open position`, `2 open positions`. */
export function countedText(count: number, one: string): string {
  return `${countText(count)} ${one}${count === 1 ? '' : 's'}`
}

/** Whole numbers, grouped. */
export function countText(count: number): string {
  return amountText(String(count), 0)
}
