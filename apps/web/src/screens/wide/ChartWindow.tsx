/**
 * /chart: one instrument's chart in a separate window, with only its header, whose name opens the list of instruments.
 * Several chart windows work side by side: each has its own connection with the topic of its candles, and does not
 * change the stored instrument and period of other windows.
 */
import type { TradeItem } from '@veritick/contract'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CallFailed } from '../../data/api.ts'
import { useConnection, useQuote } from '../../data/live.ts'
import { useTradeList } from '../../data/queries.ts'
import { rowOf } from '../../data/rows.ts'
import { Empty, ErrorState, isLayerOnTop, LinkButton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { BackHeader, Screen } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { ChartArea } from '../trade/ChartArea.tsx'
import { ChartSkeleton } from '../trade/ChartSkeleton.tsx'
import { InstrumentDrawer } from '../trade/InstrumentDrawer.tsx'
import { useInstrumentOrders } from '../trade/instrumentOrders.ts'
import { showPeriod, usePeriod } from '../trade/period.ts'
import { TradeHeader } from '../trade/TradeHeader.tsx'
import { chartWindowAddress, itemOfAddress, readTradeAddress } from '../trade/tradeAddress.ts'
import { useDayRange } from '../trade/useDayRange.ts'

export function ChartWindow() {
  const t = useTranslate()
  const { data, error, isFetching, refetch } = useTradeList()
  const { search } = useLocation()
  const item = data && itemOfAddress(data, readTradeAddress(search).code)
  const offline = useOffline() !== undefined
  if (data !== undefined && item !== undefined) return <Shown key={item.Id} item={item} items={data} />
  return (
    <Screen title={t('trade.title')} header={<BackHeader title={t('trade.title')} />}>
      {data !== undefined ? (
        <Empty
          title={t('refusals.instrument_unknown')}
          action={<LinkButton to="/trade">{t('trade.title')}</LinkButton>}
        />
      ) : error ? (
        <ErrorState
          text={error instanceof CallFailed ? error.message : undefined}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : offline ? (
        <OfflineState onRetry={() => void refetch()} />
      ) : (
        <div className="relative flex-1 bg-surface">
          <ChartSkeleton />
        </div>
      )}
    </Screen>
  )
}

function Shown({ item, items }: { readonly item: TradeItem; readonly items: readonly TradeItem[] }) {
  const navigate = useNavigate()
  const period = usePeriod()
  const [choosing, setChoosing] = useState(false)
  const row = rowOf({ item, live: useQuote(item.Code), connection: useConnection() })
  const orders = useInstrumentOrders(item.Id)
  const day = useDayRange(item)
  useAddressPeriod(item.Code)
  const title = row.quote.close === undefined ? item.ShowCode : `${item.ShowCode} ${row.quote.close}`
  const header = <TradeHeader item={item} row={row} day={day} onOpenList={() => setChoosing(true)} />
  return (
    <Screen title={title} header={header} marketNote>
      <ChartArea item={item} orders={orders} ticket={undefined} day={day} />
      <InstrumentDrawer
        open={choosing}
        onOpenChange={setChoosing}
        items={items}
        selected={item.Code}
        // Other windows keep their instrument.
        onChoose={(code) => void navigate(chartWindowAddress({ code, period }), { replace: isLayerOnTop() })}
      />
    </Screen>
  )
}

/** Shows the period of the address first, and writes another choice to the address, so that a reload keeps it. */
function useAddressPeriod(code: string): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const period = usePeriod()
  const [named] = useState(() => readTradeAddress(search).period)
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (named !== undefined) showPeriod(named)
    setIsShown(true)
  }, [named])
  useEffect(() => {
    const address = chartWindowAddress({ code, period })
    if (isShown && address !== pathname + search) void navigate(address, { replace: true })
  }, [isShown, code, period, pathname, search, navigate])
}
