/**
 * The accounts as columns: money, used margin, armed notices and where the lists of their orders and exposures begin.
 * An account is opened once and never leaves, so its slot is never used again.
 */
import { assert, type Micros } from '@veritick/domain'
import type { AccountId } from '../commands.ts'
import { type AccountSlot, type ExposureSlot, NONE, type None, type OrderSlot, Table } from './columns.ts'
import { SlotIndex } from './slot-index.ts'
import { SlotList } from './slot-list.ts'
import { SortedNumbers } from './sorted-numbers.ts'

export const DEMO = 0
export const REAL = 1

/** Bits of `armed`: the notice has not been given since the level was last above its re-arm level. */
export const ARMED_CALL = 1
export const ARMED_WARNING = 2

/** A row for each open account. Money in micro-dollars. */
export class Accounts extends Table<AccountSlot> {
  /** DEMO or REAL. */
  readonly kind = this.flags()
  /** 1: the account may close and cancel, not open or withdraw. */
  readonly frozen = this.flags<0 | 1>()
  readonly armed = this.flags()
  /** 1: stands in the list of accounts that the next quote checks. */
  readonly dirty = this.flags<0 | 1>()
  /**
   * 1: at or below the stop-out with nothing that could be closed. It is checked again when one of its markets opens.
   */
  readonly stopOutDeferred = this.flags<0 | 1>()
  /** Live orders by number, ascending. */
  readonly firstOrder = this.ints<OrderSlot | None>()
  readonly lastOrder = this.ints<OrderSlot | None>()
  readonly firstExposure = this.ints<ExposureSlot | None>()
  readonly id = this.doubles<AccountId>()
  private readonly index = new SlotIndex<AccountSlot, AccountId>(this.id)
  /** Their numbers. */
  readonly sorted = new SortedNumbers<AccountId>()
  readonly balance = this.doubles<Micros>()
  /** Sum of the margins of its holdings. */
  readonly marginUsed = this.doubles<Micros>()
  /** Sum of the notionals of its holdings that have one, in micro-dollars; `unbounded` counts those that pass 2^53. */
  readonly notional = this.doubles<Micros>()
  /** Orders of each status. */
  readonly holdings = this.ints()
  readonly pendings = this.ints()
  readonly unbounded = this.ints()
  readonly locked = this.doubles<Micros>()
  /** Value at the opening of all positions that have closed; it stays at MONEY_MAX. */
  readonly traded = this.doubles<Micros>()
  /** Transfers that were ever made. */
  readonly transfers = this.ints()

  /** A new account without money or orders, both notices armed. */
  add(account: AccountId, kind: typeof DEMO | typeof REAL): AccountSlot {
    assert(Number.isSafeInteger(account) && account > 0, 'an account has a positive number')
    assert(this.index.get(account) === undefined, 'an account opens once')
    const slot = this.take()
    this.id.set(slot, account)
    this.index.add(slot)
    this.sorted.add(account)
    this.kind.set(slot, kind)
    this.frozen.set(slot, 0)
    this.balance.set(slot, 0 as Micros)
    this.locked.set(slot, 0 as Micros)
    this.traded.set(slot, 0 as Micros)
    this.transfers.set(slot, 0)
    this.marginUsed.set(slot, 0 as Micros)
    this.armed.set(slot, ARMED_CALL | ARMED_WARNING)
    this.holdings.set(slot, 0)
    this.pendings.set(slot, 0)
    this.firstOrder.set(slot, NONE)
    this.lastOrder.set(slot, NONE)
    this.firstExposure.set(slot, NONE)
    this.notional.set(slot, 0 as Micros)
    this.unbounded.set(slot, 0)
    this.dirty.set(slot, 0)
    this.stopOutDeferred.set(slot, 0)
    return slot
  }

  /** It holds nothing and no notice is to be armed again: no quote can do anything to it. */
  isAtRest(slot: AccountSlot): boolean {
    return this.firstExposure.get(slot) === NONE && this.armed.get(slot) === (ARMED_CALL | ARMED_WARNING)
  }

  /** `undefined` where no account has the number. */
  find(account: AccountId): AccountSlot | undefined {
    return this.index.get(account)
  }

  /**
   * The row in the first hash place of the number: nearly always the right one, otherwise another row or NONE. The
   * caller checks its id.
   */
  guess(account: AccountId): AccountSlot | None {
    return this.index.guess(account)
  }
}

/** The accounts that the next quote of an open market has to check, each at most once. */
export class DirtyAccounts {
  private readonly accounts: Accounts
  private readonly list: SlotList<AccountSlot>
  private readonly due: SlotList<AccountSlot>

  constructor(accounts: Accounts) {
    this.accounts = accounts
    this.list = new SlotList(accounts)
    this.due = new SlotList(accounts)
  }

  add(slot: AccountSlot): void {
    const { dirty } = this.accounts
    if (dirty.get(slot) === 1) return
    dirty.set(slot, 1)
    this.list.add(slot)
    assert(this.list.count <= this.accounts.count(), 'an account stands in the list once')
  }

  isEmpty(): boolean {
    return this.list.count === 0
  }

  /**
   * Takes the marked accounts that a quote can change, by account number. The marks of all are cleared. An account that
   * is added from now on waits for the next quote.
   */
  take(): SlotList<AccountSlot> {
    const { accounts, list, due } = this
    const { dirty, id } = accounts
    due.clear()
    for (let index = 0; index < list.count; index++) {
      const slot = list.at(index)
      assert(dirty.get(slot) === 1, 'a listed account is marked')
      dirty.set(slot, 0)
      if (!accounts.isAtRest(slot)) due.add(slot)
    }
    list.clear()
    if (due.count > 1) due.sort(id, id)
    return due
  }

  /** The accounts in the list, for checks. */
  slots(): readonly AccountSlot[] {
    return Array.from({ length: this.list.count }, (_, index) => this.list.at(index))
  }
}
