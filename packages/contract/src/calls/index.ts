/**
 * The table of the customers' calls: each is one record with its path, caller, request, answer, documentation and
 * traits. The server makes its routes from it. Browsers load routes.ts instead, which the tests compare with it.
 */
import { ACCOUNT_CALLS } from './accounts.ts'
import type { Call } from './call.ts'
import { COMPANY_CALLS } from './company.ts'
import { IDENTITY_CALLS } from './identity.ts'
import { INVITE_CALLS } from './invites.ts'
import { LIST_CALLS } from './lists.ts'
import { MARKET_CALLS } from './market.ts'
import { MONEY_CALLS } from './money.ts'
import { NEWS_CALLS } from './news.ts'
import { NOTICE_CALLS } from './notices.ts'
import { ORDER_CALLS } from './orders.ts'
import { PASSKEY_CALLS } from './passkeys.ts'
import { PLATFORM_CALLS } from './platform.ts'
import { PRICE_ALERT_CALLS } from './price-alerts.ts'
import { PUSH_CALLS } from './push.ts'
import { RANKING_CALLS } from './ranking.ts'
import { SUPPORT_CALLS } from './support.ts'

export type { Call, CallRecord, NamedRecord } from './call.ts'

export const CALLS = {
  ...ACCOUNT_CALLS,
  ...PASSKEY_CALLS,
  ...IDENTITY_CALLS,
  ...MONEY_CALLS,
  ...NEWS_CALLS,
  ...NOTICE_CALLS,
  ...PRICE_ALERT_CALLS,
  ...PLATFORM_CALLS,
  ...COMPANY_CALLS,
  ...SUPPORT_CALLS,
  ...MARKET_CALLS,
  ...LIST_CALLS,
  ...ORDER_CALLS,
  ...PUSH_CALLS,
  ...RANKING_CALLS,
  ...INVITE_CALLS,
} as const satisfies Record<string, Call>

export type CallName = keyof typeof CALLS

export const CALL_NAMES = Object.keys(CALLS).filter((name): name is CallName => Object.hasOwn(CALLS, name))
