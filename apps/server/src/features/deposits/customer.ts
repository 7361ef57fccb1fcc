/** The calls about money that comes in. */
import { type CallRequest, CHARGE_TYPE, type ChargeRecord, moneyText, PAGE_SIZE } from '@veritick/contract'
import { micros } from '@veritick/domain'
import { networkOfProtocol } from '@veritick/domain/addresses'
import { envelopeOf, type Handlers, type Reply, refuse, say } from '../../calls/index.ts'
import { personOf } from '../accounts/index.ts'
import { identityStatus } from '../identity/index.ts'
import { readUnits } from '../money/index.ts'
import type { Settings } from '../settings/index.ts'
import { wireDeposit } from './answers.ts'
import type { Context } from './context.ts'
import { depositPage, depositSums } from './queries.ts'
import { nextWireReference } from './references.ts'
import { needsEmailConfirmed, type Reading, type Report, type Reported } from './report.ts'
import { usualOfDeposit } from './review-duration.ts'

type Names =
  | 'chargeInfo'
  | 'chargeSymbols'
  | 'chargeWireInfo'
  | 'chargeTerms'
  | 'chargeList'
  | 'chargeSubmit'
  | 'chargeWireSubmit'
  | 'chargeCard'

/** The operator looks at the whole list when one of it is changed: its prices are of that moment. */
function pricedAt(settings: Settings, list: 'charge_networks' | 'charge_symbols'): string | null {
  const since = settings.since(list)
  return since === undefined ? null : new Date(since).toISOString()
}

/** A currency without an account that takes it is no way to pay in. */
function waysOf(settings: Settings, card: boolean): ChargeRecord['type'][] {
  const currencies = settings.get('charge_symbols').filter((symbol) => symbol.enabled)
  const takes = (bank: { readonly enabled: boolean; readonly bank_coin: number }) =>
    bank.enabled && currencies.some((symbol) => symbol.id === bank.bank_coin)
  return [
    ...(settings.get('charge_networks').some((network) => network.enabled) ? [CHARGE_TYPE.coin] : []),
    ...(settings.get('charge_banks').some(takes) ? [CHARGE_TYPE.bank] : []),
    ...(card ? [CHARGE_TYPE.card] : []),
  ]
}

export function depositHandlers(context: Context): Handlers<Names> {
  const { settings, deposits, store } = context

  return {
    chargeInfo: async () => ({
      ok: true,
      data: settings
        .get('charge_networks')
        .filter((network) => network.enabled)
        .map(({ id, currency_code, protocol_code, address, usd_price, remark, trial }) => ({
          id,
          currency_code,
          protocol_code,
          address,
          usd_price: moneyText(usd_price),
          usd_price_at: pricedAt(settings, 'charge_networks'),
          remark,
          trial,
        })),
    }),

    chargeSymbols: async () => ({
      ok: true,
      data: settings
        .get('charge_symbols')
        .filter((symbol) => symbol.enabled)
        .map(({ id, name, usd_price }) => ({
          id,
          name,
          usd_price: moneyText(usd_price),
          usd_price_at: pricedAt(settings, 'charge_symbols'),
        })),
    }),

    chargeWireInfo: async ({ params, session }) => {
      const symbol = settings.get('charge_symbols').find((each) => each.id === params.bank_coin && each.enabled)
      if (symbol === undefined) return refuse('channel_unknown', 'bank_coin')
      const banks = settings.get('charge_banks').filter((bank) => bank.enabled && bank.bank_coin === symbol.id)
      const reference = await nextWireReference(store.db, session.user)
      return {
        ok: true,
        data: banks.map(
          ({ id, bank_name, bank_address, bank_swift, payee_name, payee_account, bank_remark, trial }) => ({
            id,
            bank_name,
            bank_address,
            bank_swift,
            payee_name,
            payee_account,
            bank_remark,
            usd_price: moneyText(symbol.usd_price),
            reference,
            trial,
          }),
        ),
      }
    },

    chargeTerms: async ({ session }) => {
      const person = await personOf(store.db, session.user)
      const status = await identityStatus(store.db, session.user)
      const { asked } = await depositSums(store.db, session.user)
      const left = Math.max(0, settings.get('deposit_without_verification_max_usd') - asked)
      const provider = deposits.cards.offered()
      return {
        ok: true,
        data: {
          minimum: moneyText(settings.get('deposit_min_usd')),
          email_confirmed: !needsEmailConfirmed(person),
          identity_status: status,
          left_without_verification: status === 2 ? null : moneyText(micros(left)),
          ways: waysOf(settings, provider !== undefined),
          card: { offered: provider !== undefined, trial: provider?.trial ?? false },
          usual_minutes: await usualOfDeposit(context),
        },
      }
    },

    chargeList: async ({ params, session, language }) => {
      const { rows, total } = await depositPage(store.db, {
        user: session.user,
        type: params.type,
        page: params.page ?? 1,
        size: PAGE_SIZE,
      })
      return { ok: true, data: { data: rows.map((row) => wireDeposit(row, language)), total } }
    },

    chargeSubmit: async ({ params, session, once, language }) =>
      answered(await deposits.report({ user: session.user, once, read: () => readCoins(settings, params) }), language),

    chargeWireSubmit: async ({ params, session, once, language }) =>
      answered(await deposits.report({ user: session.user, once, read: () => readWire(settings, params) }), language),

    chargeCard: async ({ params, session, once, language }) => {
      const units = readUnits(params.number, 'bank', 'number')
      if (!units.ok) return units
      const begun = await deposits.cards.begin({ user: session.user, once, units: units.value })
      if (!begun.ok) return begun
      const { deposit: id, url, repeated } = begun.value
      const reply = { ok: true, data: { id, url } } as const
      return repeated ? { ok: 'stored', text: envelopeOf(reply, language), repeated } : reply
    },
  }
}

