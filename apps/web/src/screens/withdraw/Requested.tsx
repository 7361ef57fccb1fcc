/** After the request: the amount is locked, what happens next and how long that takes. */
import type { DrawRecord } from '@veritick/contract'
import { useEffect, useRef } from 'react'
import { Amount, Button } from '../../design/index.ts'
import { useTranslate } from '../../words/words.ts'
import { decimalsShown } from '../money/amounts.ts'
import { Journey } from '../money/Journey.tsx'
import { drawJourney } from '../money/journey.ts'

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
        <Journey label={t('journey.label')} steps={drawJourney(record)} usualMinutes={record.usual_minutes} />
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
