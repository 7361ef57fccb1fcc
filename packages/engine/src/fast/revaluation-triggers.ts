/**
 * Revaluation triggers instead of account scans. An account that was just checked has some equity to lose (or to win) before anything has to happen.
 * That slack is shared among the prices it depends on, each share becomes a price level, and the levels stand in the instruments' revaluation trigger
 * queues. While none is reached, the slack cannot be used up: every rounding here makes a revaluation level be reached earlier, never later.
 */
import {
  MARGIN_CALL_LEVEL,
  MARGIN_CALL_REARM_LEVEL,
  MARGIN_WARNING_LEVEL,
  MARGIN_WARNING_REARM_LEVEL,
  STOP_OUT_LEVEL,
} from '@veritick/domain'
import { ARMED_CALL, ARMED_WARNING } from './accounts.ts'
import {
  REVALUE_ASK_FALLING,
  REVALUE_ASK_RISING,
  REVALUE_BID_FALLING,
  REVALUE_BID_RISING,
  REVALUE_RATE,
} from './exposures.ts'
import type { Market } from './market.ts'
import type { State } from './state.ts'
import { marginUsedOf } from './valuation.ts'

/** What doubles may lose in the products below is far less than this share of the slack. */
const SLACK_KEPT = 1 - 1e-9

/**
 * Sets the revaluation triggers of an account that was just checked at this equity. False where it stands so close to a level that no price can
 * be named: then it stays watched.
 */
export function setRevaluationTriggers(state: State, account: number, equity: number): boolean {
  const { accounts, exposures } = state
  const first = accounts.firstExposure[account] ?? -1
  for (let each = first; each >= 0; each = exposures.nextOfAccount[each] ?? -1)
    invalidateRevaluationTriggers(state, each)
  // With nothing held every notice is armed again, on the next quote.
  if (first < 0) return accounts.armed[account] === (ARMED_CALL | ARMED_WARNING)
  const used = marginUsedOf(state, account)
  // Each position's profit is rounded by itself: by half a micro-dollar now and by half another way later.
  const rounding = 2 + (accounts.holdings[account] ?? 0)
  const down = (equity - levelBelow(state, account, used) - rounding) * SLACK_KEPT
  const up = (levelAbove(state, account, used) - equity - rounding) * SLACK_KEPT
  if (!(down > 0 && up > 0)) return false
  share(state, account, { down, up })
  return true
}

/** The exposure's revaluation triggers are no longer true. */
export function invalidateRevaluationTriggers(state: State, exposure: number): void {
  const { exposures } = state
  const set = exposures.revaluations[exposure] ?? 0
  exposures.revaluations[exposure] = 0
  exposures.generation[exposure] = (exposures.generation[exposure] ?? 0) + 1
  if (set === 0) return
  const market = state.marketOfExposure(exposure)
  const { generation } = exposures
  if ((set & REVALUE_BID_FALLING) !== 0) market.revaluationTriggers.bidFalling.invalidate(generation)
  if ((set & REVALUE_BID_RISING) !== 0) market.revaluationTriggers.bidRising.invalidate(generation)
  if ((set & REVALUE_ASK_RISING) !== 0) market.revaluationTriggers.askRising.invalidate(generation)
  if ((set & REVALUE_ASK_FALLING) !== 0) market.revaluationTriggers.askFalling.invalidate(generation)
  if ((set & REVALUE_RATE) === 0 || market.rateSource === undefined) return
  market.rateSource.revaluationTriggers.bidFalling.invalidate(generation)
  market.rateSource.revaluationTriggers.bidRising.invalidate(generation)
}

/** The equity at or below which something has to happen next. */
function levelBelow(state: State, account: number, used: number): number {
  const { accounts } = state
  if (accounts.stopOutDeferred[account] === 1) return Number.NEGATIVE_INFINITY
  const armed = accounts.armed[account] ?? 0
  if ((armed & ARMED_CALL) !== 0) return (used * MARGIN_CALL_LEVEL) / 100
  if ((armed & ARMED_WARNING) !== 0) return (used * MARGIN_WARNING_LEVEL) / 100
  return (used * STOP_OUT_LEVEL) / 100
}

