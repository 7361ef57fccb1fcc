/** The price alerts of one instrument in a sheet over the trade screen: add one, edit or delete the others. */
import type { PriceAlert, TradeItem } from '@veritick/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { usePriceAlerts } from '../../data/priceAlerts.ts'
import { Button, ErrorState, Sheet, SkeletonRows } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { AlertForm } from './AlertForm.tsx'
import { AlertRows } from './AlertRows.tsx'
import { alertsOfInstrument } from './priceAlerts.ts'

type Props = {
  readonly item: TradeItem
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function AlertSheet({ item, open, onOpenChange }: Props) {
  const t = useTranslate()
  const [edited, setEdited] = useState<PriceAlert>()
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) setEdited(undefined)
        onOpenChange(next)
      }}
      title={edited === undefined ? t('price_alerts.open', { code: item.ShowCode }) : t('price_alerts.edit')}
      aside={
        edited !== undefined && (
          <Button tone="quiet" onClick={() => setEdited(undefined)}>
            {t('common.cancel')}
          </Button>
        )
      }
    >
      <AlertForm key={edited?.id ?? `new ${item.Id}`} item={item} alert={edited} onSaved={() => setEdited(undefined)} />
      {edited === undefined && <Known item={item} onEdit={setEdited} />}
    </Sheet>
  )
}

function Known({ item, onEdit }: { readonly item: TradeItem; readonly onEdit: (alert: PriceAlert) => void }) {
  const t = useTranslate()
  const { data, error, isFetching, refetch } = usePriceAlerts()
  if (data === undefined)
    return error === null ? (
      <SkeletonRows count={1} />
    ) : (
      <ErrorState text={error.message} busy={isFetching} onRetry={() => void refetch()} />
    )
  const own = alertsOfInstrument(data.list, item.Id)
  return (
    <div className="-mx-4 mt-4">
      {own.length > 0 ? (
        <AlertRows alerts={own} onEdit={onEdit} />
      ) : (
        <p className="px-4 text-13 text-ink-muted">{t('price_alerts.empty_text')}</p>
      )}
      {data.list.length > own.length && (
        <Link to="/mine/price-alerts" className="flex touch items-center px-4 font-semibold text-accent">
          {t('price_alerts.all')}
        </Link>
      )}
    </div>
  )
}
