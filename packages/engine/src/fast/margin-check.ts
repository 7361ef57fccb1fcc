/**
 * One account on one quote: notices, then the stop-out, then new revaluation triggers. Only accounts that changed or whose revaluation trigger was reached come here; for
 * every other one the revaluation triggers promise that nothing would happen.
 */
import {
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
import { SlotList } from './columns.ts'
import type { Emit } from './emit.ts'
import type { Market } from './market.ts'
import { HOLDING, PENDING } from './orders.ts'
import { setRevaluationTriggers } from './revaluation-triggers.ts'
import type { State } from './state.ts'
import { equityOf, marginUsedOf, orderProfit } from './valuation.ts'

export class MarginCheck {
  private readonly state: State
  private readonly emit: Emit
  private readonly pendings = new SlotList()
  private readonly closable = new SlotList()

  constructor(state: State, emit: Emit) {
    this.state = state
    this.emit = emit
  }

  /** Every account that has to be checked, by number. `cause` is the quote's market, which is open. */
  checkDirtyAccounts(cause: Market): void {
    const { state } = this
    if (state.dirtyAccounts.isEmpty()) return
    const taken = state.dirtyAccounts.take(state.accounts)
    for (let index = 0; index < taken.count; index++) this.check(taken.at(index), cause)
  }

  private check(account: number, cause: Market): void {
    const { accounts, dirtyAccounts } = this.state
    if (this.waitsForFeed(account)) return
    // Its own events would put it back at once.
    accounts.dirty[account] = 1
    let equity = equityOf(this.state, account)
    this.notices(account, equity, cause.at as Millis)
    accounts.stopOutDeferred[account] = 0
    if (this.isAtStopOut(account, equity)) {
      this.stopOut(account, equity, cause)
      equity = equityOf(this.state, account)
      if (this.isAtStopOut(account, equity)) accounts.stopOutDeferred[account] = 1
    }
    const quiet = setRevaluationTriggers(this.state, account, equity)
    accounts.dirty[account] = 0
    if (!quiet) dirtyAccounts.add(accounts, account)
  }

  /** Some price or rate of it is only remembered: it is looked at again when the feed quotes it again (fast-engine.ts). */
  private waitsForFeed(account: number): boolean {
    const { state } = this
    const { exposures } = state
    for (
      let each = state.accounts.firstExposure[account] ?? -1;
      each >= 0;
      each = exposures.nextOfAccount[each] ?? -1
    ) {
      if (state.marketOfExposure(each).waitsForFeed()) return true
    }
    return false
  }

  private notices(account: number, equity: Micros, at: Millis): void {
    this.notice({ account, equity, at, level: MARGIN_CALL_LEVEL, rearm: MARGIN_CALL_REARM_LEVEL, bit: ARMED_CALL })
    this.notice({
      account,
      equity,
      at,
      level: MARGIN_WARNING_LEVEL,
      rearm: MARGIN_WARNING_REARM_LEVEL,
      bit: ARMED_WARNING,
    })
  }

  private notice(of: {
    account: number
    equity: Micros
    at: Millis
    level: 100 | 75
    rearm: number
    bit: number
  }): void {
    const { account, equity, at, level, rearm, bit } = of
    const { accounts } = this.state
    const marginUsed = marginUsedOf(this.state, account)
    const armed = ((accounts.armed[account] ?? 0) & bit) !== 0
    const passed = armed ? compareLevel(equity, marginUsed, level) < 0 : compareLevel(equity, marginUsed, rearm) >= 0
    if (!passed) return
    this.emit({
      kind: 'margin_notice',
      at,
      account: accounts.id[account] ?? 0,
      level,
      armed: !armed,
      equity,
      marginUsed,
    })
  }

  private isAtStopOut(account: number, equity: Micros): boolean {
    return compareLevel(equity, marginUsedOf(this.state, account), STOP_OUT_LEVEL) <= 0
  }

  private stopOut(account: number, equity: Micros, cause: Market): void {
    const { state, pendings, closable } = this
    this.gather(account)
    if (pendings.count === 0 && closable.count === 0) return
    const at = cause.at as Millis
    this.emit({
      kind: 'stopped_out',
      at,
      account: state.accounts.id[account] ?? 0,
      equity,
      marginUsed: marginUsedOf(state, account),
      instrument: cause.terms.id,
      seq: cause.seq,
    })
    for (let index = 0; index < pendings.count; index++) {
      cancelOrder(state, this.emit, { slot: pendings.at(index), at, reason: 'stop_out', request: undefined })
    }
    for (let index = 0; index < closable.count; index++) {
      const slot = closable.at(index)
      closeAndProtect(state, this.emit, { slot, at, reason: 'stop_out', reference: undefined, request: undefined })
      if (!this.isAtStopOut(account, equityOf(state, account))) return
    }
  }

  /** Pending orders oldest first, and holdings of open markets, the largest loss first. */
  private gather(account: number): void {
    const { state, pendings, closable } = this
    const { orders } = state
    pendings.clear()
    closable.clear()
    for (let slot = state.accounts.firstOrder[account] ?? -1; slot >= 0; slot = orders.nextOfAccount[slot] ?? -1) {
      if (orders.status[slot] === PENDING) pendings.add(slot)
      if (orders.status[slot] !== HOLDING) continue
      const market = state.marketOf(slot)
      if (!market.isOpen()) continue
      orders.profit[slot] = orderProfit(state, slot, market)
      closable.add(slot)
    }
    closable.sort(orders.profit, orders.id)
  }
}
