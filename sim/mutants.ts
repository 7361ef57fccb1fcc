/**
 * Mutants: bugs made on purpose. Each is one change of one line of the fast engine's source, of the kind that people
 * really make. `mutant-engine.ts` makes a copy of the engine with the change, and the simulator has to find it.
 */
export type Mutant = {
  readonly bug: string
  readonly file: string
  readonly line: string
  readonly becomes: string
  /** The history that found it when it was last looked at, where that was a late one: it is tried before all others. */
  readonly seed?: number
  /** Steps of a history; undefined: as many as `npm test` takes. */
  readonly length?: number
}

/** Mutants of formulas and rules, then of revaluation triggers, links, sums, generations and queues. */
export const MUTANTS: readonly Mutant[] = [
  {
    bug: 'a close at the wrong side of the quote',
    file: 'closing.ts',
    line: 'price: market.closePrice(orders.side.get(slot) === BUY),',
    becomes: 'price: market.closePrice(orders.side.get(slot) !== BUY),',
  },
  {
    bug: 'profit rounded down instead of half away',
    file: 'market.ts',
    line: 'return mulDivHalfAway(product, 1, this.rateDenominator) as Micros',
    becomes: 'return Math.floor(product / this.rateDenominator) as Micros',
    seed: 2,
  },
  {
    bug: 'a fee that free margin need not cover',
    file: 'opening.ts',
    line: 'if (after.equity - fee + spread < after.marginUsed + margin)',
    becomes: 'if (after.equity + spread < after.marginUsed + margin)',
    seed: 9,
  },
  {
    bug: 'a loss below zero that the operator does not pay',
    file: 'closing.ts',
    line: 'if (balance >= 0 || accounts.holdings.get(account) !== 0) return',
    becomes: 'return',
  },
  {
    bug: 'a correction that takes the margin of positions',
    file: 'cash.ts',
    line: "if (amount < 0 && equityOf(state, slot) + amount < marginUsedOf(state, slot)) return 'margin_not_enough'",
    becomes: '',
    seed: 20,
  },
  {
    bug: 'a withdrawal while a position has no confirmed price',
    file: 'cash.ts',
    line: 'if (fault !== undefined) return fault',
    becomes: '',
    seed: 10,
  },
  {
    bug: 'a withdrawal at a rate that waits to be confirmed',
    file: 'cash.ts',
    line: '[market, market.rateSource ?? market]',
    becomes: '[market]',
    seed: 23,
  },
  {
    bug: 'a stop-out that begins with the oldest',
    file: 'margin-check.ts',
    line: 'closable.sort(orders.profit, orders.id)',
    becomes: 'closable.sort(orders.id, orders.id)',
    seed: 2,
  },
  {
    bug: 'the second notice never given',
    file: 'margin-check.ts',
    line: 'this.notice(account, equity, at, MARGIN_WARNING)',
    becomes: '',
  },
  {
    bug: 'an event that takes the time of its quote for its own',
    file: 'margin-check.ts',
    line: 'const at = cause.at as Millis',
    becomes: 'const at = cause.time as Millis',
    seed: 9,
  },
  {
    bug: 'pending orders entered in the order of their prices',
    file: 'quote.ts',
    line: 'if (this.entries.count > 1) this.entries.sort(targetSet, id)',
    becomes: '',
    seed: 10,
  },
  {
    bug: 'a changed pending order that keeps its place',
    file: 'quote.ts',
    line: 'this.entries.sort(targetSet, id)',
    becomes: 'this.entries.sort(id, id)',
    seed: 38,
  },
  {
    bug: 'a change of stops alone that loses the place',
    file: 'evolve.ts',
    line: 'if (orders.price.get(slot) !== event.target) orders.targetSet',
    becomes: 'orders.targetSet',
    seed: 2,
  },
  {
    bug: 'a limit order that becomes a stop order when it is changed',
    file: 'amend.ts',
    line: "return kind === kindOf(state, slot) ? undefined : 'target_wrong_side'",
    becomes: 'return undefined',
    seed: 8,
  },
  {
    bug: 'a part that leaves the margin of its position as it was',
    file: 'split.ts',
    line: 'orders.margin.add(slot, -margin)',
    becomes: '',
  },
  {
    bug: 'a part that leaves the fee with its position, too',
    file: 'split.ts',
    line: 'orders.fee.add(slot, -fee)',
    becomes: '',
  },
  {
    bug: 'a position that keeps its size when a part closes',
    file: 'split.ts',
    line: 'orders.lots.add(slot, -lots)',
    becomes: '',
  },
  {
    bug: 'financing that a part takes from its position twice',
    file: 'split.ts',
    line: 'orders.swap.add(slot, -swap)',
    becomes: 'orders.swap.add(slot, -2 * swap)',
    seed: 2,
  },
  {
    bug: 'a part that begins a chain of its own',
    file: 'split.ts',
    line: 'orders.lastEvent.set(part, state.sequence)',
    becomes: 'orders.lastEvent.set(part, state.sequence - 1)',
  },
  {
    bug: 'a part whose rest may be too small',
    file: 'close-part.ts',
    line: 'partFault({ lots, held, terms: state.marketOf(slot).terms })',
    becomes: "(lots > held ? 'part_too_large' : undefined)",
  },
  {
    bug: 'a quote of a closed market that fires stops',
    file: 'fast-engine.ts',
    line: 'if (market.isOpen()) this.quoteRun.run(market)',
    becomes: 'this.quoteRun.run(market)',
  },
  {
    bug: 'a close that names another event before it',
    file: 'closing.ts',
    line: 'account: state.accountIdOf(slot),\n    previous: orders.lastEvent.get(slot),\n    instrument',
    becomes: 'account: state.accountIdOf(slot),\n    previous: orders.lastEvent.get(slot) - 1,\n    instrument',
  },
  {
    bug: 'a revaluation trigger set half as far again as it may be',
    file: 'revaluation-triggers.ts',
    line: 'const floor = bid - Math.floor(way.down * bid) - 1',
    becomes: 'const floor = bid - Math.floor(way.down * bid * 1.5) - 1',
  },
  {
    bug: 'a short without its revaluation trigger',
    file: 'revaluation-triggers.ts',
    line: '      revaluationTriggers.askRising.push(ceiling, exposure, generation)\n      set |= REVALUE_ASK_RISING',
    becomes: '',
    seed: 4,
  },
  {
    bug: 'a re-arming noticed too late',
    file: 'revaluation-triggers.ts',
    line: 'return (used * MARGIN_CALL_REARM_LEVEL) / 100',
    becomes: 'return (used * (MARGIN_CALL_REARM_LEVEL + 15)) / 100',
    seed: 36,
  },
  {
    bug: 'no revaluation trigger on the rate where the slack is small',
    file: 'revaluation-triggers.ts',
    line: '(banded ? 0 : pushRate(state, each))',
    becomes: '0',
    seed: 19,
  },
  {
    bug: 'a rate that leaves its band without a check',
    file: 'prices.ts',
    line: 'if (outOfBand) state.markHoldersDirty(dependent)',
    becomes: '',
    seed: 30,
  },
  {
    bug: 'a deferred stop-out forgotten when its market opens',
    file: 'fast-engine.ts',
    line: 'if (accounts.stopOutDeferred.get(account) === 1) this.state.markDirty(account)',
    becomes: '',
    seed: 5,
  },
  {
    bug: 'no check when the feed quotes again after a restart',
    file: 'fast-engine.ts',
    line: 'this.state.markHoldersDirty(market)',
    becomes: '',
  },
  {
    bug: 'accounts checked on rates of before the restart',
    file: 'market.ts',
    line: "return !this.hasLiveQuote || ((kind === 'multiply' || kind === 'divide') && !this.hasLiveRate())",
    becomes: 'return !this.hasLiveQuote',
    seed: 28,
  },
  {
    bug: 'an account that opens on prices of before the restart',
    file: 'opening.ts',
    line: "if (waitsForFeed(state, account)) return 'price_stale'",
    becomes: '',
    seed: 8,
  },
  {
    bug: 'an entry that waits for the feed and stands in no queue afterwards',
    file: 'quote.ts',
    line: 'setTriggers(state, slot, market)',
    becomes: '',
    seed: 20,
  },
  {
    bug: 'a withdrawal that no check follows',
    file: 'evolve.ts',
    line: "state.bookOf(account).move('clientBalance', 'clientLocked', amount)\n  state.markDirty(account)",
    becomes: "state.bookOf(account).move('clientBalance', 'clientLocked', amount)",
    seed: 15,
  },
  {
    bug: 'an account that stays marked after its check',
    file: 'accounts.ts',
    line: 'dirty.set(slot, 0)\n      if',
    becomes: 'if',
  },
  {
    bug: 'a row taken out that the row behind it still names',
    file: 'links.ts',
    line: 'this.previous.set(next, previous)',
    becomes: '',
  },
  {
    bug: 'a row taken out that the row before it still names',
    file: 'links.ts',
    line: 'this.next.set(previous, next)',
    becomes: '',
  },
  {
    bug: 'a first row that the second does not name',
    file: 'links.ts',
    line: 'this.previous.set(first, slot)',
    becomes: '',
  },
  {
    bug: 'a last order that its account does not know',
    file: 'state.ts',
    line: 'accounts.lastOrder.set(account, slot)',
    becomes: '',
  },
  {
    bug: 'an exposure that its market does not list',
    file: 'holdings.ts',
    line: 'market.firstExposure = exposure\n  return exposure',
    becomes: 'return exposure',
  },
  {
    bug: 'a closed position that its exposure still lists',
    file: 'holdings.ts',
    line: 'if (previous === NONE) exposures.firstOrder.set(exposure, orders.nextOfExposure.get(slot))',
    becomes: '',
  },
  {
    bug: 'an ended order that is still found',
    file: 'slot-index.ts',
    line: '    entries[hole] = 0\n',
    becomes: '',
  },
  {
    bug: 'a live order that is no longer found behind one that ended',
    file: 'slot-index.ts',
    line: 'if (((place - home) & mask) < ((place - hole) & mask)) continue',
    becomes: 'continue',
    // Found where numbers of many orders meet in the index.
    seed: 5,
    length: 1_000,
  },
  {
    bug: 'a closed position that goes on counting',
    file: 'holdings.ts',
    line: 'addSize(state, slot, exposure, -1)',
    becomes: '',
  },
  {
    bug: 'a margin that is never given back',
    file: 'holdings.ts',
    line: 'accounts.marginUsed.add(account, -orders.margin.get(slot))',
    becomes: '',
  },
  {
    bug: 'a notional that is added at the end, too',
    file: 'holdings.ts',
    line: 'else accounts.notional.add(account, notional * sign)',
    becomes: 'else accounts.notional.add(account, notional)',
  },
  {
    bug: 'a fee that the book does not see',
    file: 'evolve.ts',
    line: 'state.bookOf(account).fee(event.fee)',
    becomes: '',
  },
  {
    bug: 'a cancelled order that the account still counts',
    file: 'evolve.ts',
    line: 'state.accounts.pendings.add(state.orders.account.get(slot), -1)',
    becomes: '',
  },
  {
    bug: 'an old stop-loss that still fires after an edit',
    file: 'evolve.ts',
    line: 'if (!waits) clearTriggers(state, slot, market)',
    becomes: '',
  },
  {
    bug: 'levels that wait for a quote and miss it',
    file: 'quote.ts',
    line: 'if (market.unqueued.count > 0) queueListed(this.state, market)',
    becomes: '',
  },
  {
    bug: 'entries of an order that stay valid',
    file: 'order-triggers.ts',
    line: 'orders.generation.add(slot, 1)',
    becomes: '',
  },
  {
    bug: 'revaluation triggers that stay valid',
    file: 'revaluation-triggers.ts',
    line: 'generation.add(exposure, 1)',
    becomes: '',
  },
  {
    bug: 'a slot whose life does not end',
    file: 'columns.ts',
    line: '    this.lives.set(slot, life + 1)\n    this.free',
    becomes: '    this.free',
  },
  {
    bug: 'a position that remembers the life of another exposure',
    file: 'holdings.ts',
    line: 'orders.exposureLife.set(slot, exposures.lifeOf(exposure))',
    becomes: '',
  },
  {
    bug: 'a heap that follows the larger child',
    file: 'queue.ts',
    line: 'this.key(child + 1) < this.key(child)) child++',
    becomes: 'this.key(child + 1) > this.key(child)) child++',
  },
  {
    bug: 'an entry that stays at the end of the heap',
    file: 'queue.ts',
    line: 'if (this.key(parent) <= key) break',
    becomes: 'break',
  },
  {
    bug: 'an invalid entry that is counted for ever',
    file: 'queue.ts',
    line: 'if (!valid) this.invalid--',
    becomes: '',
  },
  {
    bug: 'a popped level that counts as standing',
    file: 'order-triggers.ts',
    line: 'orders.queued.set(slot, queued & ~which)',
    becomes: '',
  },
]
