/** The data of the ranking: rows without repeats, facts of a record, the own place or the reason for none. */
import { RANKING_SORTS, type RankingEntry, type RankingOwn, type RankingSort } from '@veritick/contract'
import { type Key, percentIn } from '@veritick/locales'
import type { RankingPage } from '../../data/ranking.ts'
import { signInPath } from '../../shell/guard.ts'

export const SORT_DEFAULT: RankingSort = 'three_week_rate'

/** Labels of the chips. A second tap on one goes back to the default. */
export const SORTS = RANKING_SORTS.map((value) => ({ value, label: `rank.sort_${value}` as const }))

/** The path of the consent switch; a visitor signs in first. */
export const switchPath = (signedIn: boolean): string => (signedIn ? SWITCH_PATH : signInPath(SWITCH_PATH))
const SWITCH_PATH = '/mine/system'

/** All entries of the pages read so far; an entry that moved between two pages appears once, at its first place. */
export function entriesIn(pages: readonly RankingPage[]): RankingEntry[] {
  const known = new Map<string, RankingEntry>()
  for (const entry of pages.flatMap((page) => page.data)) if (!known.has(entry.code)) known.set(entry.code, entry)
  return [...known.values()]
}

/** The time at which the shown list was computed; `undefined`: not yet. */
export const computedAt = (pages: readonly RankingPage[]): number | undefined => pages[0]?.asOf ?? undefined

export type OwnLine =
  | { readonly kind: 'entries'; readonly entries: readonly RankingEntry[] }
  | { readonly kind: 'state'; readonly text: Key; readonly count: number; readonly offersSwitch: boolean }

/** The own places, or a sentence with the reason for none. */
export function ownLine(own: RankingOwn): OwnLine {
  if (own.entries.length > 0) return { kind: 'entries', entries: own.entries }
  const { state } = own
  const count = state === 'too_few_trades' ? own.trades_left : own.days_left
  // Plural forms have a suffix in their key; `translate` chooses a form by `count`.
  return { kind: 'state', text: `rank.state_${state}` as Key, count, offersSwitch: state === 'off' }
}

/** A rate with its sign, such as `+12.34 %` as text: `−3.10%`. */
export function signedPercent(rate: string, tag: string): string {
  if (rate.startsWith('-')) return percentIn(`\u2212${rate.slice(1)}`, tag)
  return percentIn(/[1-9]/.test(rate) ? `+${rate}` : rate, tag)
}

export type Fact = {
  readonly label: Key
  /** `undefined`: too few closed positions. */
  readonly value: string | undefined
}

/** The figures of a record that are plain text; profit and start are formatted by the screen. */
export function factsOf(entry: RankingEntry, tag: string): readonly Fact[] {
  const share = (rate: string | null) => (rate === null ? undefined : percentIn(rate, tag))
  return [
    { label: 'rank.sort_three_week_rate', value: signedPercent(entry.three_week_rate, tag) },
    { label: 'rank.sort_total_rate', value: signedPercent(entry.total_rate, tag) },
    { label: 'rank.drawdown', value: percentIn(entry.drawdown, tag) },
    { label: 'rank.weeks_win', value: share(entry.three_week_win) },
    { label: 'rank.total_win', value: share(entry.total_win) },
    { label: 'rank.sort_total_trade_num', value: String(entry.total_trade_num) },
    { label: 'rank.leverage', value: `×${entry.multiple}` },
  ]
}

/** Sections of the sheet that explains the formulas, in their order. */
export const HOW: readonly { readonly title: Key; readonly text: Key }[] = [
  { title: 'rank.how_return', text: 'rank.how_return_text' },
  { title: 'rank.how_flow', text: 'rank.how_flow_text' },
  { title: 'rank.how_profit', text: 'rank.how_profit_text' },
  { title: 'rank.drawdown', text: 'rank.how_drawdown_text' },
  { title: 'rank.how_win', text: 'rank.how_win_text' },
  { title: 'rank.leverage', text: 'rank.how_leverage_text' },
  { title: 'rank.how_rounding', text: 'rank.how_rounding_text' },
  { title: 'rank.how_listed', text: 'rank.how_listed_text' },
]
