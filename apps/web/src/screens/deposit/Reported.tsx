/** After a deposit was submitted: its timeline with the usual time, then the list or a new deposit. */
import type { ChargeRecord } from '@veritick/contract'
import { useEffect, useRef } from 'react'
import { Amount, Button } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { decimalsShown } from '../money/amounts.ts'
import { Timeline } from '../money/Timeline.tsx'
import { depositSteps } from '../money/timeline.ts'
import type { DepositTerms } from './deposit.ts'

type Props = {
  readonly record: ChargeRecord
  readonly terms: DepositTerms
  readonly onSeeAll: () => void
  readonly onAnother: () => void
}

export function DepositReceived({ record, terms, onSeeAll, onAnother }: Props) {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-5 rounded-card border border-line bg-surface p-4">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-17 font-bold outline-none">
          {t('deposit.reported_title')}
        </h2>
        <p className="text-22 font-bold">
          <Amount value={record.number} decimals={decimalsShown(record.number)} /> <bdi>{record.currency_code}</bdi>
        </p>
        <p className="text-ink-soft">{t('deposit.reported_text')}</p>
      </div>
      <Timeline label={t('timeline.label')} steps={depositSteps(record)} usualMinutes={terms.usual_minutes} />
      <div className="grid gap-2">
        <Button large onClick={onSeeAll}>
          {t('deposit.see_all')}
        </Button>
        <Button tone="quiet" onClick={onAnother}>
          {t('deposit.another')}
        </Button>
      </div>
    </div>
  )
}
