/**
 * Invariants of the tables, independent of their history: links agree both ways, sums are the sums of their parts,
 * every level that belongs in a queue is there once, no account is past a level undetected, and the books balance. The
 * check visits every row, uses no derived column, and changes nothing but the profit that a valuation stores.
 */
import { bookSum } from '../ledger.ts'
import { DEMO } from './accounts.ts'
import { type AccountSlot, NONE, type OrderSlot } from './columns.ts'
import { REVALUE_RATE_FALLING, REVALUE_RATE_RISING } from './exposures.ts'
import { HOLDING, PENDING } from './orders.ts'
import { levelAbove, levelBelow } from './revaluation-triggers.ts'
import type { State } from './state.ts'
import { exposuresFault } from './validate-exposures.ts'
import { queuesFault } from './validate-queues.ts'
import { equityOf, marginUsedOf, waitsForFeed } from './valuation.ts'

/** The fault, or `undefined`. */
export function stateFault(state: State): string | undefined {
  return (
    accountsFault(state) ??
    exposuresFault(state) ??
    queuesFault(state) ??
    marketsFault(state) ??
    levelsFault(state) ??
    booksFault(state)
  )
}

function accountsFault(state: State): string | undefined {
  const { accounts, orders, dirtyAccounts } = state
  let listed = 0
  let dirty = 0
  for (const account of accounts.live()) {
    const id = accounts.id.get(account)
    if (accounts.find(id) !== account) return `account ${id} is not found under its number`
    const found = ordersOfAccountFault(state, account)
    if (found !== undefined) return `account ${id}: ${found}`
    listed += accounts.holdings.get(account) + accounts.pendings.get(account)
    dirty += accounts.dirty.get(account)
  }
  if (listed !== orders.count()) return `${orders.count()} orders live, the accounts list ${listed}`
  const marked = dirtyAccounts.slots().filter((account) => accounts.dirty.get(account) === 1)
  if (marked.length !== dirty || dirtyAccounts.slots().length !== dirty)
    return 'the list of dirty accounts is not that of the marks'
  return undefined
}

/** The list of an account's orders, both ways, and what the account counts and sums up of them. */
function ordersOfAccountFault(state: State, account: AccountSlot): string | undefined {
  const { accounts, orders } = state
  let [holdings, pendings, margin, notional, unbounded] = [0, 0, 0, 0, 0]
  let before: OrderSlot | typeof NONE = NONE
  for (let slot = accounts.firstOrder.get(account); slot !== NONE; slot = orders.nextOfAccount.get(slot)) {
    const found = orderFault(state, slot, { account, before })
    if (found !== undefined) return found
    if (orders.status.get(slot) === HOLDING) {
      holdings++
      margin += orders.margin.get(slot)
      const worth = orders.notional.get(slot)
      if (worth === undefined) unbounded++
      else notional += worth
    } else pendings++
    before = slot
  }
  if (accounts.lastOrder.get(account) !== before) return 'its list of orders ends elsewhere than at the last one'
  if (accounts.holdings.get(account) !== holdings)
    return `it holds ${holdings} and counts ${accounts.holdings.get(account)}`
  if (accounts.pendings.get(account) !== pendings)
    return `${pendings} wait, it counts ${accounts.pendings.get(account)}`
  if (accounts.marginUsed.get(account) !== margin)
    return `its margin is ${margin}, its sum ${accounts.marginUsed.get(account)}`
  if (accounts.notional.get(account) !== notional)
    return `its notional is ${notional}, its sum ${accounts.notional.get(account)}`
  if (accounts.unbounded.get(account) !== unbounded)
    return `${unbounded} of its holdings pass 2^53, it counts otherwise`
  return undefined
}

function orderFault(
  state: State,
  slot: OrderSlot,
  { account, before }: { readonly account: AccountSlot; readonly before: OrderSlot | typeof NONE },
): string | undefined {
  const { orders, exposures } = state
  if (!orders.isLive(slot)) return 'its list names a row that ended'
  const id = orders.id.get(slot)
  if (orders.find(id) !== slot) return `order ${id} is not found under its number`
  if (id >= state.orderNext) return `order ${id} has a number that was not given yet`
  if (orders.account.get(slot) !== account) return `order ${id} is of another account`
  if (!(orders.lastEvent.get(slot) > 0 && orders.lastEvent.get(slot) <= state.sequence))
    return `order ${id} had an event that never was`
  if (orders.previousOfAccount.get(slot) !== before) return `order ${id} names another order before it`
  if (before !== NONE && orders.id.get(before) >= id) return `order ${id} stands behind a younger one`
  const exposure = orders.exposure.get(slot)
  if (orders.status.get(slot) === PENDING) return exposure === NONE ? undefined : `order ${id} waits and is summed up`
  if (exposure === NONE) return `order ${id} is held and not summed up`
  if (exposures.lifeOf(exposure) !== orders.exposureLife.get(slot)) return `order ${id} names an exposure that ended`
  if (exposures.account.get(exposure) !== account) return `order ${id} is summed up for another account`
  if (exposures.instrument.get(exposure) !== orders.instrument.get(slot)) return `order ${id} is summed up elsewhere`
  return undefined
}

