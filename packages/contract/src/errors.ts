/**
 * The error catalogue: every reason word and its number, in the order of the numbers. A number never gets another word,
 * a word never another number; 999 alone belongs to two words, a missing session and an ended one. The sentences are in
 * the locales under `refusals`. A new word takes the next free number of its group; a new group takes numbers from 2401
 * to 2600, or from 3111 on. A number in errors.golden.json is never free again.
 */
import type { TradingRefusal } from '@veritick/domain'

export const CODE_SUCCESS = 1
/** No session, or an ended one: the client forgets the customer and opens sign-in. */
export const CODE_SESSION = 999

/** Sessions. Answered with HTTP 200. */
const SESSIONS = {
  session_missing: CODE_SESSION,
  session_ended: CODE_SESSION,
} as const

/** From 1001: malformed requests. Answered with HTTP 200. */
const REQUEST = {
  parameter_missing: 1001,
  parameter_doubled: 1002,
  parameter_wrong_type: 1003,
  parameter_too_long: 1004,
  parameter_not_allowed: 1005,
  number_malformed: 1006,
  number_too_long: 1007,
  number_not_whole: 1008,
  number_out_of_range: 1009,
  price_off_step: 1010,
  price_not_positive: 1011,
  idempotency_key_invalid: 1012,
  idempotency_mismatch: 1013,
  idempotency_key_expired: 1014,
  idempotency_key_ahead: 1015,
} as const

/** 2001 to 2100: codes, passwords, pictures, addresses, settings, shared by several features. */
const SHARED = {
  code_too_soon: 2001,
  code_limit_reached: 2002,
  code_wrong: 2003,
  code_expired: 2004,
  captcha_wrong: 2005,
  password_too_short: 2006,
  password_too_long: 2007,
  password_too_common: 2008,
  picture_missing: 2021,
  picture_too_large: 2022,
  picture_type_unknown: 2023,
  picture_broken: 2024,
  picture_dimensions: 2025,
  picture_unknown: 2026,
  picture_used: 2027,
  too_many_pictures: 2028,
  address_malformed: 2041,
  address_checksum_wrong: 2042,
  address_network_wrong: 2043,
  address_not_payable: 2044,
  iban_wrong: 2045,
  account_number_malformed: 2046,
  swift_wrong: 2047,
  setting_unknown: 2061,
  setting_invalid: 2062,
  setting_changed_meanwhile: 2063,
  reason_missing: 2064,
} as const

/** 2101 to 2150: accounts: registration, sign-in, step-up, two-step verification. */
const ACCOUNTS = {
  login_wrong: 2101,
  passwords_differ: 2102,
  password_wrong: 2103,
  adult_not_confirmed: 2104,
  terms_not_confirmed: 2105,
  country_restricted: 2106,
  area_unknown: 2107,
  phone_malformed: 2108,
  email_malformed: 2109,
  invite_code_unknown: 2110,
  register_type_wrong: 2111,
  too_many_attempts: 2112,
  proof_needed: 2113,
  totp_needed: 2114,
  totp_wrong: 2115,
  two_factor_on: 2116,
  two_factor_off: 2117,
  session_unknown: 2118,
  email_missing: 2119,
  email_confirmed: 2120,
  second_factor_needed: 2121,
  passkey_wrong: 2122,
  passkey_expired: 2123,
  passkey_unavailable: 2124,
  passkey_limit_reached: 2125,
  passkey_unknown: 2126,
  passkey_exists: 2127,
  account_limit_reached: 2129,
  terms_acceptance_needed: 2130,
  terms_version_old: 2131,
  account_closed: 2132,
  closing_orders_open: 2133,
  closing_withdrawal_open: 2134,
  closing_deposit_open: 2135,
  closing_identity_waiting: 2136,
  closing_balance_left: 2137,
  closing_booking_open: 2138,
} as const

/** 2151 to 2200: identity verification and its review. */
const IDENTITY = {
  identity_waiting: 2151,
  identity_verified: 2152,
  name_malformed: 2153,
  card_id_malformed: 2154,
  birth_date_malformed: 2155,
  birth_date_missing: 2156,
  under_age: 2157,
  document_used: 2158,
} as const

