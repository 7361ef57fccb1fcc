/** The calls of customers about price alerts: list, add, change, delete. */
import { PRICE_ALERTS } from '@veritick/contract'
import { type Handlers, type Refusal, refuse } from '../../calls/index.ts'
import type { MarketItem } from '../../market/index.ts'
import { answerOnce } from '../../services/idempotency/index.ts'
import { readPrice } from '../orders/index.ts'
import type { Context } from './context.ts'
import { type AlertTerms, alertsOf, wireAlert } from './rows.ts'

type Names = 'priceAlertList' | 'priceAlertAdd' | 'priceAlertChange' | 'priceAlertDelete'
type Asked = {
  readonly side: AlertTerms['side']
  readonly price: string
  readonly repeat: boolean
  readonly note?: string | undefined
}

export function priceAlertHandlers({ market, store, priceAlerts }: Context): Handlers<Names> {
  const itemOf = (instrument: number) => market.items().find(({ entry }) => entry.terms.id === instrument)
  return {
    priceAlertList: async ({ session }) => {
      const rows = await alertsOf(store.db, session.user)
      const list = rows.flatMap((row) => {
        // An instrument that has left the catalogue has no price to wait for.
        const item = itemOf(row.instrument)
        return item === undefined ? [] : [wireAlert(row, item)]
      })
      return { ok: true, data: { list, max: PRICE_ALERTS.max } }
    },

    priceAlertAdd: async ({ session: { user, account }, params, once, language }) => {
      const item = itemOf(params.forex_id)
      if (item === undefined) return refuse('instrument_unknown', 'forex_id')
      const terms = readTerms(item, params)
      if (!terms.ok) return terms
      const done = await priceAlerts.add({ user, account, item, terms: terms.value, once })
      if (!done.ok) return done
      const { row, repeated } = done.value
      return answerOnce({ ok: true, data: wireAlert(row, item) }, { repeated, language })
    },

    priceAlertChange: async ({ session: { user }, params }) => {
      const done = await priceAlerts.change({ user, alert: params.id }, (item) => readTerms(item, params))
      if (!done.ok) return done
      const item = itemOf(done.value.instrument)
      return item === undefined ? refuse('instrument_unknown') : { ok: true, data: wireAlert(done.value, item) }
    },

    priceAlertDelete: async ({ session: { user }, params }) => {
      const done = await priceAlerts.remove({ user, alert: params.id })
      return done.ok ? { ok: true, data: null } : done
    },
  }
}

function readTerms(
  { entry }: MarketItem,
  { side, price: text, repeat: repeats, note = '' }: Asked,
): { readonly ok: true; readonly value: AlertTerms } | Refusal {
  const price = readPrice(text, entry.terms.pricePrecision, 'price')
  if (!price.ok) return price
  if (price.value === undefined) return refuse('price_not_positive', 'price')
  return { ok: true, value: { side, price: price.value, repeats, note: note.trim() } }
}
