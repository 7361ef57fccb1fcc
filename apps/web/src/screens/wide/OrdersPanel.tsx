/**
 * Positions, pending orders, history and the changes of the balance under the chart: the lists, the sheet and the
 * address of /order, with rows as a table. For a visitor it explains the first step.
 */
import type { EntryGroup } from '@veritick/contract'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useChanges } from '../../data/money.ts'
import { queries } from '../../data/queries.ts'
import { useOrders } from '../../data/screenQueries.ts'
import { useSignedIn } from '../../data/session.ts'
import { Button, classes, Icon, IconButton, LinkButton, TabPanel, Tabs, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { signInPath } from '../../shell/guard.ts'
import { useStartDemo } from '../../shell/useStartDemo.ts'
import { CloseAllButton } from '../closeAll/CloseAllButton.tsx'
import { CloseAllSheet } from '../closeAll/CloseAllSheet.tsx'
import { GROUPS } from '../history/period.ts'
import { StatementSheet } from '../history/StatementSheet.tsx'
import { OpenOrder } from '../orders/OpenOrder.tsx'
import { TabLabel, useCloseWhenEnded } from '../orders/OrdersScreen.tsx'
import { NO_FILTER } from '../orders/orderFilter.ts'
import { STATUS_OF_TAB, searchOf, TABS, type Tab } from '../orders/orders.ts'
import { useListed } from '../orders/useListed.ts'
import { type Show, usePlace } from '../orders/usePlace.ts'
import { useCommand } from './commands.ts'
import { DESK_TABS, LEDGER, useDeskTab } from './deskTab.ts'
import { LedgerTable } from './LedgerTable.tsx'
import { OrderTable } from './OrderTable.tsx'

export const ORDERS_ID = 'workspace-orders'

export function OrdersPanel() {
  const t = useTranslate()
  const signedIn = useSignedIn()
  const panel = useRef<HTMLElement>(null)
  const [isStarted, setIsStarted] = useState(false)
  // The button that had the focus is gone, and with it the focus.
  useEffect(() => {
    if (signedIn && isStarted && document.activeElement === document.body) panel.current?.focus()
  }, [signedIn, isStarted])
  return (
    <section
      ref={panel}
      id={ORDERS_ID}
      tabIndex={-1}
      aria-label={t('orders.title')}
      className="workspace-orders panel @container -outline-offset-2"
    >
      {signedIn ? <Lists /> : <Visitor onStart={() => setIsStarted(true)} />}
    </section>
  )
}

function Lists() {
  const t = useTranslate()
  const { place, show } = usePlace()
  const open = useOpen(show)
  const [tab, setTab] = useDeskTab(place.tab, show)
  const lists = {
    holding: useOrders(STATUS_OF_TAB.holding),
    pending: useOrders(STATUS_OF_TAB.pending),
    history: useOrders(STATUS_OF_TAB.history),
  }
  const listed = useListed(place.tab, NO_FILTER, lists[place.tab])
  const box = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<number>()
  useCloseWhenEnded(place, show)
  useCommands(box, chosen)
  const count = (of: Tab) => lists[of].data?.pages[0]?.total ?? 0
  return (
    <div ref={box} className="flex min-h-0 flex-1 flex-col">
      <Tabs
        look="line"
        label={t('orders.tabs')}
        value={tab}
        onValueChange={(next) => {
          queries.cutHistory()
          setTab(next)
        }}
        className={TABS_LINE}
        items={DESK_TABS.map((value) => ({
          value,
          label: value === LEDGER ? t('history.title') : <TabLabel tab={value} count={count(value)} />,
        }))}
      >
        {TABS.map((each) => (
          <TabPanel key={each} value={each} className={PANEL}>
            {each !== 'history' && count(each) > 0 && (
              <div className={classes(BESIDE_TABS, BUTTON_BESIDE_TABS, SMALL_BUTTON)}>
                <CloseAllButton verb={each === 'pending' ? 'cancel' : 'close'} number={count(each)} />
              </div>
            )}
            <OrderTable
              tab={each}
              list={lists[each]}
              chosen={chosen}
              onChoose={setChosen}
              onOpen={(order) => open({ tab: each, order, proof: false })}
              onFocusLost={() => setTimeout(() => document.activeElement === document.body && focusRow(box))}
            />
          </TabPanel>
        ))}
        <TabPanel value={LEDGER} className={PANEL}>
          <Ledger />
        </TabPanel>
      </Tabs>
      <OpenOrder place={place} lists={lists} listed={listed} show={show} />
      <CloseAllSheet />
    </div>
  )
}

/** The button of the order screen at the height of a tab. */
const SMALL_BUTTON =
  '[&>button]:min-h-8! [&>button]:rounded-control! [&>button]:px-3! [&>button]:py-0! [&>button]:text-13!'
const PANEL = 'flex min-h-0 flex-1 flex-col outline-none'

/** The shortcuts that go to a row, and that close the selected position. */
function useCommands(box: RefObject<HTMLDivElement | null>, chosen: number | undefined): void {
  const t = useTranslate()
  useCommand('orders', () => focusRow(box, chosen))
  useCommand('close', () => {
    const row = box.current?.querySelector(`[data-order="${chosen ?? ''}"]`)
    const button = row?.querySelector<HTMLElement>('[data-close] button')
    if (button) button.click()
    else toast({ text: t('wide.none_selected') })
  })
}

/** Focuses the chosen row, else the first one, else the tab. */
function focusRow(box: RefObject<HTMLElement | null>, chosen?: number): void {
  const rows = box.current?.querySelectorAll<HTMLElement>('tr [data-open]') ?? []
  const first = [...rows].find((each) => each.closest(`[data-order="${chosen}"]`)) ?? rows[0]
  const tab = box.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
  ;(first ?? tab)?.focus()
}

/** The changes of the balance; above them the choice of a kind, and the statement as a file. */
function Ledger() {
  const t = useTranslate()
  const [group, setGroup] = useState<EntryGroup>()
  const [isStating, setIsStating] = useState(false)
  return (
    <>
      <div className={classes(BESIDE_TABS, 'items-center gap-1')}>
        <select
          aria-label={t('history.kinds')}
          value={group ?? ''}
          onChange={({ target }) => setGroup(GROUPS.find((each) => each === target.value))}
          className="h-9 rounded-control bg-fill px-2 text-13 -outline-offset-2"
        >
          <option value="">{t('home.all')}</option>
          {GROUPS.map((each) => (
            <option key={each} value={each}>
              {t(`history.group_${each}`)}
            </option>
          ))}
        </select>
        <IconButton label={t('history.statement')} aria-haspopup="dialog" onClick={() => setIsStating(true)}>
          <Icon.Download size={20} />
        </IconButton>
      </div>
      <LedgerTable
        list={useChanges(group)}
        empty={t(group === undefined ? 'history.empty_text' : 'history.empty_group')}
      />
      <StatementSheet open={isStating} onOpenChange={setIsStating} />
    </>
  )
}

/** On the line of the tabs if both fit, because the panel is low and needs its height for rows. */
const BESIDE_TABS = classes(
  'flex shrink-0 justify-end px-3 py-1',
  '@3xl:absolute @3xl:end-0 @3xl:top-0 @3xl:h-11 @3xl:items-center @3xl:px-2 @3xl:py-0',
)

/** The button is smaller than the choice above the transactions, so it fits into the panel of a small window too. */
const BUTTON_BESIDE_TABS = classes(
  '@min-[37.5rem]:absolute @min-[37.5rem]:end-0 @min-[37.5rem]:top-0 @min-[37.5rem]:h-11 @min-[37.5rem]:items-center',
  '@min-[37.5rem]:px-2 @min-[37.5rem]:py-0',
)
/** Where the button covers the end of the tabs, because a list is long, the tabs scroll to the one with the focus. */
const TABS_LINE = classes(
  'no-scrollbar shrink-0 overflow-x-auto overflow-y-hidden *:shrink-0 @max-3xl:gap-3',
  '@min-[37.5rem]:@max-3xl:scroll-pe-44 @min-[37.5rem]:@max-3xl:pe-42',
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

function Visitor({ onStart }: { readonly onStart: () => void }) {
  const t = useTranslate()
  const { busy, start } = useStartDemo()
  return (
    <div className="flex min-h-0 flex-1 flex-wrap content-center items-center justify-center gap-4 overflow-y-auto p-4">
      <p className="text-ink-soft">{t('trade.sign_in_to_trade')}</p>
      <LinkButton to={signInPath('/trade')} tone="plain">
        {t('trade.sign_in')}
      </LinkButton>
      <Button
        busy={busy}
        onClick={() => {
          onStart()
          start()
        }}
      >
        {t('home.practise_start')}
      </Button>
    </div>
  )
}
