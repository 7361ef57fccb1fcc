/**
 * Feeds the chart: the newest page of candles first, older ones while it is dragged back, the open candle live. An
 * answer for another instrument or period is dropped.
 */
import type { PeriodName, TradeItem } from '@veritick/contract'
import type { DataLoader, KLineData } from 'klinecharts'
import { onCandle } from '../../data/live.ts'
import { readCandles } from '../../data/queries.ts'
import { barOf, CANDLES_A_PAGE } from './candles.ts'

export type ChartState = 'loading' | 'ready' | 'empty' | 'failed'

export type Feed = {
  readonly loader: DataLoader
  /** Instrument and period of the next requests. */
  readonly aim: (target: { readonly item: TradeItem; readonly period: PeriodName }) => void
  readonly stop: () => void
}

export function createFeed(tell: (state: ChartState) => void): Feed {
  let target: { readonly item: TradeItem; readonly period: PeriodName } | undefined
  let asked = 0
  let push: ((bar: KLineData) => void) | undefined
  const stop = onCandle(({ symbol, kline }) => {
    if (symbol !== target?.item.Code || kline.Period !== target.period || push === undefined) return
    push(barOf(kline))
    tell('ready')
  })
  const loader: DataLoader = {
    getBars: async ({ type, timestamp, callback }) => {
      if (target === undefined || type === 'backward' || type === 'update') return callback([], false)
      if (type === 'init') asked += 1
      const mine = asked
      const older = type === 'forward' && timestamp !== null
      if (!older) tell('loading')
      try {
        const page = await readCandles({
          instrument: target.item.Id,
          period: target.period,
          limit: CANDLES_A_PAGE,
          before: older ? timestamp : undefined,
        })
        if (mine !== asked) return
        callback(page.map(barOf), { forward: page.length === CANDLES_A_PAGE, backward: false })
        if (!older) tell(page.length === 0 ? 'empty' : 'ready')
      } catch {
        if (mine !== asked) return
        callback([], { forward: older, backward: false })
        if (!older) tell('failed')
      }
    },
    subscribeBar: ({ callback }) => {
      push = callback
    },
    unsubscribeBar: () => {
      push = undefined
    },
  }
  return {
    loader,
    aim: (next) => {
      if (target?.item.Id === next.item.Id && target.period === next.period) return
      target = next
      push = undefined
    },
    stop: () => {
      asked += 1
      stop()
    },
  }
}
