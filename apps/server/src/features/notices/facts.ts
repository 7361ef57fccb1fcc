/**
 * A notice without its words: which events of the engine become one, and the facts that are kept of it. Amounts are
 * micro-dollars. Pure, except for the check of what the store gives back.
 */

import {
  type EndReason,
  NOTICE_KINDS,
  type NoticeKind,
  PRICE_ALERT_SIDES,
  type PriceAlertSide,
  priceText,
} from '@veritick/contract'
import { type AccountId, must } from '@veritick/domain'
import type { Event } from '@veritick/engine'
import { z } from 'zod'
import { KEPT_NAMES } from '../../services/messages/index.ts'

export type NoticeFacts = {
  readonly kind: NoticeKind
  readonly order?: number | undefined
  /** The end of an order. */
  readonly reason?: string | undefined
  readonly equity?: number | undefined
  readonly margin?: number | undefined
  readonly amount?: number | undefined
  readonly feeBefore?: number | undefined
  readonly feeAfter?: number | undefined
  /** Code (`EUR/USD`) and price of the instrument as they were written then. */
  readonly code?: string | undefined
  readonly price?: string | undefined
  /** fee_changed of several orders: a line for each. */
  readonly list?: string | undefined
  /** The instrument that it is about. */
  readonly instrument?: number | undefined
  /** price_alert: which side of `price` the bid reached, the bid as it was written then, the customer's note. */
  readonly side?: PriceAlertSide | undefined
  readonly bid?: string | undefined
  readonly note?: string | undefined
  /** Of a message that was also sent: its name, and its amount ready to read. */
  readonly message?: (typeof KEPT_NAMES)[number] | undefined
  readonly sum?: string | undefined
  /**
   * sign_in: the token hashes of the sessions of the browser that signed in, and the hash of its cookie. They neither
   * see this notice nor mark it as read.
   */
  readonly hiddenFrom?: readonly string[] | undefined
  readonly ownBrowser?: string | undefined
}

export type AccountNotice = { readonly account: AccountId; readonly at: number; readonly facts: NoticeFacts }

/** How an instrument is shown to customers: `EUR/USD`. */
export type InstrumentName = { readonly code: string; readonly pricePrecision: number }
/** Also of one that has left the catalogue: its terms are then asked of the engine. */
export type InstrumentNames = (instrument: number) => Promise<InstrumentName>
type NamesKnown = (instrument: number) => InstrumentName

/** Ends that a notice about the whole account already tells. */
const TOLD_BY_ACCOUNT: readonly EndReason[] = ['user', 'reversal', 'stop_out', 'demo_reset']

/** In the order in which it happened. */
export async function noticesOf(events: readonly Event[], names: InstrumentNames): Promise<AccountNotice[]> {
  const known = new Map<number, InstrumentName>()
  for (const event of events) {
    if (!('instrument' in event) || known.has(event.instrument) || !isNoticed(event)) continue
    known.set(event.instrument, await names(event.instrument))
  }
  const nameOf = (instrument: number) => must(known.get(instrument), 'the instrument of a notice was named before')
  return events.flatMap((event) => {
    const facts = factsOf(event, nameOf)
    return facts === undefined || !('account' in event) ? [] : [{ account: event.account, at: event.at, facts }]
  })
}

/** Whether a batch holds anything that becomes a notice, without its names. */
export const isNoticed = (event: Event): boolean =>
  factsOf(event, () => ({ code: '', pricePrecision: 0 })) !== undefined

function factsOf(event: Event, names: NamesKnown): NoticeFacts | undefined {
  switch (event.kind) {
    case 'margin_notice':
      return marginFacts(event)
    case 'stopped_out':
      return { kind: event.kind, equity: event.equity, margin: event.marginUsed }
    case 'balance_protected':
      return { kind: event.kind, amount: event.amount }
    case 'order_opened': {
      // The owner of a market order has the answer to the request itself.
      if (!event.pending) return undefined
      const { code, pricePrecision } = names(event.instrument)
      return { kind: event.kind, order: event.order, code, price: priceText(event.price, pricePrecision) }
    }
    case 'order_cancelled':
      if (TOLD_BY_ACCOUNT.includes(event.reason)) return undefined
      return { kind: event.kind, order: event.order, reason: event.reason }
    case 'order_closed': {
      // The owner of a close has the answer to the request, the owner of a stop-out a notice of the account.
      if (event.reason !== 'stop_loss' && event.reason !== 'take_profit') return undefined
      const { code, pricePrecision } = names(event.instrument)
      const price = priceText(event.price, pricePrecision)
      return { kind: event.kind, order: event.order, reason: event.reason, code, price }
    }
    case 'demo_reset':
      return { kind: event.kind, amount: event.granted }
    default:
      return undefined
  }
}

/**
 * The levels are armed again when the last position is gone, also after a total loss, and 75 % at a level of 80 %. The
 * customer reads "recovered" only where margin is used, equity is left, and new orders are taken again.
 */
function marginFacts(event: Extract<Event, { kind: 'margin_notice' }>): NoticeFacts | undefined {
  const { armed, level, equity, marginUsed: margin } = event
  if (!armed) return { kind: level === 100 ? 'margin_call' : 'margin_warning', equity, margin }
  return level === 100 && margin > 0 && equity > 0 ? { kind: 'margin_recovered', equity, margin } : undefined
}

const amount = z.int().optional()
const FACTS = z.object({
  kind: z.literal(NOTICE_KINDS),
  order: z.int().optional(),
  reason: z.string().optional(),
  equity: amount,
  margin: amount,
  amount,
  feeBefore: amount,
  feeAfter: amount,
  code: z.string().optional(),
  price: z.string().optional(),
  list: z.string().optional(),
  instrument: z.int().optional(),
  side: z.literal(PRICE_ALERT_SIDES).optional(),
  bid: z.string().optional(),
  note: z.string().optional(),
  message: z.literal(KEPT_NAMES).optional(),
  sum: z.string().optional(),
  // Notices of before have one session.
  hiddenFrom: z
    .union([z.string(), z.array(z.string())])
    .transform((sessions) => [sessions].flat())
    .optional(),
  ownBrowser: z.string().optional(),
})

export const factsFrom = (text: string): NoticeFacts => FACTS.parse(JSON.parse(text))
