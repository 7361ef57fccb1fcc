/** The calls of customers about deposits. */
import { type CallData, moneyText, PAGE_SIZE } from '@veritick/contract'
import { micros, type UserId } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import { type Handlers, type Reply, say } from '../../calls/index.ts'
import { markedIfRepeated } from '../../services/idempotency/index.ts'
import { personOf } from '../accounts/index.ts'
import { type DepositMethod, depositMethodCode, depositMethodOf, reviewStatusCode } from '../approvals/index.ts'
import { identityState } from '../identity/index.ts'
import { readUnits, shownRecords } from '../money/index.ts'
import type { Settings } from '../settings/index.ts'
import { wireDeposit } from './answers.ts'
import { channelHandlers } from './channels.ts'
import type { Context } from './context.ts'
import { depositPage, depositSums } from './queries.ts'
import { needsEmailConfirmed, type Reported } from './report.ts'
import { readCoins, readWire } from './reported-payment.ts'
import { usualOfDeposit } from './review-duration.ts'
import { SHOWN_DEPOSITS } from './transitions.ts'

type Names =
  | 'chargeInfo'
  | 'chargeSymbols'
  | 'chargeWireInfo'
  | 'chargeTerms'
  | 'chargeList'
  | 'chargeSubmit'
  | 'chargeWireSubmit'
  | 'chargeCard'

export function depositHandlers(context: Context): Handlers<Names> {
  const { settings, deposits } = context

  return {
    ...channelHandlers(context),

    chargeTerms: async ({ session }) => ({ ok: true, data: await termsOf(context, session.user) }),

    chargeList: async ({ params, session, language }) => {
      const { rows: read, total } = await depositPage(context.store.db, {
        user: session.user,
        account: session.account,
        method: params.type === undefined ? undefined : depositMethodOf(params.type),
        page: params.page ?? 1,
        size: PAGE_SIZE,
      })
      const rows = await shownRecords(context, SHOWN_DEPOSITS, read)
      return { ok: true, data: { data: rows.map((row) => wireDeposit(row, language)), total } }
    },

    chargeSubmit: async ({ params, session, once, language }) =>
      answered(await deposits.report({ session, once, read: () => readCoins(settings, params) }), language),

    chargeWireSubmit: async ({ params, session, once, language }) =>
      answered(await deposits.report({ session, once, read: () => readWire(settings, params) }), language),

    chargeCard: async ({ params, session, once, language }) => {
      const units = readUnits(params.number, 'bank', 'number')
      if (!units.ok) return units
      const begun = await deposits.cards.begin({ session, once, units: units.value, language })
      if (!begun.ok) return begun
      const { deposit: id, url, repeated } = begun.value
      return markedIfRepeated({ ok: true, data: { id, url } }, { repeated, language })
    },
  }
}

async function termsOf(context: Context, user: UserId): Promise<CallData<'chargeTerms'>> {
  const { settings, deposits, store } = context
  const state = await identityState({ ...context, db: store.db }, user)
  const { requested } = await depositSums(store.db, user)
  const left = Math.max(0, settings.get('deposit_without_verification_max_usd') - requested)
  const provider = deposits.cards.offered()
  return {
    minimum: moneyText(settings.get('deposit_min_usd')),
    email_confirmed: !needsEmailConfirmed(await personOf({ ...context, db: store.db }, user)),
    identity_status: reviewStatusCode(state),
    left_without_verification: state === 'verified' ? null : moneyText(micros(left)),
    ways: methodsOf(settings, provider !== undefined).map(depositMethodCode),
    card: { offered: provider !== undefined, trial: provider?.trial ?? false },
    usual_minutes: await usualOfDeposit(context),
  }
}

/** A currency without an account that takes it is no way to pay in. */
function methodsOf(settings: Settings, card: boolean): DepositMethod[] {
  const currencies = settings.get('charge_symbols').filter((symbol) => symbol.enabled)
  const takes = (bank: { readonly enabled: boolean; readonly bank_coin: number }) =>
    bank.enabled && currencies.some((symbol) => symbol.id === bank.bank_coin)
  return [
    ...(settings.get('charge_networks').some((network) => network.enabled) ? ['coin' as const] : []),
    ...(settings.get('charge_banks').some(takes) ? ['bank' as const] : []),
    ...(card ? ['card' as const] : []),
  ]
}

function answered(reported: Reported, language: Language): Reply<ReturnType<typeof wireDeposit>> {
  if (!reported.ok) return reported
  const { row, repeated } = reported.value
  const reply = { ok: true, data: wireDeposit(row, language), msg: say(language, 'messages.charge_reported') } as const
  return markedIfRepeated(reply, { repeated, language })
}
