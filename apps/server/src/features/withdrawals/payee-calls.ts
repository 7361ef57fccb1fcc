/** The calls of customers about payees: what money may be sent to, in which currencies. */
import { moneyText } from '@veritick/contract'
import { type Handlers, say } from '../../calls/index.ts'
import { markedIfRepeated } from '../../services/idempotency/index.ts'
import { proofIn, requireSecondFactor } from '../accounts/index.ts'
import { withdrawalMethodOf } from '../approvals/index.ts'
import { wirePayee } from './answers.ts'
import type { Context } from './context.ts'
import type { PayeeRow } from './encryption.ts'
import { isPriceOld } from './price-age.ts'
import { payeesOf } from './queries.ts'

export function payeeHandlers(
  context: Context,
): Handlers<'drawSymbols' | 'drawMethods' | 'bindDrawMethod' | 'deleteDrawMethod'> {
  const { settings, withdrawals, store, runtime, encryption } = context
  const shownPayee = (row: PayeeRow) => wirePayee(row, runtime.guardedNow())

  return {
    drawSymbols: async ({ params }) => ({
      ok: true,
      data: settings
        .get('draw_currencies')
        .filter((currency) => currency.enabled && (params.type === undefined || currency.type === params.type))
        .map((currency) => ({
          id: currency.id,
          type: currency.type,
          code: currency.code,
          protocol: currency.protocol,
          draw_rate: currency.draw_rate,
          fee_type: currency.fee_type,
          usd_price: moneyText(currency.usd_price),
          price_old: isPriceOld(settings, currency, runtime.now()),
          trial: currency.trial,
        })),
    }),

    drawMethods: async ({ params, session }) => {
      const { draw_type: type, draw_id: currency } = params
      const own = await payeesOf({ db: store.db, encryption }, session.user)
      const method = type === undefined ? undefined : withdrawalMethodOf(type)
      const wanted = own.filter(
        (row) =>
          (method === undefined || row.method === method) && (currency === undefined || row.currency === currency),
      )
      return { ok: true, data: wanted.map(shownPayee) }
    },

    bindDrawMethod: async ({ params, session, browser, once, language }) => {
      const added = await withdrawals.addPayee({ ...params, session, browser, once })
      if (!added.ok) return added
      const { row, repeated } = added.value
      const reply = { ok: true, data: shownPayee(row), msg: say(language, 'messages.payee_bound') } as const
      return markedIfRepeated(reply, { repeated, language })
    },

    deleteDrawMethod: async ({ params, session, browser, language }) => {
      const factor = await requireSecondFactor(context, { session, browser, ...proofIn(params) })
      if (!factor.ok) return factor
      const deleted = await withdrawals.deletePayee({ user: session.user, payee: params.id })
      return deleted.ok ? { ok: true, data: null, msg: say(language, 'messages.payee_deleted') } : deleted
    },
  }
}
