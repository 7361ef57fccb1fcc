/**
 * The time zone, shown with each list of the account: orders, transactions, deposits, withdrawals and notices use the
 * zone of the device. So does the chart below a day, unless the customer chooses New York, which longer periods always
 * use. A statement uses UTC. Chart and statement name their zone (decision 117).
 */
import { classes } from '../../design/index.ts'
import { formatOffsets } from '../../format/time.ts'
import { useTranslate } from '../../i18n/i18n.ts'

export function ZoneNote({ className = 'px-4 py-1.5' }: { readonly className?: string }) {
  const t = useTranslate()
  const { zone, summer } = formatOffsets(Date.now())
  return (
    <p className={classes('text-12 text-ink-muted', className)}>
      {summer === undefined ? t('order_filter.zone', { zone }) : t('order_filter.zone_summer', { zone, summer })}
    </p>
  )
}
