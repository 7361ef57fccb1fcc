/** The calls of customers about withdrawals. */
import { type CallData, moneyText, PAGE_SIZE } from '@veritick/contract'
import { micros, type UserId } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import { type Handlers, say } from '../../calls/index.ts'
import { DAY_MS } from '../../services/clock/index.ts'
import { markedIfRepeated } from '../../services/idempotency/index.ts'
import { personOf, proofIn, requireSecondFactor, withdrawalsHeldUntil } from '../accounts/index.ts'
import { reviewStatusCode, withdrawalMethodOf } from '../approvals/index.ts'
import { identityState } from '../identity/index.ts'
import { readUsd } from '../money/index.ts'
import { wireWithdrawal } from './answers.ts'
import type { Context } from './context.ts'
import type { WithdrawalRow } from './encryption.ts'
import { payeeHandlers } from './payee-calls.ts'
import { withdrawalSums } from './queries.ts'
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
  const { withdrawals } = context
  const usual = () => usualOfWithdrawal(context)
  const shown = async (row: WithdrawalRow, language: Language) =>
    wireWithdrawal(row, { language, usualMinutes: await usual() })

  return {
    ...payeeHandlers(context),

    drawTerms: async ({ session }) => ({ ok: true, data: await termsOf(context, session.user) }),

    draw: async ({ params, session, browser, once, language }) => {
      const amount = readUsd(params.number, 'number')
      if (!amount.ok) return amount
      const drawn = await withdrawals.request({
        session,
        browser,
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
      return markedIfRepeated(reply, { repeated, language })
    },

    drawCancel: async ({ params, session, browser, language }) => {
      const factor = await requireSecondFactor(context, { session, browser, ...proofIn(params) })
      if (!factor.ok) return factor
      const cancelled = await withdrawals.cancel({ user: session.user, withdrawal: params.id })
      if (!cancelled.ok) return cancelled
      return { ok: true, data: await shown(cancelled.value, language), msg: say(language, 'messages.draw_taken_back') }
    },

    drawList: async ({ params, session, language }) => {
      const { rows, total } = await withdrawals.page({
        user: session.user,
        account: session.account,
        method: params.type === undefined ? undefined : withdrawalMethodOf(params.type),
        page: params.page ?? 1,
        size: PAGE_SIZE,
      })
      const minutes = await usual()
      return {
        ok: true,
        data: { data: rows.map((row) => wireWithdrawal(row, { language, usualMinutes: minutes })), total },
      }
    },
  }
}

async function termsOf(context: Context, user: UserId): Promise<CallData<'drawTerms'>> {
  const { settings, store, runtime } = context
  const now = runtime.now()
  const until = withdrawalsHeldUntil(context, await personOf({ ...context, db: store.db }, user))
  const { amount } = await withdrawalSums(store.db, { user, since: now - DAY_MS })
  return {
    identity_status: reviewStatusCode(await identityState({ ...context, db: store.db }, user)),
    minimum: moneyText(settings.get('draw_min_usd')),
    left_today: moneyText(micros(Math.max(0, settings.get('draw_max_day_usd') - amount))),
    held_until: until === undefined ? null : new Date(until).toISOString(),
    payee_hold_hours: settings.get('payee_hold_hours'),
    usual_minutes: await usualOfWithdrawal(context),
  }
}
