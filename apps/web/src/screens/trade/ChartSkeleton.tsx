/** The placeholder of the candles until they are read: no axis, no price. */
import { classes, Skeleton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'

/** Arbitrary heights and positions of grey candles. */
const BARS = [
  'mt-24 h-16',
  'mt-16 h-20',
  'mt-20 h-12',
  'mt-12 h-24',
  'mt-8 h-16',
  'mt-14 h-14',
  'mt-6 h-20',
  'mt-10 h-12',
  'mt-2 h-18',
  'mt-6 h-14',
  'mt-4 h-22',
  'mt-9 h-12',
] as const

export function ChartSkeleton() {
  const t = useTranslate()
  return (
    <div
      role="status"
      aria-label={t('common.loading')}
      className="pointer-events-none absolute inset-0 flex items-center justify-around px-4"
    >
      {BARS.map((bar) => (
        <Skeleton key={bar} className={classes('w-2.5', bar)} />
      ))}
    </div>
  )
}
