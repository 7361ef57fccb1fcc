/** A quote as the market publishes it. */
import type { Millis, Points } from '@veritick/domain'

/** A published quote. `seq` is our own number, rising for ever. */
export type MarketQuote = { readonly seq: number; readonly bid: Points; readonly ask: Points; readonly time: Millis }
