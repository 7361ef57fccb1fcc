/** The rows of a list in their order. An order by price is refreshed at intervals. */
import { MARKET_STATUS, type TradeItem } from '@veritick/contract'
import { useEffect, useMemo, useState } from 'react'
import { useFavourites, useListOrder, useRecent } from '../../data/lists.ts'
import { quoteNow, quoteOfItem } from '../../data/live.ts'
import { arranged, type DayPrice, followsPrices, type Shown } from './lists.ts'

/** Long enough to read a row and tap it. */
const ORDER_MILLIS = 10_000

export function useArranged(items: readonly TradeItem[], shown: Shown): readonly TradeItem[] {
  const order = useListOrder()
  const favourites = useFavourites()
  const recent = useRecent()
  const turn = useTurn(followsPrices({ shown, order }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn takes the prices anew
  return useMemo(() => {
    const known = new Map(items.map((item) => [item.Code, item]))
    const priceOf = (code: string): DayPrice => {
      const item = known.get(code)
      const quote = quoteNow(code) ?? (item && quoteOfItem(item))
      return { change: quote?.change, open: quote?.status === MARKET_STATUS.open }
    }
    return arranged(items, { shown, order, favourites, recent, priceOf })
  }, [items, shown, order, favourites, recent, turn])
}

function useTurn(running: boolean): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setTurn((before) => before + 1), ORDER_MILLIS)
    return () => clearInterval(timer)
  }, [running])
  return turn
}
