/** Limits and words of notifications by web push that app and server share. Decision 0075. */
import type { NoticeKind } from './values.ts'

/** The topics that a customer can choose for notifications, in the order of the switches. */
export const PUSH_TOPICS = ['orders', 'margin', 'money', 'identity', 'sign_in', 'support', 'price_alerts'] as const
export type PushTopic = (typeof PUSH_TOPICS)[number]

/** Sent before the others, and with high urgency (RFC 8030): to wait costs the customer money or the account. */
export const PUSH_URGENT: readonly PushTopic[] = ['margin', 'sign_in']

/** `undefined`: the customer did it, and is not notified. */
export const PUSH_TOPIC_OF: { readonly [Kind in NoticeKind]: PushTopic | undefined } = {
  order_opened: 'orders',
  order_cancelled: 'orders',
  order_closed: 'orders',
  fee_changed: 'orders',
  margin_call: 'margin',
  margin_warning: 'margin',
  margin_recovered: 'margin',
  stopped_out: 'margin',
  balance_protected: 'margin',
  deposit: 'money',
  withdrawal: 'money',
  identity: 'identity',
  sign_in: 'sign_in',
  account_frozen: 'sign_in',
  account_unfrozen: 'sign_in',
  support: 'support',
  price_alert: 'price_alerts',
  demo_reset: undefined,
}

export const PUSH = {
  /** Browsers of one customer; a further one takes the place of the oldest. */
  browsersMax: 10,
  /** Notices that wait for one browser. */
  waitingMax: 50,
  /** Characters of an endpoint. */
  endpointMax: 1_000,
  /** Characters of a public key (65 bytes) and of an authentication secret (16 bytes) as base64url. */
  keyLength: 87,
  authLength: 22,
} as const

/**
 * The payload that the service worker gets. With `details` the body has the words of the notice, otherwise a general
 * sentence.
 */
export type PushPayload = {
  readonly title: string
  readonly body: string
  /** Screen of the app. */
  readonly path: string
  /** Notifications of equal tags replace each other. */
  readonly tag: string
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}
