/** Rows of price alerts: a tap edits one, a swipe or the button deletes it. */
import type { PriceAlert } from '@veritick/contract'
import { useRef } from 'react'
import { call } from '../../data/api.ts'
import { priceAlertDeleted } from '../../data/priceAlerts.ts'
import { classes, Icon, SwipeRow, toast } from '../../design/index.ts'
import { formatMinute } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'

type Props = {
  readonly alerts: readonly PriceAlert[]
  readonly onEdit: (alert: PriceAlert) => void
  /** Rows of several instruments show the instrument. */
  readonly named?: boolean
}

export function AlertRows({ alerts, onEdit, named = false }: Props) {
  const t = useTranslate()
  const nameOf = ({ show_code, side, price }: PriceAlert) => `${show_code} ${t(`price_alerts.row_${side}`, { price })}`
  const deleting = useRef(new Set<number>())
  const remove = ({ id }: PriceAlert) => {
    // The server would refuse the second tap.
    if (deleting.current.has(id)) return
    deleting.current.add(id)
    // `call` shows a failure; the list then still has the alert.
    void call('priceAlertDelete', { id })
      .then(
        () => {
          priceAlertDeleted(id)
          toast({ text: t('price_alerts.deleted') })
        },
        () => undefined,
      )
      .finally(() => deleting.current.delete(id))
  }
  return (
    <ul aria-label={t('price_alerts.title')} className="divide-y divide-line border-y border-line">
      {alerts.map((alert) => (
        <li key={alert.id}>
          <SwipeRow label={t('price_alerts.delete_named', { name: nameOf(alert) })} onDelete={() => remove(alert)}>
            <button
              type="button"
              aria-label={t('price_alerts.edit_named', { name: nameOf(alert) })}
              onClick={() => onEdit(alert)}
              className="flex min-h-14 w-full items-center gap-3 py-2 ps-4 text-start -outline-offset-2 active:bg-fill"
            >
              <Icon.Bell
                size={20}
                className={classes('shrink-0', alert.state === 'done' ? 'text-ink-muted' : 'text-accent')}
              />
              <Facts alert={alert} named={named} />
            </button>
          </SwipeRow>
        </li>
      ))}
    </ul>
  )
}

function Facts({ alert, named }: { readonly alert: PriceAlert; readonly named: boolean }) {
  const t = useTranslate()
  const tag = useTag()
  const { show_code, side, price, repeat, note, state, fired_at, fired_price } = alert
  return (
    <span className="min-w-0 flex-1">
      <span className={classes('block tabular-nums', state === 'done' ? 'text-ink-soft' : 'font-semibold')}>
        {named && <bdi className="pe-2">{show_code}</bdi>}
        {t(`price_alerts.row_${side}`, { price })}
      </span>
      <span className="block text-13 text-ink-muted">{t(repeat ? 'price_alerts.every' : 'price_alerts.once')}</span>
      {fired_at !== null && fired_price !== null && (
        <span className="block text-13 text-ink-muted">
          {t('price_alerts.last', { price: fired_price, time: formatMinute(fired_at, { tag }) })}
        </span>
      )}
      {note !== '' && <bdi className="block text-13 text-ink-soft [overflow-wrap:anywhere]">{note}</bdi>}
    </span>
  )
}
