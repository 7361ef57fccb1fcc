/** Highest and lowest bid of the trading day, from its candle: read once for the instrument, then live. */
import type { TradeItem } from '@veritick/contract'
import { useEffect, useState } from 'react'
import { onCandle } from '../../data/live.ts'
import { readCandles } from '../../data/screenQueries.ts'

export type DayRange = { readonly high: string; readonly low: string }

const DAY = '1day'

/** `undefined` until it is known. */
export function useDayRange({ Id, Code }: Pick<TradeItem, 'Id' | 'Code'>): DayRange | undefined {
  const [range, setRange] = useState<DayRange & { readonly code: string }>()
  useEffect(() => {
    let current = true
    const take = (candle: { readonly High: string; readonly Low: string } | undefined) =>
      candle !== undefined &&
      setRange((before) =>
        before?.code === Code && before.high === candle.High && before.low === candle.Low
          ? before
          : { code: Code, high: candle.High, low: candle.Low },
      )
    readCandles({ instrument: Id, period: DAY, limit: 1 })
      .then((candles) => current && take(candles.at(-1)))
      // Then the header has no range; the chart shows the lost connection.
      .catch(() => undefined)
    const leave = onCandle(({ symbol, kline }) => symbol === Code && kline.Period === DAY && take(kline))
    return () => {
      current = false
      leave()
    }
  }, [Id, Code])
  return range?.code === Code ? range : undefined
}
