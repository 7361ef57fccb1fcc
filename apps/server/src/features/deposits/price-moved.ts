/**
 * A deposit is reported at the price of that moment. A customer who reports first and pays only where the coin has
 * become cheaper would otherwise be credited more than arrived. A price that the operator has not compared with the
 * market for hours gives the same option, because it does not show that the coin has become cheaper.
 */
import {
  canPriceAge,
  confirmsDepositPrice,
  type Micros,
  type Millis,
  micros,
  must,
  type PricedDeposit,
} from '@veritick/domain'
import { HOUR_MS } from '../../services/clock/index.ts'
import { isPriceApart } from '../money/index.ts'
import type { Settings } from '../settings/index.ts'
import type { DepositRow } from './queries.ts'

type Prices = Pick<Settings, 'get' | 'since' | 'waiting'>
type Channel = Pick<DepositRow, 'method' | 'channel'>
type PriceList = 'charge_networks' | 'charge_symbols'

/** Micro-dollars of one unit at the operator's price now. A card, and a channel that has ended, have none. */
export function priceNow(settings: Pick<Settings, 'get'>, channel: Channel): Micros | undefined {
  return foundOf(settings, channel)?.entry.usd_price
}

/**
 * True where the deposit waits and the operator's price is another now, or there is none because the channel has ended:
 * then one approver is not enough.
 */
export function hasPriceMoved(settings: Prices, row: DepositRow): boolean {
  if (row.state !== 'unchecked' || row.method === 'card') return false
  const found = foundOf(settings, row)
  if (found === undefined) return true
  const { key, entry } = found
  const next = entryIn(settings.waiting(key)?.value ?? [], entry.id)
  // A lower price waits only where its list also changes other terms of an entry; it is what the operator last found.
  const newest = Math.min(entry.usd_price, next?.usd_price ?? entry.usd_price)
  return isPriceApart(micros(newest), micros(row.usdPrice))
}

/** True where the deposit waits and the operator's price is older than its limit: one approver is not enough either. */
export function isPriceOld(settings: Prices, row: DepositRow, now: Millis): boolean {
  const hours = settings.get('deposit_price_max_hours')
  const found = foundOf(settings, row)
  if (row.state !== 'unchecked' || hours === 0 || found === undefined || !canPriceAge(found.entry)) return false
  return now - pricedAt(settings, found) > hours * HOUR_MS
}

type Found = { readonly key: PriceList; readonly entry: PricedDeposit }

/**
 * When the operator last compared this price with the market: when the list was saved. A higher price of the same
 * currency that waits to come into force counts too, because the lower one that still holds credits less than it.
 */
function pricedAt(settings: Prices, { key, entry }: Found): number {
  const waiting = settings.waiting(key)
  const isConfirmed = waiting !== undefined && confirmsDepositPrice(waiting.value.map(pricedOf), entry)
  return isConfirmed ? waiting.at : must(settings.since(key), 'an entry exists since its list was saved')
}

function foundOf(settings: Pick<Settings, 'get'>, { method, channel }: Channel): Found | undefined {
  if (method === 'card') return undefined
  const key = method === 'coin' ? 'charge_networks' : 'charge_symbols'
  const id = method === 'coin' ? channel : settings.get('charge_banks').find((bank) => bank.id === channel)?.bank_coin
  const entry = entryIn(settings.get(key), id)
  return entry && { key, entry }
}

type Listed = Omit<PricedDeposit, 'currency'> & ({ readonly currency_code: string } | { readonly name: string })

const entryIn = (list: readonly Listed[], id: number | undefined): PricedDeposit | undefined =>
  list.map(pricedOf).find((entry) => entry.id === id)

const pricedOf = (listed: Listed): PricedDeposit => {
  const { id, enabled, usd_price } = listed
  return { id, enabled, usd_price, currency: 'name' in listed ? listed.name : listed.currency_code }
}
