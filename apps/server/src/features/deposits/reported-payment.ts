/** Reads what a customer reports of a payment, with the channel as it stands in the settings at that moment. */
import type { CallRequest } from '@veritick/contract'
import { refuse } from '../../calls/index.ts'
import { readUnits } from '../money/index.ts'
import type { Settings } from '../settings/index.ts'
import { transactionOf } from './payment-reference.ts'
import type { Reading, Report } from './report.ts'

type Read = ReturnType<Report['read']>

export function readCoins(settings: Settings, params: CallRequest<'chargeSubmit'>): Read {
  const network = settings.get('charge_networks').find((each) => each.id === params.charge_id && each.enabled)
  if (network === undefined) return refuse('channel_unknown', 'charge_id')
  const units = readUnits(params.number, 'coin', 'number')
  if (!units.ok) return units
  if (params.proofImg === undefined) return refuse('picture_missing', 'proofImg')
  const txHash = params.tx_hash === undefined ? undefined : transactionOf(network.protocol_code, params.tx_hash)
  if (params.tx_hash !== undefined && txHash === undefined) return refuse('transaction_malformed', 'tx_hash')
  const value: Reading = {
    method: 'coin',
    channel: network.id,
    currency: network.currency_code,
    protocol: network.protocol_code,
    paidTo: network.address,
    units: units.value,
    usdPrice: network.usd_price,
    address: params.address,
    txHash,
    picture: params.proofImg,
  }
  return { ok: true, value }
}

export function readWire(settings: Settings, params: CallRequest<'chargeWireSubmit'>): Read {
  const bank = settings.get('charge_banks').find((each) => each.id === params.wire_id && each.enabled)
  const symbol = settings.get('charge_symbols').find((each) => each.id === bank?.bank_coin && each.enabled)
  if (bank === undefined || symbol === undefined) return refuse('channel_unknown', 'wire_id')
  const units = readUnits(params.number, 'bank', 'number')
  if (!units.ok) return units
  if (params.proofImg === undefined) return refuse('picture_missing', 'proofImg')
  const value: Reading = {
    method: 'bank',
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
