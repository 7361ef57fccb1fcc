/** The risk rate as a word and a share of the gauge. HazardRate is 0 with nothing held, 50 at margin level 100 %, 100 when closed out. */
import { formatDecimal, HAZARD_MAX, MARGIN_CALL_LEVEL, MARGIN_WARNING_LEVEL, parseDecimal, STOP_OUT_LEVEL } from '@veritick/domain'

export type RiskWord = 'calm' | 'watch' | 'danger'

const HUNDREDTHS = 2
/** HazardRate in hundredths at a margin level: 5000 at 100 %. Rounded as the reading itself is. */
const atLevel = (level: number): number => Math.round((STOP_OUT_LEVEL * 10_000) / level)

/** `undefined` when the text is no rate. */
export function riskOf(hazardRate: string): { readonly word: RiskWord; readonly share: number; readonly shown: string } | undefined {
  const rate = parseDecimal(hazardRate, HUNDREDTHS)
  if (typeof rate !== 'number') return undefined
  return { word: wordOf(rate), share: Math.min(Math.max(rate / 10_000, 0), 1), shown: shownOf(rate) }
}

function wordOf(rate: number): RiskWord {
  if (rate >= atLevel(MARGIN_WARNING_LEVEL)) return 'danger'
  return rate >= atLevel(MARGIN_CALL_LEVEL) ? 'watch' : 'calm'
}

/** Below ten a first digit shows that something is held; above, whole percents are enough. Halves go up: towards the danger. */
function shownOf(rate: number): string {
  if (rate >= HAZARD_MAX) return '999+'
  if (rate === 0) return '0'
  return rate < 995 ? formatDecimal(Math.round(rate / 10), 1) : formatDecimal(Math.round(rate / 100), 0)
}
