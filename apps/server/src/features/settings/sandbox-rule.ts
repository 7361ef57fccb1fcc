/**
 * The rule for the card sandbox. It credits money that no customer paid, so it is never active beside a channel that
 * takes or pays real money, nor on a live feed: a customer could withdraw another customer's deposit.
 */
import type { SettingKey } from '@veritick/contract/office'
import type { Config } from '../../config/index.ts'
import type { SettingValue } from './registry.ts'

/** The settings of the channels that take money in or pay it out. */
const CHANNELS = ['charge_networks', 'charge_banks', 'draw_currencies'] as const
/** Feeds on which a platform is tried out. Any other is a market in which customers trade with their own money. */
const TRIAL_FEEDS: ReadonlySet<string> = new Set<Config['feed']['kind']>(['simulated', 'replay'])

type Channels = readonly { readonly enabled: boolean; readonly trial: boolean }[]
type Read = <Key extends SettingKey>(key: Key) => SettingValue<Key>

/** True where customers can pay or be paid real money by one of these. */
export function offersReal(channels: Channels): boolean {
  return channels.some((channel) => channel.enabled && !channel.trial)
}

/** True while every channel that is offered is for trying out. */
export function maySandboxStand(get: Read): boolean {
  return !CHANNELS.some((key) => offersReal(get(key)))
}

/** True when this value, as its schema reads it, would put the sandbox beside real money. */
export function bringsSandboxToMoney(options: {
  readonly feed: string
  readonly key: SettingKey
  readonly value: unknown
  readonly get: Read
}): boolean {
  const { feed, key, value, get } = options
  if (key === 'card_provider') return value === 'sandbox' && (!TRIAL_FEEDS.has(feed) || !maySandboxStand(get))
  const isChannel = CHANNELS.some((each) => each === key)
  return isChannel && get('card_provider') === 'sandbox' && offersReal(value as Channels)
}