/** Conversion rates: every market is a dependent of the one that gives its rate, and of no other. */
function marketsFault(state: State): string | undefined {
  for (const market of state.markets) {
    const { code } = market.terms
    if (state.markets[market.slot] !== market || state.market(market.terms.id) !== market) return `${code} is not found`
    for (const other of state.markets) {
      const depends = other.dependents.filter((each) => each === market).length
      if (depends !== (market.rateSource === other ? 1 : 0))
        return `${code} does not depend on ${other.terms.code} as it says`
    }
    const { rateNumerator, rateDenominator } = market
    market.refreshRate()
    if (rateNumerator !== market.rateNumerator || rateDenominator !== market.rateDenominator)
      return `the rate of ${code} is an old one`
  }
  return undefined
}

/**
 * The promise of the revaluation triggers: an account that the next quote would not check stands between its levels.
 */
function levelsFault(state: State): string | undefined {
  const { accounts } = state
  for (const account of accounts.live()) {
    if (accounts.dirty.get(account) === 1 || accounts.firstExposure.get(account) === NONE) continue
    if (waitsForFeed(state, account)) continue
    const used = marginUsedOf(state, account)
    const { least, most } = equityInBand(state, account)
    const id = accounts.id.get(account)
    if (least <= levelBelow(state, account, used)) return `account ${id} can fall past a level unnoticed`
    if (most >= levelAbove(state, account, used)) return `account ${id} can rise past a level unnoticed`
  }
  return undefined
}

/**
 * The least and the most that the account can be worth at the present prices before a conversion rate leaves its band.
 * Where every move of a rate is noticed, the rate is the present one. A micro-dollar for each position is allowed for
 * rounding.
 */
function equityInBand(state: State, account: AccountSlot): { readonly least: number; readonly most: number } {
  const { accounts, exposures } = state
  const equity = equityOf(state, account)
  let [least, most] = [equity + accounts.holdings.get(account) + 2, equity - accounts.holdings.get(account) - 2]
  for (let each = accounts.firstExposure.get(account); each !== NONE; each = exposures.nextOfAccount.get(each)) {
    const source = state.marketOfExposure(each).rateSource
    const noticed = (exposures.revaluations.get(each) & (REVALUE_RATE_FALLING | REVALUE_RATE_RISING)) !== 0
    if (source === undefined || noticed || source.outOfBand()) continue
    const profit = exposures.profit.get(each)
    const multiplies = state.marketOfExposure(each).terms.conversion.kind === 'multiply'
    const edges = [source.bandLow, source.bandHigh].map((edge) => (multiplies ? edge / source.bid : source.bid / edge))
    const changes = edges.map((factor) => profit * (factor - 1))
    least += Math.min(0, ...changes)
    most += Math.max(0, ...changes)
  }
  return { least, most }
}

function booksFault(state: State): string | undefined {
  const { accounts } = state
  const sums = { demo: { balance: 0n, locked: 0n }, real: { balance: 0n, locked: 0n } }
  for (const account of accounts.live()) {
    const sum = sums[accounts.kind.get(account) === DEMO ? 'demo' : 'real']
    sum.balance += BigInt(accounts.balance.get(account))
    sum.locked += BigInt(accounts.locked.get(account))
  }
  for (const kind of ['demo', 'real'] as const) {
    const book = state[kind].book()
    if (bookSum(book) !== 0n) return `the ${kind} book sums to ${bookSum(book)}`
    if (book.clientBalance !== sums[kind].balance)
      return `the balances of the ${kind} book are not those of its accounts`
    if (book.clientLocked !== sums[kind].locked) return `the ${kind} book has another amount locked than its accounts`
  }
  return withdrawalsFault(state)
}

function withdrawalsFault(state: State): string | undefined {
  const { accounts, transfers } = state
  for (const account of accounts.live()) {
    const id = accounts.id.get(account)
    let [sum, count] = [0, 0]
    for (const each of transfers.values()) {
      if (each.account !== id) continue
      count += 1
      if (each.state === 'locked') sum += each.amount
    }
    if (accounts.transfers.get(account) !== count)
      return `account ${id}: it has ${count} transfers, their number is ${accounts.transfers.get(account)}`
    if (accounts.locked.get(account) !== sum)
      return `account ${id}: its withdrawals lock ${sum}, it has another amount locked`
  }
  return undefined
}
