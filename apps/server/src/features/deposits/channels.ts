/** The calls that show where a customer may pay to: networks, currencies, bank accounts. */
import { moneyText } from '@veritick/contract'
import { type Handlers, refuse } from '../../calls/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Context } from './context.ts'
import { nextWireReference } from './references.ts'

export function channelHandlers({
  settings,
  store,
}: Context): Handlers<'chargeInfo' | 'chargeSymbols' | 'chargeWireInfo'> {
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
  }
}

/** ISO time at which the list was last saved, which confirms every price in it; null: no time is known. */
function pricedAt(settings: Settings, list: 'charge_networks' | 'charge_symbols'): string | null {
  const since = settings.since(list)
  return since === undefined ? null : new Date(since).toISOString()
}
