/** The feed of the chart reports a changed state once for any number of candles. */
import type { TradeItem } from '@veritick/contract'
import type { DataLoaderSubscribeBarParams, KLineData } from 'klinecharts'
import { expect, it } from 'vitest'
import { takeCandle } from '../../data/live.ts'
import { ChartFeed, type ChartState } from './chartFeed.ts'

const ITEM = { Id: 1, Code: 'EURUSD' } as TradeItem
const CANDLE = { Open: '1.08500', High: '1.08520', Low: '1.08490', Close: '1.08510', Volume: 3 }
const MINUTE = 60_000

it('a thousand candles are drawn, and the ready state is reported once', () => {
  const told: ChartState[] = []
  const drawn: KLineData[] = []
  const feed = new ChartFeed((state) => told.push(state))
  feed.aim({ item: ITEM, period: '1min' })
  const callback = (bar: KLineData) => void drawn.push(bar)
  feed.loader.subscribeBar?.({ callback } as DataLoaderSubscribeBarParams)
  for (let place = 0; place < 1000; place += 1)
    takeCandle({ symbol: 'EURUSD', kline: { Period: '1min', Time: MINUTE * place, ...CANDLE } })
  expect(drawn).toHaveLength(1000)
  expect(told).toEqual(['ready'])
  feed.stop()
})