/** The equity at or above which a notice is armed again. */
function levelAbove(state: State, account: number, used: number): number {
  const armed = state.accounts.armed[account] ?? 0
  if ((armed & ARMED_WARNING) === 0) return (used * MARGIN_WARNING_REARM_LEVEL) / 100
  if ((armed & ARMED_CALL) === 0) return (used * MARGIN_CALL_REARM_LEVEL) / 100
  return Number.POSITIVE_INFINITY
}

/** What equity can lose and win in USD before the account has to be checked. Infinite where no level lies that way. */
type Slack = { readonly down: number; readonly up: number }

/**
 * Every price gets the same relative way to go: the slack over the sum of all the notionals. Converted instruments count at the worst
 * rate of the band, and what the band alone can do to their present profit is taken off first; where that is too much of the slack,
 * the account is told of every move of the rate instead.
 */
function share(state: State, account: number, slack: Slack): void {
  const { accounts, exposures } = state
  const first = accounts.firstExposure[account] ?? -1
  let atRisk = 0
  for (let each = first; each >= 0; each = exposures.nextOfAccount[each] ?? -1) {
    const profit = Math.abs(exposures.profit[each] ?? 0) + (exposures.holdings[each] ?? 0)
    atRisk += profit * rateSwing(state.marketOfExposure(each))
  }
  const banded = atRisk * 2 <= Math.min(slack.down, slack.up)
  let notional = 0
  for (let each = first; each >= 0; each = exposures.nextOfAccount[each] ?? -1) {
    const market = state.marketOfExposure(each)
    const size = (exposures.longLots[each] ?? 0) * market.bid + (exposures.shortLots[each] ?? 0) * market.ask
    notional += size * valuePerPoint(market, banded)
  }
  const taken = banded ? atRisk : 0
  const way = { down: (slack.down - taken) / notional, up: (slack.up - taken) / notional }
  for (let each = first; each >= 0; each = exposures.nextOfAccount[each] ?? -1) pushTriggers(state, each, way, banded)
}

/** `way`: the share of its price that each price may go against the account (`down`) or for it (`up`). */
function pushTriggers(state: State, exposure: number, way: Slack, banded: boolean): void {
  const { exposures } = state
  const market = state.marketOfExposure(exposure)
  const { revaluationTriggers, bid, ask } = market
  const generation = exposures.generation[exposure] ?? 0
  let set = 0
  if ((exposures.longLots[exposure] ?? 0) > 0) {
    const floor = bid - Math.floor(way.down * bid) - 1
    const ceiling = bid + Math.floor(way.up * bid) + 1
    if (floor > 0) {
      revaluationTriggers.bidFalling.push(floor, exposure, generation)
      set |= REVALUE_BID_FALLING
    }
    if (ceiling < Number.POSITIVE_INFINITY) {
      revaluationTriggers.bidRising.push(ceiling, exposure, generation)
      set |= REVALUE_BID_RISING
    }
  }
  if ((exposures.shortLots[exposure] ?? 0) > 0) {
    const ceiling = ask + Math.floor(way.down * ask) + 1
    const floor = ask - Math.floor(way.up * ask) - 1
    if (ceiling < Number.POSITIVE_INFINITY) {
      revaluationTriggers.askRising.push(ceiling, exposure, generation)
      set |= REVALUE_ASK_RISING
    }
    if (floor > 0) {
      revaluationTriggers.askFalling.push(floor, exposure, generation)
      set |= REVALUE_ASK_FALLING
    }
  }
  const source = market.rateSource
  if (!banded && source?.hasQuote() === true) {
    source.revaluationTriggers.bidFalling.push(source.bid - 1, exposure, generation)
    source.revaluationTriggers.bidRising.push(source.bid + 1, exposure, generation)
    set |= REVALUE_RATE
  }
  exposures.revaluations[exposure] = set
}

/** By how much of itself the rate may leave the present one while its source stays within its band. */
function rateSwing(market: Market): number {
  const source = market.rateSource
  if (source?.hasQuote() !== true) return 0
  return Math.max(source.bandHigh / source.bid, source.bid / source.bandLow) - 1
}

/** Micro-dollars per lot unit and point at the highest rate before the account is looked at again. */
function valuePerPoint(market: Market, banded: boolean): number {
  const rate = market.rateNumerator / market.rateDenominator
  return market.pointValue * rate * (banded ? 1 + rateSwing(market) : 1)
}
