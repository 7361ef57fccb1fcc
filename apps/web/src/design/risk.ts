/**
 * The risk rate as a word and a share of the gauge. HazardRate is 0 without positions, 25 when half of the equity is
 * used as margin, 50 when all of the equity is used, 100 at the stop-out. The word warns before the server refuses
 * orders.
 */
import {
  formatDecimal,
  HAZARD_MAX,
  hazardRateOf,
  MARGIN_CALL_LEVEL,
  MARGIN_WARNING_LEVEL,
  micros,
  parseDecimal,
} from '@veritick/domain'

export type RiskWord = 'calm' | 'watch' | 'high' | 'danger'

/** Margin level in percent at which half of the equity is used. Below it the word warns. */
const WATCH_LEVEL = 200

const HUNDREDTHS = 2
/** Any margin works, because the rate depends on the level only. */
const MARGIN_PER_PERCENT = 1_000_000
/** HazardRate in hundredths at a margin level: 5000 at 100 %. */
const atLevel = (level: number): number =>
  hazardRateOf(micros(level * MARGIN_PER_PERCENT), micros(100 * MARGIN_PER_PERCENT))

/** `undefined` when the text is no rate. */
export function riskOf(
  hazardRate: string,
): { readonly word: RiskWord; readonly share: number; readonly shown: string } | undefined {
  const rate = parseDecimal(hazardRate, HUNDREDTHS)
  if (typeof rate !== 'number') return undefined
  return { word: wordOf(rate), share: Math.min(Math.max(rate / 10_000, 0), 1), shown: shownOf(rate) }
}

function wordOf(rate: number): RiskWord {
  if (rate >= atLevel(MARGIN_WARNING_LEVEL)) return 'danger'
  if (rate >= atLevel(MARGIN_CALL_LEVEL)) return 'high'
  return rate >= atLevel(WATCH_LEVEL) ? 'watch' : 'calm'
}

/** All digits of the rate, which the server rounded up. Fewer digits could show a lower risk. */
function shownOf(rate: number): string {
  return rate >= HAZARD_MAX ? '999+' : formatDecimal(rate, HUNDREDTHS)
}
