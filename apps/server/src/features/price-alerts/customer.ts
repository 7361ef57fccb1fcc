/** The calls of customers about price alerts: list, add, change, delete. */
import { PRICE_ALERTS } from '@veritick/contract'
import { must } from '@veritick/domain'
import { type Handlers, type Refusal, refuse } from '../../calls/index.ts'
import type { MarketItem } from '../../market/index.ts'
import { markedIfRepeated } from '../../services/idempotency/index.ts'
import { instrumentOf, readPrice } from '../orders/index.ts'
import type { Context } from './context.ts'
import { type AlertTerms, wireAlert } from './rows.ts'

type Names = 'priceAlertList' | 'priceAlertAdd' | 'priceAlertChange' | 'priceAlertDelete'
type AlertParams = {
  readonly side: AlertTerms['side']
  readonly price: string
  readonly repeat: boolean
  readonly note?: string | undefined
}

export function priceAlertHandlers({ core, market, priceAlerts }: Context): Handlers<Names> {
  const itemOf = (instrument: number) => market.items().find(({ entry }) => entry.terms.id === instrument)
  return {
    priceAlertList: async ({ session }) => {
      const rows = await priceAlerts.list(session.user)
      const list = rows.flatMap((row) => {
        // An instrument that has left the catalogue has no price to wait for.
        const item = itemOf(row.instrument)
        return item === undefined ? [] : [wireAlert(row, item.entry)]
      })
      return { ok: true, data: { list, max: PRICE_ALERTS.max } }
    },

    priceAlertAdd: async ({ session: { user, account }, params, once, language }) => {
      const request = { user, account, instrument: params.forex_id, once }
      const done = await priceAlerts.add(request, (item) => readTerms(item, params))
      if (!done.ok) return done
      const { row, repeated } = done.value
      const entry = must(await instrumentOf({ core, market }, row.instrument), 'an alert is of a known instrument')
      return markedIfRepeated({ ok: true, data: wireAlert(row, entry) }, { repeated, language })
    },

    priceAlertChange: async ({ session: { user }, params }) => {
      const done = await priceAlerts.change({ user, alert: params.id }, (item) => readTerms(item, params))
      if (!done.ok) return done
      const item = itemOf(done.value.instrument)
      return item === undefined ? refuse('instrument_unknown') : { ok: true, data: wireAlert(done.value, item.entry) }
    },

    priceAlertDelete: async ({ session: { user }, params }) => {
      const done = await priceAlerts.remove({ user, alert: params.id })
      return done.ok ? { ok: true, data: null } : done
    },
  }
}

function readTerms(
  { entry }: MarketItem,
  { side, price: text, repeat: repeats, note = '' }: AlertParams,
): { readonly ok: true; readonly value: AlertTerms } | Refusal {
  const price = readPrice(text, entry.terms.pricePrecision, 'price')
  if (!price.ok) return price
  if (price.value === undefined) return refuse('price_not_positive', 'price')
  return { ok: true, value: { side, price: price.value, repeats, note: note.trim() } }
}
