/** What a batch of events means to the people it happened to: orders that left their lists, and what they should be told in words. */
import { type EndReason, type ForexClosed, type ForexNotice, isReason, moneyText, priceText } from '@veritick/contract'
import { unreachable } from '@veritick/domain'
import type { Event } from '@veritick/engine'
import type { Language } from '@veritick/locales'
import { say } from '../http/answer.ts'

/** For one account, in the order it happened. */
export type News = { readonly closed: { ids: number[]; reasons: EndReason[] }; readonly notices: Notice[] }
/** A notice without its words: those depend on who reads. */
export type Notice = { readonly facts: Omit<ForexNotice, 'words'>; readonly event: NoticeEvent }

type NoticeEvent = Extract<
  Event,
  { kind: 'margin_notice' | 'stopped_out' | 'balance_protected' | 'order_opened' | 'order_cancelled' | 'demo_reset' }
>

/** What an instrument is called and how its prices are written. */
export type InstrumentNames = (instrument: number) => { readonly code: string; readonly pricePrecision: number }

/** By account. Accounts that nobody watches are skipped by `watched`. */
export function newsOf(events: readonly Event[], watched: (account: number) => boolean): Map<number, News> {
  const news = new Map<number, News>()
  for (const event of events) {
    if (!('account' in event) || !watched(event.account)) continue
    const own = news.get(event.account) ?? { closed: { ids: [], reasons: [] }, notices: [] }
    news.set(event.account, own)
    if (event.kind === 'order_closed' || event.kind === 'order_cancelled') {
      own.closed.ids.push(event.order)
      own.closed.reasons.push(event.reason)
    }
    const notice = noticeOf(event)
    if (notice !== undefined) own.notices.push(notice)
  }
  return news
}

export const closedData = (closed: ForexClosed): string => JSON.stringify(closed)

export function noticeData(notice: Notice, language: Language, names: InstrumentNames): string {
  const data: ForexNotice = { ...notice.facts, words: wordsOf(notice.event, language, names) }
  return JSON.stringify(data)
}

function noticeOf(event: Event): Notice | undefined {
  const facts = { order: null, reason: null, equity: null, margin: null, amount: null, time: event.at }
  switch (event.kind) {
    case 'margin_notice': {
      const kind = event.armed ? 'margin_recovered' : event.level === 100 ? 'margin_call' : 'margin_warning'
      return { facts: { ...facts, kind, equity: moneyText(event.equity), margin: moneyText(event.marginUsed) }, event }
    }
    case 'stopped_out':
      return { facts: { ...facts, kind: event.kind, equity: moneyText(event.equity), margin: moneyText(event.marginUsed) }, event }
    case 'balance_protected':
      return { facts: { ...facts, kind: event.kind, amount: moneyText(event.amount) }, event }
    case 'order_opened':
      // A market order's owner has the answer to the request itself.
      return event.pending ? { facts: { ...facts, kind: event.kind, order: event.order }, event } : undefined
    case 'order_cancelled':
      return event.reason === 'user'
        ? undefined
        : { facts: { ...facts, kind: event.kind, order: event.order, reason: event.reason }, event }
    case 'demo_reset':
      return { facts: { ...facts, kind: event.kind, amount: moneyText(event.granted) }, event }
    default:
      return undefined
  }
}

function wordsOf(event: NoticeEvent, language: Language, names: InstrumentNames): string {
  switch (event.kind) {
    case 'margin_notice':
      if (event.armed) return say(language, 'messages.notice_margin_recovered')
      return say(language, event.level === 100 ? 'messages.notice_margin_call' : 'messages.notice_margin_warning')
    case 'stopped_out':
      return say(language, 'messages.notice_stopped_out')
    case 'balance_protected':
      return say(language, 'messages.notice_balance_protected', { amount: moneyText(event.amount) })
    case 'order_opened': {
      const { code, pricePrecision } = names(event.instrument)
      return say(language, 'messages.notice_order_opened', { order: event.order, code, price: priceText(event.price, pricePrecision) })
    }
    case 'order_cancelled': {
      const why = isReason(event.reason) ? say(language, `refusals.${event.reason}`) : whyEnded(event.reason, language)
      return say(language, 'messages.notice_order_cancelled', { order: event.order, why })
    }
    case 'demo_reset':
      return say(language, 'messages.notice_demo_reset')
    default:
      return unreachable(event)
  }
}

function whyEnded(reason: 'user' | 'stop_out' | 'demo_reset', language: Language): string {
  return say(language, reason === 'stop_out' ? 'messages.why_stop_out' : 'messages.notice_demo_reset')
}
