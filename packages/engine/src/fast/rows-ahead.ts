/**
 * The rows that the next commands of a frame need are read once before the first of these commands is decided. Nothing
 * is done with what was read: with 100,000 accounts each row lies in slow memory, and a processor fetches many rows at
 * the same time while no decision waits for one of them. A guess that is wrong costs time and changes nothing.
 */
import { FIXED_COMMAND_BYTES, numberOfKind } from '../command-bytes.ts'
import type { AccountId, OrderId } from '../commands.ts'
import type { RunReader } from '../run-reader.ts'
import { type AccountSlot, NONE, type None, type OrderSlot } from './columns.ts'
import type { State } from './state.ts'

/** Commands whose rows are read together. All rows of this many fit into the nearest cache. */
const WINDOW = 32
/** Every order, close and cancel names its account here, the last two the order that they are about here. */
const ACCOUNT_AT = 9
const ORDER_AT = 17

const PLACE = numberOfKind('place')
const CLOSE = numberOfKind('close')
const CANCEL = numberOfKind('cancel')
const QUOTE = numberOfKind('quote')

/** Reads rows ahead of the commands that need them, a window of commands at a time. */
export class RowsAhead {
  private readonly state: State
  private frame: Uint8Array | undefined
  /** Rows of the commands before this place have been read. */
  private until = 0
  /** The accounts and orders that the window names. */
  private readonly accountNumbers = new Float64Array(WINDOW)
  private readonly orderNumbers = new Float64Array(WINDOW)
  /**
   * The slots that they lead to, as whole numbers for the compiler, too: one slot that was a double makes it compute
   * every place of every column with doubles.
   */
  private readonly accounts = new Int32Array(WINDOW)
  private readonly orders = new Int32Array(WINDOW)
  private accountCount = 0
  private orderCount = 0
  /** Takes what was read, so that the compiler does not leave the reading out. */
  taken = 0

  constructor(state: State) {
    this.state = state
  }

  /** Before the next command of the frame is decided. */
  read(from: RunReader): void {
    if (from.bytes === this.frame && from.at < this.until) return
    this.frame = from.bytes
    this.listNumbers(from)
    // A lone command waits for its rows once, here or in its decision.
    if (this.accountCount < 2) return
    this.findSlots()
    this.taken = this.readAccounts() ^ this.readOrders() ^ this.readExposures()
  }

  private listNumbers({ view, bytes, at: start }: RunReader): void {
    const { accountNumbers, orderNumbers } = this
    let [at, accountCount, orderCount] = [start, 0, 0]
    for (let command = 0; command < WINDOW && at < bytes.length; command++) {
      const kind = bytes[at]
      const length = lengthOf(kind)
      if (length === 0 || at + length > bytes.length) break
      if (kind !== QUOTE) accountNumbers[accountCount++] = view.getFloat64(at + ACCOUNT_AT, true)
      if (kind === CLOSE || kind === CANCEL) orderNumbers[orderCount++] = view.getFloat64(at + ORDER_AT, true)
      at += length
    }
    this.until = at
    this.accountCount = accountCount
    this.orderCount = orderCount
  }

  /** Apart from the reading of rows, so that one look into an index does not wait for the row of another. */
  private findSlots(): void {
    const { state, accountNumbers, orderNumbers, accountCount, orderCount } = this
    for (let each = 0; each < accountCount; each++) {
      this.accounts[each] = state.accounts.guess(accountNumbers[each] as AccountId)
    }
    for (let each = 0; each < orderCount; each++) {
      this.orders[each] = state.orders.guess(orderNumbers[each] as OrderId)
    }
  }

  /** A value at the beginning and one at the end of what a decision reads of a row. */
  private readAccounts(): number {
    const { id, unbounded } = this.state.accounts
    let taken = 0
    for (let each = 0; each < this.accountCount; each++) {
      const slot = this.accounts[each] as AccountSlot | None
      if (slot !== NONE) taken ^= id.get(slot) ^ unbounded.get(slot)
    }
    return taken
  }

  private readOrders(): number {
    const { account, lots } = this.state.orders
    let taken = 0
    for (let each = 0; each < this.orderCount; each++) {
      const slot = this.orders[each] as OrderSlot | None
      if (slot !== NONE) taken ^= account.get(slot) ^ lots.get(slot)
    }
    return taken
  }

  private readExposures(): number {
    const { orders, exposures } = this.state
    let taken = 0
    for (let each = 0; each < this.orderCount; each++) {
      const slot = this.orders[each] as OrderSlot | None
      const exposure = slot === NONE ? NONE : orders.exposure.get(slot)
      if (exposure !== NONE) taken ^= exposures.account.get(exposure) ^ exposures.longLots.get(exposure)
    }
    return taken
  }
}

/** 0 for a command of no fixed width. */
function lengthOf(kind: number | undefined): number {
  if (kind === PLACE) return FIXED_COMMAND_BYTES.place
  if (kind === CLOSE) return FIXED_COMMAND_BYTES.close
  if (kind === QUOTE) return FIXED_COMMAND_BYTES.quote
  return kind === CANCEL ? FIXED_COMMAND_BYTES.cancel : 0
}
