/** The shapes of the wire as types, taken from the schemas. Importing them adds no code to a browser. */
import type { z } from 'zod'
import type * as identity from './calls/identity.ts'
import type { CALLS, CallName } from './calls/index.ts'
import type * as money from './calls/money.ts'
import type * as accounts from './schemas/accounts.ts'
import type * as company from './schemas/company.ts'
import type * as market from './schemas/market.ts'
import type * as notices from './schemas/notices.ts'
import type * as orders from './schemas/orders.ts'
import type * as priceAlerts from './schemas/price-alerts.ts'
import type * as ranking from './schemas/ranking.ts'
import type { receipt } from './schemas/receipt.ts'
import type * as socket from './schemas/socket.ts'
import type * as support from './schemas/support.ts'

/** The input of a call, as a client sends it. */
export type CallInput<Name extends CallName> = z.input<(typeof CALLS)[Name]['request']>
/** The input of a call, as the server parses it. */
export type CallRequest<Name extends CallName> = z.output<(typeof CALLS)[Name]['request']>
/** `data` of a successful answer. */
export type CallData<Name extends CallName> = z.output<(typeof CALLS)[Name]['answer']>

export type TradeItem = z.output<typeof market.tradeItem>
export type Quotation = z.output<typeof market.quotation>
export type Mark = z.output<typeof market.mark>
export type Category = z.output<typeof market.category>
export type WireCandle = z.output<typeof market.candle>

export type WireOrder = z.output<typeof orders.order>
export type WireEvidence = z.output<typeof orders.evidence>
export type WireConversion = z.output<typeof orders.conversion>
export type OrderList = z.output<typeof orders.orderList>
export type AccountSummary = z.output<typeof orders.accountSummary>
export type EndReason = NonNullable<WireOrder['CloseReason']>
export type WireReceipt = z.output<typeof receipt>

export type User = z.output<typeof accounts.user>
export type SignIn = z.output<typeof accounts.signIn>
export type LogEntry = z.output<typeof accounts.logEntry>
export type EntryKind = LogEntry['Kind']
export type IdentityCenter = z.output<typeof identity.identityCenter>
export type ChargeRecord = z.output<typeof money.chargeRecord>
export type DrawRecord = z.output<typeof money.drawRecord>
export type DrawMethod = z.output<typeof money.drawMethod>
export type CompanyStatus = z.output<typeof company.companyStatus>
export type Company = z.output<typeof company.company>
export type CompanyRow = z.output<typeof company.companyList>[number]

export type ServerMessages = {
  readonly [Name in keyof typeof socket.serverMessages]: z.output<(typeof socket.serverMessages)[Name]>
}
export type DayMarket = z.output<typeof socket.dayMarket>
export type KlineUpdate = z.output<typeof socket.klineUpdate>
export type ForexTrade = z.output<typeof socket.forexTrade>
export type ForexClosed = z.output<typeof socket.forexClosed>
export type ForexNotice = z.output<typeof notices.forexNotice>
export type SupportMessage = z.output<typeof support.supportMessage>
export type SupportState = z.output<typeof support.supportState>
export type SupportPush = z.output<typeof support.supportPush>
export type NewsItem = CallData<'newsList'>['data'][number]
export type NewsArticle = CallData<'newsInfo'>
export type WireNotice = z.output<typeof notices.notice>
export type PriceAlert = z.output<typeof priceAlerts.priceAlert>
export type RankingEntry = z.output<typeof ranking.rankingEntry>
export type InviteInfo = CallData<'inviteInfo'>
export type InviteFriend = CallData<'inviteList'>['data'][number]
export type RankingOwn = z.output<typeof ranking.rankingOwn>
