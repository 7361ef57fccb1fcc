/**
 * /order: the card of the account, the three lists, and the sheets over them. The URL keeps list, open order and proof,
 * so that a reload and the back button restore the state.
 */
import { useEffect, useRef, useState } from 'react'
import { onOrdersClosed } from '../../data/connection.ts'
import { useAccount, useConnection } from '../../data/live.ts'
import { queries } from '../../data/queries.ts'
import { useOrders } from '../../data/screenQueries.ts'
import { TabPanel, Tabs } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { AccountButton } from '../../shell/AccountButton.tsx'
import { PlainHeader, Screen } from '../../shell/Screen.tsx'
import { CloseAllButton } from '../closeAll/CloseAllButton.tsx'
import { CloseAllSheet } from '../closeAll/CloseAllSheet.tsx'
import { FrozenNotice } from '../frozen/FrozenNotice.tsx'
import { TermsNotice } from '../legal/TermsNotice.tsx'
import { OpenOrder } from './OpenOrder.tsx'
import { OrderList } from './OrderList.tsx'
import { NO_FILTER, type OrderFilter } from './orderFilter.ts'
import { figuresOf, leftBecause, type Place, STATUS_OF_TAB, TABS, type Tab } from './orders.ts'
import { SummaryCard } from './SummaryCard.tsx'
import { useListed } from './useListed.ts'
import { type Show, usePlace } from './usePlace.ts'

const UNFILTERED: Readonly<Record<Tab, OrderFilter>> = { holding: NO_FILTER, pending: NO_FILTER, history: NO_FILTER }

export function OrdersScreen() {
  const t = useTranslate()
  const { place, show } = usePlace()
  const lists = {
    holding: useOrders(STATUS_OF_TAB.holding),
    pending: useOrders(STATUS_OF_TAB.pending),
    history: useOrders(STATUS_OF_TAB.history),
  }
  const account = useAccount()
  const lost = useConnection() === 'lost'
  useCloseWhenEnded(place, show)

  const [filters, setFilters] = useState(UNFILTERED)
  const listed = useListed(place.tab, filters[place.tab], lists[place.tab])
  const count = (tab: Tab) => lists[tab].data?.pages[0]?.total ?? 0
  const figures = figuresOf(place.tab, lists[place.tab].data?.pages[0], account)
  const header = (
    <PlainHeader title={t('orders.title')} className="pe-1.5!">
      <AccountButton />
    </PlainHeader>
  )
  return (
    <Screen title={t('orders.title')} header={header} marketNote onRefresh={queries.refreshOrders}>
      <div className={lost ? 'last-known' : ''}>
        <div className="px-3 pt-3 empty:hidden">
          <FrozenNotice />
          <TermsNotice />
        </div>
        <SummaryCard tab={place.tab} figures={figures} lost={lost} />
        <Tabs
          look="line"
          label={t('orders.tabs')}
          value={place.tab}
          onValueChange={(tab) => {
            queries.cutHistory()
            show({ tab, order: undefined, proof: false })
          }}
          className="sticky top-0 z-1"
          items={TABS.map((tab) => ({ value: tab, label: <TabLabel tab={tab} count={count(tab)} /> }))}
        >
          {TABS.map((tab) => (
            <TabPanel key={tab} value={tab} className="outline-none">
              <OrderList
                tab={tab}
                listed={listed}
                filter={filters[tab]}
                onFilter={(filter) => setFilters({ ...filters, [tab]: filter })}
                onOpen={(order) => show({ tab, order, proof: false })}
                action={
                  tab !== 'history' && (
                    <CloseAllButton verb={tab === 'pending' ? 'cancel' : 'close'} number={count(tab)} quiet />
                  )
                }
              />
            </TabPanel>
          ))}
        </Tabs>
      </div>
      <OpenOrder place={place} lists={lists} listed={listed} show={show} />
      <CloseAllSheet />
    </Screen>
  )
}

export function TabLabel({ tab, count }: { readonly tab: Tab; readonly count: number }) {
  const t = useTranslate()
  return (
    <>
      {t(`orders.tab_${tab}`)} {count > 0 && <bdi className="tabular-nums">{count}</bdi>}
    </>
  )
}

/** A push that ends the shown order closes its sheet; the notice of `endedNotices.ts` gives the reason. */
export function useCloseWhenEnded(place: Place, show: Show): void {
  const latest = useRef({ place, show })
  latest.current = { place, show }
  useEffect(
    () =>
      onOrdersClosed((push) => {
        const now = latest.current
        if (
          now.place.order === undefined ||
          now.place.tab === 'history' ||
          leftBecause(push, now.place.order) === undefined
        )
          return
        now.show({ tab: now.place.tab, order: undefined, proof: false })
      }),
    [],
  )
}
