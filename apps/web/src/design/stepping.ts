/** The next text of a stepped number, computed exactly with whole numbers. */
import { formatDecimal, parseDecimal } from '@veritick/domain'
import { latinDigits } from './digits.ts'

export type Steps = {
  readonly decimals: number
  /** Decimal text, like the value. */
  readonly step: string
  readonly min: string
  readonly max?: string | undefined
}

/**
 * One step up or down, within bounds. A value between two steps moves to the next step; text that is no number starts
 * at the minimum. `undefined`: there is no step in that direction, the button is disabled.
 */
export function stepped(text: string, direction: 1 | -1, steps: Steps): string | undefined {
  const { decimals } = steps
  const step = read(steps.step, decimals)
  const min = read(steps.min, decimals)
  const max = steps.max === undefined ? undefined : read(steps.max, decimals)
  if (step === undefined || min === undefined || step <= 0) return undefined
  const value = read(text, decimals)
  if (value === undefined) return formatDecimal(min, decimals)
  const offset = (value - min) % step
  const below = value - (offset < 0 ? offset + step : offset)
  const next = direction === 1 ? below + step : below === value ? value - step : below
  if (next < min) return value > min || (direction === 1 && value < min) ? formatDecimal(min, decimals) : undefined
  if (max !== undefined && next > max) return value < max || direction === -1 ? formatDecimal(max, decimals) : undefined
  return formatDecimal(next, decimals)
}

/** The step of an arrow key in the field; `undefined`: another key, or no step in that direction. */
export function steppedByKey(key: string, text: string, steps: Steps): string | undefined {
  return key === 'ArrowUp' ? stepped(text, 1, steps) : key === 'ArrowDown' ? stepped(text, -1, steps) : undefined
}

/** Digits beyond the last decimal are cut before a step. */
function read(text: string, decimals: number): number | undefined {
  const [whole = '', fraction = ''] = text.split('.')
  const value = parseDecimal(fraction.length > decimals ? `${whole}.${fraction.slice(0, decimals)}` : text, decimals)
  return typeof value === 'number' ? value : undefined
}

/** Text of phone keyboards of every language as plain decimal text: comma becomes point, other digits become latin. */
export function plainNumber(typed: string): string {
  return latinDigits(typed)
    .replace(/[,\u066b]/g, '.')
    .replace(/\s/g, '')
}
