/** The parts around chart and ticket in a wide window: the list, the orders, the separators and the shortcuts. */
import type { TradeItem } from '@veritick/contract'
import { select } from '../../data/selected.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { CHART_PERIODS } from '../trade/chartPeriods.ts'
import { choosePeriod } from '../trade/period.ts'
import { useCommand } from './commands.ts'
import { LIST_ID, ListPanel } from './ListPanel.tsx'
import { ORDERS_ID, OrdersPanel } from './OrdersPanel.tsx'
import { Separator } from './Separator.tsx'
import { stepped } from './shortcuts.ts'
import { useShortcuts } from './useShortcuts.ts'
import { TICKET_ID } from './WorkspaceFrame.tsx'

export function WorkspacePanels({
  items,
  selected,
}: {
  readonly items: readonly TradeItem[]
  readonly selected: string
}) {
  const t = useTranslate()
  useShortcuts()
  const step = (by: 1 | -1) => {
    const next = stepped(items, selected, by)
    if (next !== undefined) select(next.Code)
  }
  useCommand('next', () => step(1))
  useCommand('previous', () => step(-1))
  useCommand('period', (place) => {
    const period = CHART_PERIODS[place]
    if (period !== undefined) choosePeriod(period)
  })
  return (
    <>
      <ListPanel items={items} selected={selected} />
      <OrdersPanel />
      <section aria-label={t('wide.layout')} className="contents">
        <Separator panel="list" controls={LIST_ID} />
        <Separator panel="orders" controls={ORDERS_ID} />
        <Separator panel="ticket" controls={TICKET_ID} />
      </section>
    </>
  )
}
