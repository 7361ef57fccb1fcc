/**
 * Positions, pending orders and history under the chart: the lists, the sheet and the address of /order, with rows as a
 * table. For a visitor it explains the first step.
 */
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useOrders } from '../../data/queries.ts'
import { useSignedIn } from '../../data/session.ts'
import { Button, classes, LinkButton, TabPanel, Tabs, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { signInPath } from '../../shell/guard.ts'
import { useStartDemo } from '../../shell/useStartDemo.ts'
import { CloseAllButton } from '../closeAll/CloseAllButton.tsx'
import { CloseAllSheet } from '../closeAll/CloseAllSheet.tsx'
import { FrozenNotice } from '../frozen/FrozenNotice.tsx'
import { OpenOrder } from '../orders/OpenOrder.tsx'
import { TabLabel, useCloseWhenEnded } from '../orders/OrdersScreen.tsx'
import { NO_FILTER } from '../orders/orderFilter.ts'
import { STATUS_OF_TAB, searchOf, TABS, type Tab } from '../orders/orders.ts'
import { useListed } from '../orders/useListed.ts'
import { type Show, usePlace } from '../orders/usePlace.ts'
import { useCommand } from './commands.ts'
import { OrderTable } from './OrderTable.tsx'

export const ORDERS_ID = 'workspace-orders'

export function OrdersPanel() {
  const t = useTranslate()
  const signedIn = useSignedIn()
  return (
    <section id={ORDERS_ID} aria-label={t('orders.title')} className="workspace-orders panel @container">
      {signedIn ? <Lists /> : <Visitor />}
    </section>
  )
}

function Lists() {
  const t = useTranslate()
  const { place, show } = usePlace()
  const open = useOpen(show)
  const lists = {
    holding: useOrders(STATUS_OF_TAB.holding),
    pending: useOrders(STATUS_OF_TAB.pending),
    history: useOrders(STATUS_OF_TAB.history),
  }
  const listed = useListed(place.tab, NO_FILTER, lists[place.tab])
  const box = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<number>()
  useCloseWhenEnded(place, show)
  const row = (id: number) => box.current?.querySelector(`[data-order="${id}"]`)
  useCommand('orders', () => {
    const rows = box.current?.querySelectorAll<HTMLElement>('[data-order] [data-open]') ?? []
    const first = [...rows].find((each) => each.closest(`[data-order="${chosen}"]`)) ?? rows[0]
    const tab = box.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
    ;(first ?? tab)?.focus()
  })
  useCommand('close', () => {
    const button = chosen === undefined ? null : row(chosen)?.querySelector<HTMLElement>('[data-close] button')
    if (button) button.click()
    else toast({ text: t('wide.none_selected') })
  })
  const count = (tab: Tab) => lists[tab].data?.pages[0]?.total ?? 0
  return (
    <div ref={box} className="flex min-h-0 flex-1 flex-col">
      <FrozenNotice />
      <Tabs
        look="line"
        label={t('orders.tabs')}
        value={place.tab}
        onValueChange={(tab) => show({ tab, order: undefined, proof: false })}
        className="shrink-0"
        items={TABS.map((tab) => ({ value: tab, label: <TabLabel tab={tab} count={count(tab)} /> }))}
      >
        {TABS.map((tab) => (
          <TabPanel key={tab} value={tab} className="flex min-h-0 flex-1 flex-col outline-none">
            {tab !== 'history' && count(tab) > 0 && (
              <div className={CLOSE_ALL}>
                <CloseAllButton verb={tab === 'pending' ? 'cancel' : 'close'} number={count(tab)} />
              </div>
            )}
            <OrderTable
              tab={tab}
              list={lists[tab]}
              chosen={chosen}
              onChoose={setChosen}
              onOpen={(order) => open({ tab, order, proof: false })}
            />
          </TabPanel>
        ))}
      </Tabs>
      <OpenOrder place={place} lists={lists} listed={listed} show={show} />
      <CloseAllSheet />
    </div>
  )
}

/** On the line of the tabs if both fit, because the panel is low and needs its height for rows. */
const CLOSE_ALL = classes(
  'flex shrink-0 justify-end px-3 py-1',
  '@2xl:absolute @2xl:end-0 @2xl:top-0 @2xl:px-2 @2xl:py-0.5',
)

/** Opens a sheet over the address of its list, so that going back closes the sheet. */
function useOpen(show: Show): Show {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (place) => {
    const list = searchOf({ ...place, order: undefined })
    if (pathname !== ORDERS_PATH) void navigate({ pathname: ORDERS_PATH, search: list }, { replace: true })
    show(place)
  }
}
const ORDERS_PATH = '/order'

function Visitor() {
  const t = useTranslate()
  const { busy, start } = useStartDemo()
  return (
    <div className="flex min-h-0 flex-1 flex-wrap content-center items-center justify-center gap-4 overflow-y-auto p-4">
      <p className="text-ink-soft">{t('trade.sign_in_to_trade')}</p>
      <LinkButton to={signInPath('/trade')} tone="plain">
        {t('trade.sign_in')}
      </LinkButton>
      <Button busy={busy} onClick={start}>
        {t('home.practise_start')}
      </Button>
    </div>
  )
}
