/**
 * Pages of candles as they go out, kept as bytes for as long as the market gives the same page. The text of 500 candles
 * would otherwise be made for each request, while orders wait.
 */
import type { CallData } from '@veritick/contract'
import { envelopeOf, type Success } from '../../calls/index.ts'
import type { Candle, MarketItem } from '../../market/index.ts'
import { wireCandle } from './instruments.ts'

type Answer = Success<CallData<'kline'>>

export function keptCandles() {
  /** The market bounds the pages that it keeps, and these bytes with them (market/kept-pages.ts). */
  const kept = new WeakMap<readonly Candle[], Answer>()
  return (page: readonly Candle[], { entry }: MarketItem): Answer => {
    const known = kept.get(page)
    if (known !== undefined) return known
    const data = page.map((candle) => wireCandle(candle, entry.terms.pricePrecision))
    const answer = { ok: true as const, data, bytes: Buffer.from(envelopeOf({ ok: true, data }, 'en')) }
    kept.set(page, answer)
    return answer
  }
}
