/**
 * Candles in New York time on the canvas of the library. Time runs left to right in every language; the colours are
 * those of the app; lines show the customer's orders. It is a file of its own, so that the library is loaded with it.
 */
import { klineTopic } from '@veritick/contract'
import { useRef } from 'react'
import { useTopic } from '../../data/connection.ts'
import { classes, Empty, ErrorState, Icon, Spinner } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useUnpriced } from '../home/useUnpriced.ts'
import { type ChartView, useChart } from './useChart.ts'

export function Chart(view: ChartView) {
  const { item } = view
  const t = useTranslate()
  const box = useRef<HTMLDivElement>(null)
  const { chart, state, isBehind } = useChart(box, view)
  const unpriced = useUnpriced()
  useTopic(klineTopic(item.Code))
  // Without a candle the library would draw an axis from 0 to 10.
  const drawn = state === 'ready'
  return (
    <div className="relative min-h-0 flex-1 bg-surface" dir="ltr">
      <div
        ref={box}
        role="img"
        aria-label={t('trade.chart', { code: item.ShowCode })}
        className={classes('absolute inset-0 isolate', drawn ? '' : 'invisible')}
      />
      <span
        aria-hidden="true"
        hidden={!drawn}
        className="pointer-events-none absolute end-0 bottom-0 grid h-6.5 min-w-14 place-items-center px-1 text-canvas text-ink-muted"
      >
        {t('trade.new_york_short')}
      </span>
      {drawn && isBehind && (
        <button
          type="button"
          onClick={() => chart?.scrollToRealTime()}
          className="absolute end-18 bottom-9 inline-flex touch items-center gap-1 rounded-full border border-line bg-raised px-3 text-13 font-semibold"
        >
          {t('trade.back_to_latest')}
          <Icon.Last size={18} />
        </button>
      )}
      {state === 'loading' && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center text-ink-muted">
          <Spinner />
        </div>
      )}
      {state === 'empty' && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center">
          <Empty title={t('common.no_data')} text={item.Bid === null ? unpriced.text : t('trade.chart_empty')} />
        </div>
      )}
      {state === 'failed' && (
        <div className="absolute inset-0 grid place-items-center bg-surface">
          <ErrorState text={t('trade.chart_failed')} onRetry={() => chart?.resetData()} />
        </div>
      )}
    </div>
  )
}
