/** The bell in the header of the trade screen: opens the price alerts of the instrument. A visitor signs in first. */
import type { TradeItem } from '@veritick/contract'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { usePriceAlerts } from '../../data/priceAlerts.ts'
import { useSignedIn } from '../../data/session.ts'
import { Icon, IconButton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { signInPath } from '../../shell/guard.ts'
import { lazyPart } from '../../shell/lazyPart.tsx'
import { waitingCount } from './priceAlerts.ts'

const AlertSheet = lazyPart('price-alerts-sheet', async () => (await import('./AlertSheet.tsx')).AlertSheet, {
  waiting: null,
})

export function AlertBell({ item, className }: { readonly item: TradeItem; readonly className?: string }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const signedIn = useSignedIn()
  const waiting = waitingCount(usePriceAlerts().data?.list ?? [], item.Id)
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const show = () => {
    if (!signedIn) return void navigate(signInPath(`${pathname}?code=${item.Code}`))
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <IconButton
        label={t('price_alerts.open', { code: item.ShowCode })}
        aria-haspopup="dialog"
        onClick={show}
        {...(className !== undefined && { className })}
      >
        <span className="relative">
          <Icon.Bell size={20} />
          {waiting > 0 && (
            <span
              aria-hidden="true"
              className="absolute -end-1 -top-1 size-2.5 rounded-full border-2 border-surface bg-accent"
            />
          )}
        </span>
      </IconButton>
      {wanted && <AlertSheet item={item} open={open} onOpenChange={setOpen} />}
    </>
  )
}
