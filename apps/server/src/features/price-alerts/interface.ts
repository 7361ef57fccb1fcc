/** Price alerts as the rest of the server uses them. */
import type { AccountId, UserId } from '@veritick/domain'
import type { Once, Refusal } from '../../calls/index.ts'
import type { MarketItem } from '../../market/index.ts'
import type { AlertRow, AlertTerms } from './rows.ts'

export type Added = {
  readonly user: UserId
  readonly account: AccountId
  readonly instrument: number
  readonly once: Once | undefined
}
export type Named = { readonly user: UserId; readonly alert: number }
export type ReadTerms = (item: MarketItem) => Read<AlertTerms>
export type Read<Value> = { readonly ok: true; readonly value: Value } | Refusal

export type PriceAlerts = {
  /**
   * `readTerms` is given the alert's instrument. Refusals: `instrument_unknown`, those of `readTerms`,
   * `price_alert_reached` (the last published bid is there already), `price_stale` (there is no quote yet),
   * `price_alert_limit_reached`, `price_alert_unknown` (a repeat of a request whose alert was deleted).
   */
  add(request: Added, readTerms: ReadTerms): Promise<Read<{ readonly row: AlertRow; readonly repeated: boolean }>>
  /** Refusals: `price_alert_unknown`, `instrument_unknown`, those of `readTerms`, `price_alert_reached`. */
  change(named: Named, readTerms: ReadTerms): Promise<Read<AlertRow>>
  /** The alerts of one customer, newest first. */
  list(user: UserId): Promise<readonly AlertRow[]>
  /** Refusal: `price_alert_unknown`. */
  remove(named: Named): Promise<{ readonly ok: true } | Refusal>
  /** Resolves when everything that quotes did until now is stored. */
  settled(): Promise<void>
  stop(): Promise<void>
}
