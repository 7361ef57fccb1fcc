/**
 * Stop-loss and take-profit in one line above the button of the ticket, while their fields are scrolled out of sight. A
 * tap shows the fields. Beside the chart the line covers the end of the fields, and is left out while both are off.
 */
import { priceText } from '@veritick/contract'
import type { Points } from '@veritick/domain'
import { type RefObject, useEffect, useState } from 'react'
import { classes, Icon } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import type { TicketFaults } from './faults.ts'
import type { LevelName } from './levelUnits.ts'
import { read, type TicketForm, type TicketMarket, type TicketTerms } from './ticket.ts'

type Props = {
  readonly fields: RefObject<HTMLElement | null>
  readonly form: TicketForm
  readonly terms: TicketTerms
  readonly market: TicketMarket
  readonly faults: TicketFaults
}

export function LevelHint({ fields, ...ticket }: Props) {
  const isHidden = useIsHidden(fields)
  const show = () => {
    fields.current?.scrollIntoView({ block: 'center' })
    fields.current?.querySelector<HTMLElement>('[role=switch]')?.focus({ preventScroll: true })
  }
  return isHidden ? <LevelLine {...ticket} onShow={show} /> : null
}

/** "SL 1.08200 · TP off". */
export function LevelLine({
  form,
  terms,
  market,
  faults,
  onShow,
}: Omit<Props, 'fields'> & { readonly onShow: () => void }) {
  const t = useTranslate()
  const prices = read(form, terms, market)
  const text = (level: LevelName): string => {
    const price: Points | undefined = prices[level]
    if (!form[level].on) return t('orders.off')
    return price === undefined ? '–' : priceText(price, terms.pricePrecision)
  }
  const line = [
    t('trade.line_stop_loss', { amount: text('stopLoss') }),
    t('trade.line_take_profit', { amount: text('takeProfit') }),
  ].join(' · ')
  const isFaulty = faults.stopLoss !== undefined || faults.takeProfit !== undefined
  return (
    <button
      type="button"
      aria-label={`${t('orders.edit_title')}: ${line}`}
      onClick={onShow}
      className={classes(
        'flex touch w-full items-center justify-center gap-1.5 rounded-control bg-fill px-3 low:hidden big:hidden',
        'dense:sticky dense:bottom-0 dense:z-1 dense:min-h-8',
        'dense:after:absolute dense:after:-inset-y-1.5 dense:after:inset-x-0',
        'text-13 font-semibold tabular-nums',
        isFaulty ? 'text-danger' : 'text-ink-soft',
      )}
    >
      {isFaulty && <Icon.Warning size={18} />}
      {line}
      <Icon.Down size={18} className="text-ink-muted" />
    </button>
  )
}

/** A pixel of the last line may be cut by rounding. */
const FULLY_SEEN = 0.98

/** Whether the element is not completely in the visible part of the ticket. */
function useIsHidden(element: RefObject<HTMLElement | null>): boolean {
  const [isHidden, setIsHidden] = useState(false)
  useEffect(() => {
    const target = element.current
    if (target === null) return
    const observer = new IntersectionObserver(
      (entries) => setIsHidden((entries.at(-1)?.intersectionRatio ?? 1) < FULLY_SEEN),
      { threshold: [0, FULLY_SEEN] },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return isHidden
}
