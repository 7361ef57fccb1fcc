/** The calls about money that goes out, and about where it may go. */
import { moneyText, PAGE_SIZE } from '@veritick/contract'
import { micros } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import { envelopeOf, type Handlers, say } from '../../calls/index.ts'
import { DAY_MS } from '../../services/clock/index.ts'
import { personOf, proofIn, requireSecondFactor, withdrawalsHeldUntil } from '../accounts/index.ts'
import { identityStatus } from '../identity/index.ts'
import { readUsd } from '../money/index.ts'
import { wirePayee, wireWithdrawal } from './answers.ts'
import type { Context } from './context.ts'
import type { PayeeRow, WithdrawalRow } from './encryption.ts'
import { payeesOf, withdrawalPage, withdrawalSums } from './queries.ts'
import { usualOfWithdrawal } from './review-duration.ts'

type Names =
  | 'drawSymbols'
  | 'drawTerms'
  | 'draw'
  | 'drawCancel'
  | 'drawList'
  | 'drawMethods'
  | 'bindDrawMethod'
  | 'deleteDrawMethod'

export function withdrawalHandlers(context: Context): Handlers<Names> {
  const { settings, withdrawals, store, runtime, encryption } = context
  const usual = () => usualOfWithdrawal(context)
  const shown = async (row: WithdrawalRow, language: Language) =>
    wireWithdrawal(row, { language, usualMinutes: await usual() })
  const shownPayee = (row: PayeeRow) => wirePayee(row, runtime.now())

  return {
    drawSymbols: async ({ params }) => ({
      ok: true,
      data: settings
        .get('draw_currencies')
        .filter((currency) => currency.enabled && (params.type === undefined || currency.type === params.type))
        .map(({ id, type, code, protocol, draw_rate, fee_type, usd_price }) => ({
          id,
          type,
          code,
          protocol,
          draw_rate,
          fee_type,
          usd_price: moneyText(usd_price),
        })),
    }),

    drawTerms: async ({ session }) => {
      const { user } = session
      const now = runtime.now()
      const until = withdrawalsHeldUntil(context, await personOf(store.db, user))
      const { amount } = await withdrawalSums(store.db, { user, since: now - DAY_MS })
      return {
        ok: true,
        data: {
          identity_status: await identityStatus(store.db, user),
          minimum: moneyText(settings.get('draw_min_usd')),
          left_today: moneyText(micros(Math.max(0, settings.get('draw_max_day_usd') - amount))),
          held_until: until === undefined ? null : new Date(until).toISOString(),
          payee_hold_hours: settings.get('payee_hold_hours'),
          usual_minutes: await usual(),
        },
      }
    },

    draw: async ({ params, session, once, language }) => {
      const amount = readUsd(params.number, 'number')
      if (!amount.ok) return amount
      const drawn = await withdrawals.ask({
        session,
        once,
        currency: params.draw_currency_id,
        payee: params.draw_method_id,
        amount: amount.value,
        memo: params.memo ?? '',
        ...proofIn(params),
      })
      if (!drawn.ok) return drawn
      const { row, repeated } = drawn.value
      const reply = {
        ok: true,
        data: await shown(row, language),
        msg: say(language, 'messages.draw_requested'),
      } as const
      return repeated ? { ok: 'stored', text: envelopeOf(reply, language), repeated } : reply
    },

    drawCancel: async ({ params, session, language }) => {
      const factor = await requireSecondFactor(context, { session, ...proofIn(params) })
      if (!factor.ok) return factor
      const cancelled = await withdrawals.cancel({ user: session.user, withdrawal: params.id })
      if (!cancelled.ok) return cancelled
      return { ok: true, data: await shown(cancelled.value, language), msg: say(language, 'messages.draw_taken_back') }
    },

    drawList: async ({ params, session, language }) => {
      const { rows, total } = await withdrawalPage(
        { db: store.db, encryption },
        {
          user: session.user,
          type: params.type,
          page: params.page ?? 1,
          size: PAGE_SIZE,
        },
      )
      const minutes = await usual()
      return {
        ok: true,
        data: { data: rows.map((row) => wireWithdrawal(row, { language, usualMinutes: minutes })), total },
      }
    },

    drawMethods: async ({ params, session }) => {
      const { draw_type: type, draw_id: currency } = params
      const own = await payeesOf({ db: store.db, encryption }, session.user)
      const wanted = own.filter(
        (row) => (type === undefined || row.type === type) && (currency === undefined || row.currency === currency),
      )
      return { ok: true, data: wanted.map(shownPayee) }
    },

    bindDrawMethod: async ({ params, session, once, language }) => {
      const bound = await withdrawals.bind({ ...params, session, once })
      if (!bound.ok) return bound
      const { row, repeated } = bound.value
      const reply = { ok: true, data: shownPayee(row), msg: say(language, 'messages.payee_bound') } as const
      return repeated ? { ok: 'stored', text: envelopeOf(reply, language), repeated } : reply
    },

    deleteDrawMethod: async ({ params, session, language }) => {
      const factor = await requireSecondFactor(context, { session, ...proofIn(params) })
      if (!factor.ok) return factor
      const deleted = await withdrawals.unbind({ user: session.user, payee: params.id })
      return deleted.ok ? { ok: true, data: null, msg: say(language, 'messages.payee_deleted') } : deleted
    },
  }
}