type Read = ReturnType<Report['read']>

function readCoins(settings: Settings, params: CallRequest<'chargeSubmit'>): Read {
  const network = settings.get('charge_networks').find((each) => each.id === params.charge_id && each.enabled)
  if (network === undefined) return refuse('channel_unknown', 'charge_id')
  const units = readUnits(params.number, 'coin', 'number')
  if (!units.ok) return units
  if (params.proofImg === undefined) return refuse('picture_missing', 'proofImg')
  const txHash = params.tx_hash === undefined ? undefined : transactionOf(params.tx_hash)
  if (params.tx_hash !== undefined && txHash === undefined) return refuse('transaction_malformed', 'tx_hash')
  const chain = networkOfProtocol(network.protocol_code) ?? network.protocol_code
  const value: Reading = {
    type: CHARGE_TYPE.coin,
    channel: network.id,
    currency: network.currency_code,
    protocol: network.protocol_code,
    paidTo: network.address,
    units: units.value,
    usdPrice: network.usd_price,
    address: params.address,
    txHash: txHash && `${chain}:${txHash}`,
    picture: params.proofImg,
  }
  return { ok: true, value }
}

function readWire(settings: Settings, params: CallRequest<'chargeWireSubmit'>): Read {
  const bank = settings.get('charge_banks').find((each) => each.id === params.wire_id && each.enabled)
  const symbol = settings.get('charge_symbols').find((each) => each.id === bank?.bank_coin && each.enabled)
  if (bank === undefined || symbol === undefined) return refuse('channel_unknown', 'wire_id')
  const units = readUnits(params.number, 'bank', 'number')
  if (!units.ok) return units
  if (params.proofImg === undefined) return refuse('picture_missing', 'proofImg')
  const value: Reading = {
    type: CHARGE_TYPE.bank,
    channel: bank.id,
    currency: symbol.name,
    protocol: '',
    paidTo: bank.payee_account,
    units: units.value,
    usdPrice: symbol.usd_price,
    picture: params.proofImg,
  }
  return { ok: true, value }
}

/** 64 hex digits on every chain we know, with or without `0x`; one spelling for each. */
function transactionOf(text: string): string | undefined {
  return /^\s*(?:0x)?([0-9a-f]{64})\s*$/i.exec(text)?.[1]?.toLowerCase()
}

function answered(reported: Reported, language: Parameters<typeof say>[0]): Reply<ReturnType<typeof wireDeposit>> {
  if (!reported.ok) return reported
  const { row, repeated } = reported.value
  const reply = { ok: true, data: wireDeposit(row, language), msg: say(language, 'messages.charge_reported') } as const
  return repeated ? { ok: 'stored', text: envelopeOf(reply, language), repeated } : reply
}
