/**
 * The margin levels of the rules as risk rates, the scale of the app: half of the used margin in percent of equity,
 * rounded up. Read from the source, because this package uses no other.
 */
import { readFileSync } from 'node:fs'

const RISK = readFileSync(new URL('../../domain/src/risk.ts', import.meta.url), 'utf8')

function rateAt(name: string): string {
  const level = new RegExp(`${name}_LEVEL = (\\d+)`).exec(RISK)?.[1]
  if (level === undefined) throw new Error(`risk.ts has no ${name}_LEVEL`)
  return (Math.ceil((50 * 100 * 100) / Number(level)) / 100).toFixed(2).replace('.00', '')
}

export const RISK_RATES = {
  MARGIN_CALL: rateAt('MARGIN_CALL'),
  MARGIN_WARNING: rateAt('MARGIN_WARNING'),
  STOP_OUT: rateAt('STOP_OUT'),
} as const
