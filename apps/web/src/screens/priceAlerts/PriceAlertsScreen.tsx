/** /mine/price-alerts: all price alerts of the customer, of every instrument. */
import type { PriceAlert } from '@veritick/contract'
import { useState } from 'react'
import { usePriceAlerts } from '../../data/priceAlerts.ts'
import { useTradeList } from '../../data/queries.ts'
import { classes, Empty, ErrorState, Icon, LinkButton, Sheet, SkeletonRows } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { BackHeader, Screen } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { AlertForm } from './AlertForm.tsx'
import { AlertRows } from './AlertRows.tsx'

const SKELETON_ROWS = 3

export function PriceAlertsScreen() {
  const t = useTranslate()
  const { refetch } = usePriceAlerts()
  const title = t('price_alerts.title')
  return (
    <Screen title={title} header={<BackHeader title={title} />} onRefresh={refetch}>
      <List />
    </Screen>
  )
}

function List() {
  const t = useTranslate()
  const offline = useOffline() !== undefined
  const { data, error, isPending, isFetching, refetch } = usePriceAlerts()
  const [edited, setEdited] = useState<PriceAlert>()
  if (data === undefined && offline) return <OfflineState onRetry={() => void refetch()} />
  if (isPending) return <SkeletonRows count={SKELETON_ROWS} />
  if (data === undefined) return <ErrorState text={error?.message} busy={isFetching} onRetry={() => void refetch()} />
  const { list, max } = data
  if (list.length === 0)
    return (
      <Empty
        icon={<Icon.Bell />}
        title={t('price_alerts.empty')}
        text={`${t('price_alerts.empty_text')} ${t('price_alerts.empty_all')}`}
        action={<LinkButton to="/trade">{t('orders.empty_action')}</LinkButton>}
      />
    )
  return (
    <div className={classes(offline && 'last-known')}>
      <AlertRows alerts={list} onEdit={setEdited} named />
      <p className="px-4 py-3 text-13 text-ink-muted">{t('price_alerts.used', { used: list.length, max })}</p>
      <Editor alert={edited} onClose={() => setEdited(undefined)} />
    </div>
  )
}

/** The editor keeps its alert while it closes. */
function Editor({ alert, onClose }: { readonly alert: PriceAlert | undefined; readonly onClose: () => void }) {
  const t = useTranslate()
  const items = useTradeList().data
  const [last, setLast] = useState(alert)
  if (alert !== undefined && alert !== last) setLast(alert)
  const item = items?.find(({ Id }) => Id === last?.forex_id)
  return (
    <Sheet
      open={alert !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={`${t('price_alerts.edit')}: ${last?.show_code ?? ''}`}
    >
      {item !== undefined && <AlertForm key={last?.id} item={item} alert={last} onSaved={onClose} />}
    </Sheet>
  )
}
