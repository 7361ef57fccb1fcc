/** Calls about price alerts, for demo and real accounts. The bid of a published quote decides. */
import { z } from 'zod'
import { PRICE_ALERT_SIDES, PRICE_ALERTS } from '../price-alerts.ts'
import { decimal, flag, lineIfGiven, whole, word } from '../schemas/fields.ts'
import { priceAlert, priceAlertList } from '../schemas/price-alerts.ts'
import { ID_MAX } from '../schemas/values.ts'
import { type Call, none, POST, READ } from './call.ts'

const alert = whole({ min: 1, max: ID_MAX, description: 'The price alert' })
const terms = {
  side: word(PRICE_ALERT_SIDES, 'above: the bid reaches the price from below; below: from above'),
  price: decimal("Price at the instrument's decimals, which the last published bid has not reached"),
  repeat: flag('True: each time the bid crosses the price; false: once'),
  note: lineIfGiven({ max: PRICE_ALERTS.noteMax, description: 'A note of the customer' }),
}

export const PRICE_ALERT_CALLS = {
  priceAlertList: {
    ...READ,
    path: '/api/user/price_alerts',
    caller: 'user',
    doc: `All price alerts of the customer, newest first; at most ${PRICE_ALERTS.max}.`,
    request: none,
    answer: priceAlertList,
  },
  priceAlertAdd: {
    ...POST,
    path: '/api/user/price_alert_add',
    caller: 'user',
    doc: 'Adds a price alert. The same idempotency key adds it once.',
    request: z.object({ forex_id: whole({ min: 1, max: ID_MAX, description: 'Instrument' }), ...terms }),
    answer: priceAlert,
  },
  priceAlertChange: {
    ...POST,
    names: { record: 'price_alert', as: 'id' },
    path: '/api/user/price_alert_change',
    caller: 'user',
    doc: 'Replaces side, price, repetition and note of a price alert, and arms it. Idempotent.',
    request: z.object({ id: alert, ...terms }),
    answer: priceAlert,
  },
  priceAlertDelete: {
    ...POST,
    names: { record: 'price_alert', as: 'id' },
    path: '/api/user/price_alert_delete',
    caller: 'user',
    doc: 'Deletes a price alert.',
    request: z.object({ id: alert }),
    answer: z.null(),
  },
} as const satisfies Record<string, Call>
