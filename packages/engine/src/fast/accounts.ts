/**
 * The accounts as columns: money, used margin, armed notices and where their orders and exposures begin. Accounts are opened once
 * and never leave, so a slot is for ever.
 */
import type { AccountId } from '../commands.ts'
import { doubles, flags, ints, longerDoubles, longerFlags, longerInts, SlotList, Slots } from './columns.ts'

export const DEMO = 0
export const REAL = 1

/** Bits of `armed`: the notice has not been given since the level was last above its re-arm level. */
export const ARMED_CALL = 1
export const ARMED_WARNING = 2

export class Accounts {
  readonly slots = new Slots((capacity) => this.grow(capacity))
  private readonly byId = new Map<AccountId, number>()

  id = doubles()
  kind = flags()
  frozen = flags()
  balance = doubles()
  locked = doubles()
  marginUsed = doubles()
  armed = flags()
  holdings = ints()
  pendings = ints()
  /** Live orders by number, ascending. */
  firstOrder = ints()
  lastOrder = ints()
  firstExposure = ints()
  /** Sum of the notionals of its holdings that have one; `unbounded` counts those that pass 2^53. */
  notional = doubles()
  unbounded = ints()
  /** Will be checked on the next quote whatever it is. */
  dirty = flags()
  /** At or below the stop-out with nothing that could be closed: checked again when one of its markets opens. */
  stopOutDeferred = flags()

  add(account: AccountId, kind: number): number {
    const slot = this.slots.take()
    this.byId.set(account, slot)
    this.id[slot] = account
    this.kind[slot] = kind
    this.armed[slot] = ARMED_CALL | ARMED_WARNING
    this.firstOrder[slot] = -1
    this.lastOrder[slot] = -1
    this.firstExposure[slot] = -1
    return slot
  }

  /** -1 where there is no such account. */
  find(account: AccountId): number {
    return this.byId.get(account) ?? -1
  }

  ids(): Iterable<AccountId> {
    return this.byId.keys()
  }

  private grow(capacity: number): void {
    this.id = longerDoubles(this.id, capacity)
    this.kind = longerFlags(this.kind, capacity)
    this.frozen = longerFlags(this.frozen, capacity)
    this.balance = longerDoubles(this.balance, capacity)
    this.locked = longerDoubles(this.locked, capacity)
    this.marginUsed = longerDoubles(this.marginUsed, capacity)
    this.armed = longerFlags(this.armed, capacity)
    this.holdings = longerInts(this.holdings, capacity)
    this.pendings = longerInts(this.pendings, capacity)
    this.firstOrder = longerInts(this.firstOrder, capacity)
    this.lastOrder = longerInts(this.lastOrder, capacity)
    this.firstExposure = longerInts(this.firstExposure, capacity)
    this.notional = longerDoubles(this.notional, capacity)
    this.unbounded = longerInts(this.unbounded, capacity)
    this.dirty = longerFlags(this.dirty, capacity)
    this.stopOutDeferred = longerFlags(this.stopOutDeferred, capacity)
  }
}

/** The accounts that have to be checked on the next quote of an open market: each at most once. */
export class DirtyAccounts {
  private list = new SlotList()
  private spare = new SlotList()

  add(accounts: Accounts, slot: number): void {
    if (accounts.dirty[slot] === 1) return
    accounts.dirty[slot] = 1
    this.list.add(slot)
  }

  isEmpty(): boolean {
    return this.list.count === 0
  }

  /** All of them by account number, marks cleared; who is added from now on waits for the next quote. */
  take(accounts: Accounts): SlotList {
    const taken = this.list
    this.spare.clear()
    this.list = this.spare
    this.spare = taken
    for (let index = 0; index < taken.count; index++) accounts.dirty[taken.at(index)] = 0
    taken.sort(accounts.id, accounts.id)
    return taken
  }
}
