/**
 * One record of the ranking: place, masked name and figures. The customer's own record has a mark and another
 * background.
 */
import type { RankingEntry } from '@veritick/contract'
import { percentIn } from '@veritick/locales'
import { Amount, ChangePill, classes } from '../../design/index.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { signedPercent } from './rank.ts'

type Props = { readonly entry: RankingEntry; readonly own: boolean; readonly onOpen: () => void }

export function RankRow({ entry, own, onOpen }: Props) {
  const t = useTranslate()
  const tag = useTag()
  const { three_week_win: win } = entry
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className={classes(
        'flex min-h-(--height-row) w-full items-start gap-3 border-b border-line px-4 py-2 text-start',
        '-outline-offset-2 active:bg-fill',
        own && 'bg-accent-soft',
      )}
    >
      <span className="min-w-6 pt-px text-center font-bold text-ink-soft tabular-nums">
        <span className="sr-only">{t('rank.place', { place: entry.rank })}</span>
        <bdi aria-hidden="true">{entry.rank}</bdi>
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <bdi className="font-semibold">{entry.user}</bdi>
          <span className="text-13 text-ink-soft">
            <span className="sr-only">{t('rank.leverage')} </span>
            <bdi dir="ltr">×{entry.multiple}</bdi>
          </span>
          {own && <span className="text-13 font-semibold text-accent">{t('rank.you')}</span>}
        </span>
        <span className="flex flex-wrap gap-x-2 text-13 text-ink-muted">
          <span>
            <span className="sr-only">{t('rank.code')} </span>
            <bdi>{entry.code}</bdi>
          </span>
          <span>{t('rank.trades', { count: entry.total_trade_num })}</span>
          {win !== null && <span>{t('rank.win', { rate: percentIn(win, tag) })}</span>}
        </span>
      </span>
      <span className="grid shrink-0 justify-items-end gap-0.5 text-13">
        <span>
          <span className="sr-only">{t('rank.sort_three_week_rate')} </span>
          <ChangePill change={entry.three_week_rate} />
        </span>
        <span>
          <span className="sr-only">{t('rank.sort_three_week_profit')} </span>
          <Amount value={entry.three_week_profit} signed currency />
        </span>
        <span className="text-ink-muted">{t('rank.total', { rate: signedPercent(entry.total_rate, tag) })}</span>
      </span>
    </button>
  )
}
