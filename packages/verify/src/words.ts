/** Amounts, prices and moments as people read them. */

export function usd(value: bigint): string {
  return `${decimal(value, 6)} USD`
}

export function decimal(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return value < 0n ? `-${text}` : text
}

/** The number as it is where the moment is beyond what a calendar holds. */
export function timeOf(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString()
}
