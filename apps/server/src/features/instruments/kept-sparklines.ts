/**
 * The small charts of lists as they go out. The answer is the same for all who ask, so it is kept as bytes for a short
 * time: otherwise the store would be read for each request of a visitor.
 */
import { type CallData, type PeriodName, priceText } from '@veritick/contract'
import type { InstrumentId } from '@veritick/domain'
import { envelopeOf, type Success } from '../../calls/index.ts'
import type { MarketItem } from '../../market/index.ts'
import type { Context } from './context.ts'

/** The same answer for this long. The shortest candle has a minute. */
export const SPARKLINE_KEPT_MS = 2_000

type Answer = Success<CallData<'abbreviatedCacheKline'>>
type Wanted = { readonly item: MarketItem; readonly period: PeriodName; readonly from: string }

export function keptSparklines({ market, monotonicClock }: Pick<Context, 'market' | 'monotonicClock'>) {
  /** One for each instrument and period at most. */
  const kept = new Map<string, { readonly answer: Answer; readonly madeAt: number }>()
  /** Of each network alone: a page that waits in the line of one network must not delay the others. */
  const underWay = new Map<string, Promise<Answer>>()

  async function make({ item, period, from }: Wanted): Promise<Answer> {
    const { id, pricePrecision } = item.entry.terms
    const points = await market.sparkline({ instrument: id, period, asker: from })
    const data = points.map(({ time, close }) => ({ Time: time, Close: priceText(close, pricePrecision) }))
    return { ok: true, data, bytes: Buffer.from(envelopeOf({ ok: true, data }, 'en')) }
  }

  async function keep(key: string, wanted: Wanted): Promise<Answer> {
    const answer = await make(wanted)
    kept.set(key, { answer, madeAt: monotonicClock() })
    return answer
  }

  return (wanted: Wanted): Promise<Answer> => {
    const key = keyOf(wanted.item.entry.terms.id, wanted.period)
    const known = kept.get(key)
    if (known !== undefined && monotonicClock() - known.madeAt < SPARKLINE_KEPT_MS) return Promise.resolve(known.answer)
    const ownKey = `${key} ${wanted.from}`
    const running = underWay.get(ownKey)
    if (running !== undefined) return running
    const made = keep(key, wanted).finally(() => underWay.delete(ownKey))
    underWay.set(ownKey, made)
    return made
  }
}

const keyOf = (instrument: InstrumentId, period: PeriodName): string => `${instrument} ${period}`
