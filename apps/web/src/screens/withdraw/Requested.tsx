/** After the request: the amount is reserved; the timeline with its usual time. */
import type { DrawRecord } from '@veritick/contract'
import { useEffect, useRef } from 'react'
import { Amount, Button } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { decimalsShown } from '../money/amounts.ts'
import { Timeline } from '../money/Timeline.tsx'
import { withdrawalSteps } from '../money/timeline.ts'

type Props = { readonly record: DrawRecord; readonly onSeeAll: () => void; readonly onAnother: () => void }

export function Requested({ record, onSeeAll, onAnother }: Props) {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="p-4">
      <div className="grid gap-5 rounded-card border border-line bg-surface p-4">
        <div>
          <h2 ref={heading} tabIndex={-1} className="text-17 font-bold outline-none">
            {t('withdraw.requested_title')}
          </h2>
          <p className="text-22 font-bold">
            <Amount value={record.number} decimals={decimalsShown(record.number)} currency />
          </p>
          <p className="text-ink-soft">{t('withdraw.requested_text')}</p>
        </div>
        <Timeline label={t('timeline.label')} steps={withdrawalSteps(record)} usualMinutes={record.usual_minutes} />
        <div className="grid gap-2">
          <Button large onClick={onSeeAll}>
            {t('withdraw.see_all')}
          </Button>
          <Button tone="quiet" onClick={onAnother}>
            {t('withdraw.another')}
          </Button>
        </div>
      </div>
    </div>
  )
}
