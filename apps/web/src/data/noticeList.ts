/** The list of notices as pure functions: the text of a row, and the notices that a tap marks as read. */
import type { CallData, NoticeKind, TradeItem, WireNotice } from '@veritick/contract'

const TONE: { readonly [Kind in NoticeKind]: 'plain' | 'good' | 'bad' } = {
  margin_call: 'bad',
  margin_warning: 'bad',
  margin_recovered: 'good',
  stopped_out: 'bad',
  balance_protected: 'plain',
  order_opened: 'good',
  order_cancelled: 'bad',
  order_closed: 'plain',
  demo_reset: 'plain',
  fee_changed: 'plain',
  price_alert: 'plain',
  deposit: 'plain',
  withdrawal: 'plain',
  identity: 'plain',
  sign_in: 'plain',
  account_frozen: 'bad',
  account_unfrozen: 'good',
  support: 'plain',
}

export const noticeTone = (kind: NoticeKind): 'plain' | 'good' | 'bad' => TONE[kind]

/** The chart that a notice is about; `undefined`: none, or its instrument is no longer offered. */
export function chartOf(
  { instrument }: Pick<WireNotice, 'instrument'>,
  items: readonly Pick<TradeItem, 'Id' | 'Code'>[],
): string | undefined {
  const item = items.find(({ Id }) => Id === instrument)
  return item && `/trade?code=${encodeURIComponent(item.Code)}`
}

type List = CallData<'noticeList'>

/** Unread notices without those of support, whose messages the conversation counts. */
export const unreadBesideSupport = ({ list, unread }: List): number =>
  unread - list.filter(({ kind, read }) => kind === 'support' && !read).length

/** `unread`: the number in the answer of the server. */
export function withRead(
  known: List,
  which: { readonly id: number } | { readonly until: number },
  unread: number,
): List {
  const isRead = (id: number) => ('id' in which ? id === which.id : id <= which.until)
  return { list: known.list.map((each) => (isRead(each.id) ? { ...each, read: true } : each)), unread }
}
