/**
 * Settings that stand between one staff member and customers' money: where deposits are paid to, the prices of
 * deposits, the terms of withdrawals, from which amount two people decide, how long new payees and passwords wait; how
 * long evidence is kept, and who gets alerts. A change that weakens one of them comes into force only after some hours,
 * so that staff who are told by mail can set it back; one that strengthens it holds at once. Of settings that can lead
 * customers to a false site or support, that change fees or make alerts rarer, staff are told only.
 */
import type { Role, SettingKey } from '@veritick/contract/office'
import { z } from 'zod'
import type { SettingValue } from './registry.ts'

type Weakens<Key extends SettingKey> = (now: SettingValue<Key>, next: SettingValue<Key>) => boolean

type Channels = readonly { readonly id: number; readonly enabled: boolean }[]

/** True where customers could pay to a place that is not offered now: another account, a new entry. */
const offersMore = (now: Channels, next: Channels): boolean => {
  const offered = new Set(now.filter(({ enabled }) => enabled).map((channel) => JSON.stringify(channel)))
  return next.some((channel) => channel.enabled && !offered.has(JSON.stringify(channel)))
}
type Priced = { readonly id: number; readonly enabled: boolean; readonly usd_price: number }

const termsOf = (entry: Priced): string => JSON.stringify({ ...entry, usd_price: 0 })
const offeredOf = (list: readonly Priced[]): Map<number, Priced> =>
  new Map(list.filter(({ enabled }) => enabled).map((entry) => [entry.id, entry]))

/** True for a new entry, one with other terms, and one whose price alone gives a customer more than now. */
const givesMore =
  (isMore: (now: number, next: number) => boolean) =>
  (now: readonly Priced[], next: readonly Priced[]): boolean => {
    const offered = offeredOf(now)
    return next.some((entry) => {
      const before = offered.get(entry.id)
      if (!entry.enabled) return false
      return before === undefined || isMore(before.usd_price, entry.usd_price) || termsOf(entry) !== termsOf(before)
    })
  }
const never = (): boolean => false
const isHigher = (now: number, next: number): boolean => next > now
const isLower = (now: number, next: number): boolean => next < now
/** 0 stands for no limit. */
const isLonger = (now: number, next: number): boolean => now !== 0 && (next === 0 || next > now)

/** A deposit of the same coins is worth more: a higher price, a new entry, another address or currency. */
const creditsMore = givesMore(isHigher)
/** A withdrawal of the same amount pays more: a lower price, a new entry, another fee or currency. */
const paysMore = givesMore(isLower)

type Recipients = SettingValue<'alert_recipients'>

/** True where a role no longer gets an alert that it gets now. */
function losesAlert(now: Recipients, next: Recipients): boolean {
  const kept = new Set(next.map(({ kind, role }) => `${kind} ${role}`))
  return now.some(({ kind, role }) => !kept.has(`${kind} ${role}`))
}

/** The places that customers pay to, and the currencies that they are paid in. */
const CHANNELS: readonly SettingKey[] = ['charge_networks', 'charge_symbols', 'charge_banks', 'draw_currencies']

const PROTECTED: { readonly [Key in SettingKey]?: Weakens<Key> } = {
  charge_networks: creditsMore,
  charge_symbols: creditsMore,
  charge_banks: offersMore,
  draw_currencies: paysMore,
  deposit_without_verification_max_usd: isHigher,
  deposit_two_person_limit_usd: isHigher,
  deposit_approver_limit_usd: isHigher,
  deposit_price_max_hours: isLonger,
  draw_max_day_usd: isHigher,
  draw_two_person_limit_usd: isHigher,
  draw_approver_limit_usd: isHigher,
  draw_price_max_hours: isLonger,
  payee_hold_hours: isLower,
  password_hold_hours: isLower,
  setting_delay_hours: isLower,
  // Deleted messages and documents do not come back. They can be evidence against the one who shortens the time.
  support_kept_days: isLower,
  identity_rejected_days: isLower,
  closed_account_kept_days: isLower,
  closed_unused_account_kept_days: isLower,
  alert_recipients: losesAlert,
  // Rarer alerts are needed at once while a fault repeats them.
  alert_quiet_minutes: never,
  alert_feed_silent_seconds: never,
  alert_commit_late_ms: never,
  // The fee of every order, waiting ones included. The rates of both kinds have a ceiling.
  trade_fee_type: never,
  // They can lead every customer to another site. A closed site must close at once, so staff are told and none waits.
  operator: never,
  companies: never,
  desktop_host: never,
  // Customers in trouble write there: a false support asks for passwords and payments. A dead one must go at once.
  support_email: never,
  support_hours: never,
  service_link: never,
  service_link_type: never,
  // Copies of complaints leave the office for it.
  complaint_email: never,
  // It stops every customer from opening, depositing and withdrawing until they accept.
  terms_changed_on: never,
}

/** Lists with prices, and which change of a price needs no delay. */
const PRICED: { readonly [Key in SettingKey]?: (now: number, next: number) => boolean } = {
  charge_networks: isLower,
  charge_symbols: isLower,
  draw_currencies: isHigher,
}

/** As a list with prices was saved. */
const SAVED = z.array(z.looseObject({ id: z.number(), usd_price: z.string() }))

/** A value as it was saved, and as the key's own schema reads it. */
export type Saved = { readonly json: unknown; readonly value: unknown }

/**
 * The list in force with those prices of `next` that need no delay, as JSON; `undefined` where there are none. Also
 * where an offered entry changes in anything but its price, because its price in force was not confirmed.
 */
export function pricesAtOnce(key: SettingKey, now: Saved, next: Saved): unknown {
  const needsNoDelay = PRICED[key]
  if (needsNoDelay === undefined) return undefined
  const after = offeredOf(next.value as readonly Priced[])
  const prices = new Map<number, string | undefined>()
  for (const [id, entry] of offeredOf(now.value as readonly Priced[])) {
    const changed = after.get(id)
    if (changed === undefined || termsOf(changed) !== termsOf(entry)) return undefined
    if (needsNoDelay(entry.usd_price, changed.usd_price))
      prices.set(id, SAVED.parse(next.json).find((saved) => saved.id === id)?.usd_price)
  }
  if (prices.size === 0) return undefined
  return SAVED.parse(now.json).map((saved) => ({ ...saved, usd_price: prices.get(saved.id) ?? saved.usd_price }))
}

export const isChannel = (key: SettingKey): boolean => CHANNELS.includes(key)

/** Roles that are told of a change beside those that are told of every one. `now`: the value in force. */
export function alsoTold<Key extends SettingKey>(key: Key, now: SettingValue<Key>): readonly Role[] {
  if (key === 'support_kept_days') return ['support']
  if (key === 'trade_fee_type') return ['risk']
  // They would not notice that their alerts have ended.
  return key === 'alert_recipients' ? (now as Recipients).map(({ role }) => role) : []
}

export function isProtected(key: SettingKey): boolean {
  return PROTECTED[key] !== undefined
}

/** Both values as the key's schema reads them. */
export function weakens<Key extends SettingKey>(change: {
  readonly key: Key
  readonly now: SettingValue<Key>
  readonly next: SettingValue<Key>
}): boolean {
  const { key, now, next } = change
  const rule: Weakens<Key> | undefined = PROTECTED[key]
  return rule?.(now, next) ?? false
}