/**
 * 2201 to 2300: deposits, withdrawals, their review, statements. Each subject has ten numbers: 2211 deposits, 2221
 * payees, 2231 withdrawals, 2241 decisions, 2251 statements. A new word takes the next free number of its subject, and
 * one from 2261 on where the ten are used up. Three words have numbers of the notices; no further word gets one.
 */
const MONEY = {
  email_not_confirmed: 2201,
  verification_needed: 2202,
  too_many_waiting: 2203,
  channel_unknown: 2204,
  amount_too_precise: 2205,
  deposit_too_small: 2211,
  deposit_limit_unverified: 2212,
  transaction_used: 2213,
  transaction_malformed: 2214,
  payee_unknown: 2221,
  payee_exists: 2222,
  payee_not_usable_yet: 2223,
  payee_limit_reached: 2224,
  draw_too_small: 2231,
  draw_day_limit: 2232,
  draw_nothing_left: 2233,
  draw_held: 2234,
  draw_unknown: 2235,
  draw_not_waiting: 2236,
  draw_requests_day_limit: 2237,
  draw_price_old: 2238,
  draw_currency_off: 2239,
  record_unknown: 2241,
  record_decided: 2242,
  second_person_needed: 2243,
  reference_missing: 2244,
  record_own: 2245,
  reference_malformed: 2246,
  reference_used: 2247,
  record_begun: 2248,
  approval_changed: 2249,
  record_changed: 2261,
  period_wrong: 2251,
  period_too_long: 2252,
  record_not_approved: 2803,
  sandbox_beside_money: 2804,
  price_moved: 2805,
} as const

/** 2301 to 2400: staff, and what they change. */
const OFFICE = {
  link_not_usable: 2301,
  staff_unknown: 2302,
  staff_exists: 2303,
  staff_last_admin: 2304,
  staff_own_account: 2305,
  staff_held: 2306,
  terms_invalid: 2311,
  terms_changed_meanwhile: 2312,
  terms_pay_hedged: 2313,
  more_than_free: 2321,
  account_is_demo: 2322,
  nothing_changes: 2323,
  person_unknown: 2324,
} as const

/** 2601 to 2700: support. */
const SUPPORT = {
  support_limit_reached: 2601,
  canned_limit_reached: 2602,
  support_message_unseen: 2603,
} as const

/** 2701 to 2800: price alerts of customers. */
const PRICE_ALERTS = {
  price_alert_unknown: 2701,
  price_alert_limit_reached: 2702,
  price_alert_reached: 2703,
} as const

/** 2801 to 2900: notices to customers and staff. */
const NOTICES = {
  notice_unknown: 2801,
  sms_unavailable: 2802,
} as const

/** 2901 to 2950: news, announcements, banners. */
const NEWS = {
  news_unknown: 2901,
  news_changed_meanwhile: 2902,
  news_state_wrong: 2903,
  news_text_missing: 2904,
  news_time_wrong: 2905,
} as const

/** 2961 to 2980: invite rewards. */
const INVITES = {
  reward_held: 2961,
  reward_suspicious: 2962,
  reward_excluded: 2963,
  reward_unverified: 2964,
} as const

/** 2990 to 2999: the company's own pages and files. */
const COMPANY = {
  company_file_unknown: 2990,
} as const

/** 3001 to 3100: refusals of the engine. */
const TRADING = {
  account_unknown: 3001,
  account_exists: 3002,
  account_frozen: 3003,
  demo_account_only: 3004,
  instrument_unknown: 3005,
  instrument_disabled: 3006,
  market_closed: 3007,
  price_stale: 3008,
  conversion_missing: 3009,
  lots_too_small: 3010,
  lots_too_large: 3011,
  lots_off_step: 3012,
  leverage_not_set: 3013,
  leverage_not_offered: 3014,
  target_missing: 3015,
  target_at_market: 3016,
  stop_loss_wrong_side: 3017,
  take_profit_wrong_side: 3018,
  margin_not_enough: 3019,
  margin_call: 3020,
  too_many_orders: 3021,
  amount_too_large: 3022,
  amount_not_positive: 3023,
  balance_not_enough: 3024,
  order_unknown: 3025,
  not_yours: 3026,
  order_not_holding: 3027,
  order_not_pending: 3028,
  order_ended: 3029,
  transfer_unknown: 3030,
  transfer_exists: 3031,
  transfer_settled: 3032,
  real_account_only: 3033,
  terms_not_accepted: 3034,
  price_unconfirmed: 3035,
  target_wrong_side: 3036,
  part_too_large: 3037,
  rest_too_small: 3038,
} as const satisfies Record<TradingRefusal, number>

