/**
 * Invariants of the state, independent of its history. The reference engine derives every figure, so few contradictions
 * are possible.
 */
import type { OrderId } from '../commands.ts'
import { bookSum } from '../ledger.ts'
import type { Order, State } from './state.ts'

/** The fault, or `undefined`. */
export function stateFault(state: State): string | undefined {
  for (const [id, order] of state.orders) {
    const fault = orderFault(state, id, order)
    if (fault !== undefined) return fault
  }
  return booksFault(state) ?? withdrawalsFault(state)
}

function orderFault(state: State, id: OrderId, order: Order): string | undefined {
  if (order.order !== id || id >= state.orderNext) return `order ${id} stands under a number that it was not given`
  if (!state.accounts.has(order.account)) return `order ${id} is of no account`
  if (!state.instruments.has(order.instrument)) return `order ${id} is of no instrument`
  const isPending = order.pending !== undefined
  if (isPending !== (order.opening === undefined)) return `order ${id} is neither pending nor a holding`
  if (isPending !== (order.request !== undefined)) return `order ${id} keeps a request or has lost it`
  if (isPending !== (order.targetSet !== undefined)) return `order ${id} keeps the event of its target or has lost it`
  return undefined
}

function booksFault(state: State): string | undefined {
  for (const kind of ['demo', 'real'] as const) {
    const book = state.books[kind]
    const accounts = [...state.accounts.values()].filter((account) => account.accountKind === kind)
    const balance = accounts.reduce((sum, account) => sum + BigInt(account.balance), 0n)
    const locked = accounts.reduce((sum, account) => sum + BigInt(account.locked), 0n)
    if (bookSum(book) !== 0n) return `the ${kind} book sums to ${bookSum(book)}`
    if (book.clientBalance !== balance || book.clientLocked !== locked)
      return `the ${kind} book is not the sum of its accounts`
  }
  return undefined
}

function withdrawalsFault(state: State): string | undefined {
  for (const { account, locked } of state.accounts.values()) {
    const transfers = [...state.transfers.values()].filter(
      (each) => each.account === account && each.state === 'locked',
    )
    const sum = transfers.reduce((all, each) => all + each.amount, 0)
    if (sum !== locked) return `account ${account} has ${locked} locked, its withdrawals ${sum}`
  }
  return undefined
}
