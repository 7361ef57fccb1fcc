/** A page of candles as a chart asks for it, and what the running market adds to the stored ones. */
import type { InstrumentId, Millis, Period, Session } from '@veritick/domain'
import type { Candle } from './candles.ts'

export type CandleQuery = {
  readonly instrument: InstrumentId
  readonly period: Period
  /** Candles that open before this moment; `undefined`: up to the open one. */
  readonly before?: Millis | undefined
  readonly limit: number
  /** The asking network, for fair turns; `undefined`: the server itself. */
  readonly asker?: string | undefined
}

/** The candles and times that the running market adds to the stored candles of one instrument. */
export type Running = {
  readonly session: Session
  readonly clock: Millis
  readonly newest: Candle | undefined
  /** Closed and not stored yet. */
  readonly waiting: () => readonly Candle[]
}
