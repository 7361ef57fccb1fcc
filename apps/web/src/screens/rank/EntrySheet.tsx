/** The measured record of one trader, with a notice that copying is not available yet. */
import type { RankingEntry } from '@veritick/contract'
import { Amount, Line, Sheet } from '../../design/index.ts'
import { formatDay } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { ReturnCurve } from './ReturnCurve.tsx'
import { factsOf } from './rank.ts'

type Props = {
  /** The last entry stays while the sheet closes. */
  readonly entry: RankingEntry | undefined
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function EntrySheet({ entry, open, onOpenChange }: Props) {
  const t = useTranslate()
  return (
    <Sheet
      open={open && entry !== undefined}
      onOpenChange={onOpenChange}
      title={<bdi>{entry?.user}</bdi>}
      aside={
        <span className="text-13 text-ink-muted">
          {t('rank.code')} <bdi>{entry?.code}</bdi>
        </span>
      }
    >
      {entry !== undefined && <MeasuredRecord entry={entry} />}
    </Sheet>
  )
}

function MeasuredRecord({ entry }: { readonly entry: RankingEntry }) {
  const t = useTranslate()
  const tag = useTag()
  return (
    <div className="grid gap-4">
      <section className="rounded-control bg-accent-soft px-3.5 py-2.5 text-accent">
        <h3 className="font-semibold">{t('rank.copy_title')}</h3>
        <p className="text-13">{t('rank.copy_text')}</p>
      </section>
      <ReturnCurve rates={entry.curve} />
      <dl>
        {factsOf(entry, tag).map(({ label, value }) => (
          <Line key={label} label={t(label)}>
            {value === undefined ? (
              <span className="text-13 font-normal text-ink-muted">{t('rank.win_missing')}</span>
            ) : (
              <bdi dir="ltr" className="tabular-nums">
                {value}
              </bdi>
            )}
          </Line>
        ))}
        <Line label={t('rank.sort_three_week_profit')}>
          <Amount value={entry.three_week_profit} signed coloured currency />
        </Line>
        <Line label={t('rank.variety')}>
          <bdi>{entry.variety.join(', ')}</bdi>
        </Line>
        <Line label={t('rank.since')}>
          <bdi>{formatDay(entry.since, { tag, timeZone: 'UTC', zoned: true })}</bdi>
        </Line>
      </dl>
      <p className="text-13 text-warn">{t('rank.warning')}</p>
    </div>
  )
}
