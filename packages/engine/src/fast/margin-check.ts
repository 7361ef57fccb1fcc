/**
 * One account on one quote: notices, then the stop-out, then new revaluation triggers. Only accounts that changed or
 * whose trigger was reached come here; for every other account the triggers guarantee that nothing would happen.
 */
import {
  assert,
  compareLevel,
  MARGIN_CALL_LEVEL,
  MARGIN_CALL_REARM_LEVEL,
  MARGIN_WARNING_LEVEL,
  MARGIN_WARNING_REARM_LEVEL,
  type Micros,
  type Millis,
  STOP_OUT_LEVEL,
} from '@veritick/domain'
import { ARMED_CALL, ARMED_WARNING } from './accounts.ts'
import { cancelOrder, closeAndProtect } from './closing.ts'
import { type AccountSlot, NONE, type OrderSlot } from './columns.ts'
import type { EventSink } from './event-sink.ts'
import type { Market } from './market.ts'
import { HOLDING, PENDING } from './orders.ts'
import { setRevaluationTriggers } from './revaluation-triggers.ts'
import { SlotList } from './slot-list.ts'
import type { State } from './state.ts'
import { equityOf, marginUsedOf, orderProfit, waitsForFeed } from './valuation.ts'

/** A notice is given below `level`, and may be given again after `rearm`, both margin levels in percent. */
type NoticeLevel = { readonly level: 100 | 75; readonly rearm: number; readonly bit: number }

const MARGIN_CALL: NoticeLevel = { level: MARGIN_CALL_LEVEL, rearm: MARGIN_CALL_REARM_LEVEL, bit: ARMED_CALL }
const MARGIN_WARNING: NoticeLevel = {
  level: MARGIN_WARNING_LEVEL,
  rearm: MARGIN_WARNING_REARM_LEVEL,
  bit: ARMED_WARNING,
}

/** Checks the accounts that the state has marked as dirty. */
export class MarginCheck {
  private readonly state: State
  private readonly sink: EventSink
  private readonly pendings: SlotList<OrderSlot>
  private readonly closable: SlotList<OrderSlot>

  constructor(state: State, sink: EventSink) {
    this.state = state
    this.sink = sink
    this.pendings = new SlotList(state.orders)
    this.closable = new SlotList(state.orders)
  }

  /**
   * Checks the marked accounts that `DirtyAccounts.take` gives, by number. `cause` is the market of the quote; it is
   * open.
   */
  checkDirtyAccounts(cause: Market): void {
    const { dirtyAccounts } = this.state
    assert(cause.isOpen(), 'accounts are checked on a quote of an open market')
    if (dirtyAccounts.isEmpty()) return
    const taken = dirtyAccounts.take()
    for (let index = 0; index < taken.count; index++) this.check(taken.at(index), cause)
  }

  private check(account: AccountSlot, cause: Market): void {
    const { accounts, dirtyAccounts } = this.state
    if (waitsForFeed(this.state, account)) return
    // `take` has cleared the mark. Without it the events of this check would put the account on the list again.
    // `markDirty` also clears `stopOutDeferred`, which is therefore set afterwards.
    accounts.dirty.set(account, 1)
    let equity = equityOf(this.state, account)
    this.notices(account, equity, cause.at as Millis)
    accounts.stopOutDeferred.set(account, 0)
    if (this.isAtStopOut(account, equity)) {
      this.stopOut(account, equity, cause)
      equity = equityOf(this.state, account)
      if (this.isAtStopOut(account, equity)) accounts.stopOutDeferred.set(account, 1)
    }
    const hasTriggers = setRevaluationTriggers(this.state, account, equity)
    assert(accounts.dirty.get(account) === 1, 'an account that is being checked stays marked')
    accounts.dirty.set(account, 0)
    if (!hasTriggers) dirtyAccounts.add(account)
  }

  private notices(account: AccountSlot, equity: Micros, at: Millis): void {
    this.notice(account, equity, at, MARGIN_CALL)
    this.notice(account, equity, at, MARGIN_WARNING)
  }

  private notice(account: AccountSlot, equity: Micros, at: Millis, { level, rearm, bit }: NoticeLevel): void {
    const { accounts } = this.state
    const marginUsed = marginUsedOf(this.state, account)
    const armed = (accounts.armed.get(account) & bit) !== 0
    const passed = armed ? compareLevel(equity, marginUsed, level) < 0 : compareLevel(equity, marginUsed, rearm) >= 0
    if (!passed) return
    this.sink.add({
      kind: 'margin_notice',
      at,
      account: accounts.id.get(account),
      level,
      armed: !armed,
      equity,
      marginUsed,
    })
    assert(((accounts.armed.get(account) & bit) !== 0) === !armed, 'a notice is given once')
  }

  private isAtStopOut(account: AccountSlot, equity: Micros): boolean {
    return compareLevel(equity, marginUsedOf(this.state, account), STOP_OUT_LEVEL) <= 0
  }

  private stopOut(account: AccountSlot, equity: Micros, cause: Market): void {
    const { state, pendings, closable } = this
    this.gather(account)
    if (pendings.count === 0 && closable.count === 0) return
    const at = cause.at as Millis
    this.sink.add({
      kind: 'stopped_out',
      at,
      account: state.accounts.id.get(account),
      equity,
      marginUsed: marginUsedOf(state, account),
      instrument: cause.terms.id,
      seq: cause.seq,
    })
    for (let index = 0; index < pendings.count; index++) {
      cancelOrder(state, this.sink, { slot: pendings.at(index), at, reason: 'stop_out', request: undefined })
    }
    assert(state.accounts.pendings.get(account) === 0, 'a stop-out cancels every pending order')
    for (let index = 0; index < closable.count; index++) {
      const slot = closable.at(index)
      closeAndProtect(state, this.sink, { slot, at, reason: 'stop_out', reference: undefined, request: undefined })
      // A close at the current quote leaves the equity as it is. Without used margin the account is above every level.
      if (!this.isAtStopOut(account, equity)) return
    }
  }

  /** Pending orders oldest first, and holdings of open markets, the largest loss first. */
  private gather(account: AccountSlot): void {
    const { state, pendings, closable } = this
    const { orders, accounts } = state
    pendings.clear()
    closable.clear()
    for (let slot = accounts.firstOrder.get(account); slot !== NONE; slot = orders.nextOfAccount.get(slot)) {
      assert(orders.account.get(slot) === account, 'the list of an account holds its own orders')
      if (orders.status.get(slot) === PENDING) pendings.add(slot)
      if (orders.status.get(slot) !== HOLDING) continue
      const market = state.marketOf(slot)
      if (!market.isOpen()) continue
      orders.profit.set(slot, orderProfit(state, slot, market))
      closable.add(slot)
    }
    assert(pendings.count === accounts.pendings.get(account), 'an account counts its pending orders')
    assert(closable.count <= accounts.holdings.get(account), 'an account counts its holdings')
    closable.sort(orders.profit, orders.id)
  }
}
