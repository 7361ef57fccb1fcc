/** A price alert of the tests: repeating, above 1.09000 of EUR/USD. */
import type { PriceAlert } from '@veritick/contract'

export const alert = (id: number, changes: Partial<PriceAlert> = {}): PriceAlert => ({
  id,
  forex_id: 1,
  code: 'EURUSD',
  show_code: 'EUR/USD',
  side: 'above',
  price: '1.09000',
  repeat: true,
  note: 'sell',
  state: 'armed',
  fired_at: null,
  fired_price: null,
  ...changes,
})