/** 3101 to 3110: notifications by web push. */
const PUSH = {
  push_unavailable: 3101,
  push_endpoint_refused: 3102,
  push_key_malformed: 3103,
} as const

/** From 4001 and 5001: transport, the only refusals with an HTTP status of 4xx or 5xx. */
const TRANSPORT = {
  body_malformed: 4001,
  body_too_large: 4002,
  body_type_unknown: 4003,
  url_too_long: 4004,
  path_unknown: 4005,
  method_not_allowed: 4006,
  cross_site_refused: 4007,
  too_many_requests: 4008,
  notice_not_genuine: 4009,
  not_permitted: 4010,
  body_too_slow: 4011,
  picture_lost: 4012,
  host_unknown: 4021,
  too_many_demo_accounts: 4022,
  internal_error: 5001,
  shutting_down: 5002,
  busy: 5003,
  store_trouble: 5004,
} as const

/** From 6001: `error` messages of the socket; the connection stays unless a close code follows. */
const SOCKET = {
  message_malformed: 6001,
  message_too_large: 6002,
  message_type_unknown: 6003,
  topic_unknown: 6004,
  too_many_topics: 6005,
  too_many_messages: 6006,
} as const

export const ERROR_CODES = {
  ...SESSIONS,
  ...REQUEST,
  ...SHARED,
  ...ACCOUNTS,
  ...IDENTITY,
  ...MONEY,
  ...OFFICE,
  ...SUPPORT,
  ...PRICE_ALERTS,
  ...NOTICES,
  ...NEWS,
  ...INVITES,
  ...COMPANY,
  ...TRADING,
  ...PUSH,
  ...TRANSPORT,
  ...SOCKET,
} as const

/** The reason word of a refusal: stable, in `reason` beside `code` and `msg`. */
export type Reason = keyof typeof ERROR_CODES

export const REASONS = Object.keys(ERROR_CODES).filter(isReason)

export function isReason(word: string): word is Reason {
  return Object.hasOwn(ERROR_CODES, word)
}

/** HTTP status of the transport refusals; every other answer is 200. */
export const TRANSPORT_STATUS = {
  body_malformed: 400,
  body_too_large: 413,
  body_type_unknown: 415,
  url_too_long: 414,
  path_unknown: 404,
  method_not_allowed: 405,
  cross_site_refused: 403,
  too_many_requests: 429,
  notice_not_genuine: 403,
  not_permitted: 403,
  body_too_slow: 408,
  picture_lost: 404,
  host_unknown: 421,
  too_many_demo_accounts: 429,
  internal_error: 500,
  shutting_down: 503,
  busy: 503,
  store_trouble: 503,
} as const satisfies Record<keyof typeof TRANSPORT, number>

const FATE_UNKNOWN: ReadonlySet<string> = new Set<Reason>(['internal_error', 'shutting_down', 'store_trouble'])
/** Whether the server may have executed the request that it refused: the same intent is sent with the same key. */
export const isFateUnknown = (reason: string | undefined): boolean => FATE_UNKNOWN.has(reason ?? '')

const OF_LOAD: ReadonlySet<string> = new Set<Reason>(['busy', 'too_many_requests'])
/** Whether the state of the server refused the request and not what it asks: the same request may succeed later. */
export const isRefusedForNow = (reason: string | undefined): boolean =>
  isFateUnknown(reason) || OF_LOAD.has(reason ?? '')

/** Every HTTP answer of a call. `field` names the refused parameter. */
export type Envelope<Data> =
  | { readonly code: typeof CODE_SUCCESS; readonly msg: string; readonly data: Data }
  | {
      readonly code: number
      readonly reason: Reason
      readonly msg: string
      readonly data: null
      readonly field?: string
    }
