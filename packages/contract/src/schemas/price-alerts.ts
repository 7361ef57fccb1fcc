/** A price alert of the customer. */
import { z } from 'zod'
import { PRICE_ALERT_SIDES, PRICE_ALERT_STATES } from '../price-alerts.ts'
import { count, id, moment, price } from './values.ts'

export const priceAlert = z.object({
  id,
  forex_id: id,
  code: z.string(),
  show_code: z.string(),
  side: z
    .literal(PRICE_ALERT_SIDES)
    .meta({ description: 'above: fires at a bid of this price or more; below: or less' }),
  price,
  repeat: z.boolean().meta({ description: 'Fires each time the bid crosses the price; otherwise once' }),
  note: z.string(),
  state: z.literal(PRICE_ALERT_STATES),
  fired_at: moment.nullable().meta({ description: 'Market time of the quote that it fired on last' }),
  fired_price: price.nullable().meta({ description: 'The bid of that quote' }),
})

export const priceAlertList = z.object({ list: z.array(priceAlert), max: count })
