/**
 * Revaluation triggers instead of account scans. An account that was just checked has some equity to lose (or to win)
 * before anything has to happen. That slack is shared among the prices it depends on, each share becomes a price level,
 * and the levels stand in the revaluation queues of the instruments. While none is reached, the slack cannot be used
 * up: every rounding here lets a level be reached earlier, never later.
 */
import {
  assert,
  MARGIN_CALL_LEVEL,
  MARGIN_CALL_REARM_LEVEL,
  MARGIN_WARNING_LEVEL,
  MARGIN_WARNING_REARM_LEVEL,
  STOP_OUT_LEVEL,
} from '@veritick/domain'
import { ARMED_CALL, ARMED_WARNING } from './accounts.ts'
import { type AccountSlot, type ExposureSlot, NONE } from './columns.ts'
import {
  REVALUE_ASK_FALLING,
  REVALUE_ASK_RISING,
  REVALUE_BID_FALLING,
  REVALUE_BID_RISING,
  REVALUE_RATE_FALLING,
  REVALUE_RATE_RISING,
} from './exposures.ts'
import type { Market } from './market.ts'
import type { PriceQueue } from './queue.ts'
import type { State } from './state.ts'
import { marginUsedOf } from './valuation.ts'

/** The share of the slack that triggers use. The rest exceeds the rounding error of the products below. */
const SLACK_KEPT = 1 - 1e-9
/**
 * Triggers nearer than this share of a price are reached by nearly every quote. An account whose positions offset each
 * other can stay that near for hours, and setting triggers in many instruments anew costs several times a check.
 */
const NEAR = 5e-5
/** An account with fewer positions has few triggers. */
const FEW = 16

/**
 * Sets the revaluation triggers of an account that was just checked at this equity, in micro-dollars. False where it
 * stands so close to a level that no price can be named, or none that is worth it: then the next quote checks it again.
 */
export function setRevaluationTriggers(state: State, account: AccountSlot, equity: number): boolean {
  const { accounts, exposures } = state
  assert(Number.isSafeInteger(equity), 'equity is a whole number of micro-dollars')
  const first = accounts.firstExposure.get(account)
  // Old triggers may stay: the account is checked anyway.
  if (isNear(state, account, equity)) return false
  for (let each = first; each !== NONE; each = exposures.nextOfAccount.get(each)) {
    assert(exposures.account.get(each) === account, 'the list of an account holds its own exposures')
    invalidateRevaluationTriggers(state, each)
  }
  // With nothing held every notice is armed again, on the next quote.
  if (first === NONE) return accounts.armed.get(account) === (ARMED_CALL | ARMED_WARNING)
  const used = marginUsedOf(state, account)
  // Each position's profit is rounded by itself: by half a micro-dollar now and by half another way later.
  const rounding = 2 + accounts.holdings.get(account)
  const down = (equity - levelBelow(state, account, used) - rounding) * SLACK_KEPT
  const up = (levelAbove(state, account, used) - equity - rounding) * SLACK_KEPT
  if (!(down > 0 && up > 0)) return false
  shareSlack(state, account, { down, up })
  return true
}

function isNear(state: State, account: AccountSlot, equity: number): boolean {
  const { accounts } = state
  if (accounts.holdings.get(account) < FEW) return false
  const used = marginUsedOf(state, account)
  const slack = Math.min(equity - levelBelow(state, account, used), levelAbove(state, account, used) - equity)
  return slack < NEAR * accounts.notional.get(account)
}

/** The revaluation triggers of the exposure become invalid. */
export function invalidateRevaluationTriggers(state: State, exposure: ExposureSlot): void {
  const { exposures } = state
  const { generation } = exposures
  assert(exposures.isLive(exposure), 'only a live exposure has revaluation triggers')
  const set = exposures.revaluations.get(exposure)
  exposures.revaluations.set(exposure, 0)
  generation.add(exposure, 1)
  if (set === 0) return
  const market = state.marketOfExposure(exposure)
  const { bidFalling, bidRising, askRising, askFalling } = market.revaluationTriggers
  const falling = Number((set & REVALUE_BID_FALLING) !== 0)
  const rising = Number((set & REVALUE_BID_RISING) !== 0)
  const rateFalling = Number((set & REVALUE_RATE_FALLING) !== 0)
  const rateRising = Number((set & REVALUE_RATE_RISING) !== 0)
  const source = market.rateSource
  // An instrument that gives its own rate has both kinds in one queue: they become invalid together.
  const isOwnRate = source === market
  const inFalling = isOwnRate ? falling + rateFalling : falling
  const inRising = isOwnRate ? rising + rateRising : rising
  if (inFalling > 0) bidFalling.invalidate(generation, inFalling)
  if (inRising > 0) bidRising.invalidate(generation, inRising)
  if ((set & REVALUE_ASK_RISING) !== 0) askRising.invalidate(generation)
  if ((set & REVALUE_ASK_FALLING) !== 0) askFalling.invalidate(generation)
  if (isOwnRate || rateFalling + rateRising === 0) return
  assert(source !== undefined, 'a trigger on the rate stands with its source')
  if (rateFalling > 0) source.revaluationTriggers.bidFalling.invalidate(generation)
  if (rateRising > 0) source.revaluationTriggers.bidRising.invalidate(generation)
}

/** A valid trigger of the exposure was popped from a queue of `market`: it stands there no longer. */
export function revaluationPopped(
  state: State,
  exposure: ExposureSlot,
  popped: { readonly market: Market; readonly queue: PriceQueue<ExposureSlot> },
): void {
  const { market, queue } = popped
  const { revaluations, instrument } = state.exposures
  const set = revaluations.get(exposure)
  const own = instrument.get(exposure) === market.slot ? ownBit(market, queue) : 0
  // An instrument that gives its own rate has both kinds in one queue: which of the two was popped makes no difference.
  const bit = (set & own) !== 0 ? own : rateBit(market, queue)
  assert((set & bit) !== 0, 'a valid trigger is one that the exposure has in a queue')
  revaluations.set(exposure, set & ~bit)
}

/** The bit of an exposure's trigger on the price of its own instrument in this queue. */
export function ownBit(market: Market, queue: PriceQueue<ExposureSlot>): number {
  const { bidFalling, bidRising, askRising, askFalling } = market.revaluationTriggers
  if (queue === bidFalling) return REVALUE_BID_FALLING
  if (queue === bidRising) return REVALUE_BID_RISING
  if (queue === askRising) return REVALUE_ASK_RISING
  assert(queue === askFalling, 'a trigger stands in a queue of its market')
  return REVALUE_ASK_FALLING
}

/** The bit of an exposure's trigger on its rate in this queue. */
export function rateBit(market: Market, queue: PriceQueue<ExposureSlot>): number {
  const { bidFalling, bidRising } = market.revaluationTriggers
  assert(queue === bidFalling || queue === bidRising, 'a rate follows the bid')
  return queue === bidFalling ? REVALUE_RATE_FALLING : REVALUE_RATE_RISING
}

/** The equity in micro-dollars at or below which something has to happen next; `used` is the used margin. */
export function levelBelow(state: State, account: AccountSlot, used: number): number {
  const { accounts } = state
  if (accounts.stopOutDeferred.get(account) === 1) return Number.NEGATIVE_INFINITY
  const armed = accounts.armed.get(account)
  if ((armed & ARMED_CALL) !== 0) return (used * MARGIN_CALL_LEVEL) / 100
  if ((armed & ARMED_WARNING) !== 0) return (used * MARGIN_WARNING_LEVEL) / 100
  return (used * STOP_OUT_LEVEL) / 100
}

/** The equity in micro-dollars at or above which a notice is armed again; `used` is the used margin. */
export function levelAbove(state: State, account: AccountSlot, used: number): number {
  const armed = state.accounts.armed.get(account)
  if ((armed & ARMED_WARNING) === 0) return (used * MARGIN_WARNING_REARM_LEVEL) / 100
  if ((armed & ARMED_CALL) === 0) return (used * MARGIN_CALL_REARM_LEVEL) / 100
  return Number.POSITIVE_INFINITY
}

/**
 * The micro-dollars that equity can lose and win before the account has to be checked. Infinite in a direction without
 * a level.
 */
type Slack = { readonly down: number; readonly up: number }

/** Shares of a price, both above zero. */
type Shares = { readonly down: number; readonly up: number }

/**
 * Every price may move by the same fraction: the slack over the sum of all notionals. Converted instruments
 * count at the worst rate of the band, and what the band alone can do to their present profit is taken off first; where
 * that is too much of the slack, every move of the rate checks the account instead.
 */
function shareSlack(state: State, account: AccountSlot, slack: Slack): void {
  const { accounts, exposures } = state
  const first = accounts.firstExposure.get(account)
  let atRisk = 0
  for (let each = first; each !== NONE; each = exposures.nextOfAccount.get(each)) {
    const profit = Math.abs(exposures.profit.get(each)) + exposures.holdings.get(each)
    atRisk += profit * rateSwing(state.marketOfExposure(each))
  }
  // At least half of the slack is left for prices. `holdings`: a profit was rounded by less than one micro-dollar each.
  const banded = atRisk * 2 <= Math.min(slack.down, slack.up)
  let notional = 0
  for (let each = first; each !== NONE; each = exposures.nextOfAccount.get(each)) {
    const market = state.marketOfExposure(each)
    const size = exposures.longLots.get(each) * market.bid + exposures.shortLots.get(each) * market.ask
    notional += size * valuePerPoint(market, banded)
  }
  const taken = banded ? atRisk : 0
  assert(notional > 0, 'a holding has a notional above zero')
  const moveShare = { down: (slack.down - taken) / notional, up: (slack.up - taken) / notional }
  assert(moveShare.down > 0 && moveShare.up > 0, 'a price may move before its account is checked')
  for (let each = first; each !== NONE; each = exposures.nextOfAccount.get(each)) {
    exposures.revaluations.set(each, pushOwn(state, each, moveShare) | (banded ? 0 : pushRate(state, each)))
  }
}

/**
 * `moveShare`: the share of its price that a price may move against the account (`down`) or for it (`up`). A trigger
 * stands at the first whole price beyond that share: up to the price before it, the account cannot have reached its
 * level. Returns the bits that were set.
 */
function pushOwn(state: State, exposure: ExposureSlot, moveShare: Shares): number {
  const { exposures } = state
  const market = state.marketOfExposure(exposure)
  const { revaluationTriggers, bid, ask } = market
  assert(exposures.revaluations.get(exposure) === 0, 'old triggers are invalidated before new ones are set')
  const generation = exposures.generation.get(exposure)
  let set = 0
  if (exposures.longLots.get(exposure) > 0) {
    const floor = bid - Math.floor(moveShare.down * bid) - 1
    const ceiling = bid + Math.floor(moveShare.up * bid) + 1
    if (floor > 0) {
      revaluationTriggers.bidFalling.push(floor, exposure, generation)
      set |= REVALUE_BID_FALLING
    }
    if (ceiling < Number.POSITIVE_INFINITY) {
      revaluationTriggers.bidRising.push(ceiling, exposure, generation)
      set |= REVALUE_BID_RISING
    }
  }
  if (exposures.shortLots.get(exposure) > 0) {
    const ceiling = ask + Math.floor(moveShare.down * ask) + 1
    const floor = ask - Math.floor(moveShare.up * ask) - 1
    if (ceiling < Number.POSITIVE_INFINITY) {
      revaluationTriggers.askRising.push(ceiling, exposure, generation)
      set |= REVALUE_ASK_RISING
    }
    if (floor > 0) {
      revaluationTriggers.askFalling.push(floor, exposure, generation)
      set |= REVALUE_ASK_FALLING
    }
  }
  return set
}

/** Triggers at the next move, either way, of the instrument that gives the rate. Returns the bits that were set. */
function pushRate(state: State, exposure: ExposureSlot): number {
  const source = state.marketOfExposure(exposure).rateSource
  if (source?.hasQuote() !== true) return 0
  const generation = state.exposures.generation.get(exposure)
  source.revaluationTriggers.bidFalling.push(source.bid - 1, exposure, generation)
  source.revaluationTriggers.bidRising.push(source.bid + 1, exposure, generation)
  return REVALUE_RATE_FALLING | REVALUE_RATE_RISING
}

/** By how much of itself the rate may leave the present one while its source stays within its band. */
function rateSwing(market: Market): number {
  const source = market.rateSource
  if (source?.hasQuote() !== true) return 0
  const swing = Math.max(source.bandHigh / source.bid, source.bid / source.bandLow) - 1
  assert(swing >= 0, 'a price is inside its band')
  return swing
}

/** Micro-dollars per lot unit and point at the highest rate before the account is checked again. */
function valuePerPoint(market: Market, banded: boolean): number {
  assert(market.hasRate(), 'where a holding is there was a rate')
  const rate = market.rateNumerator / market.rateDenominator
  return market.pointValue * rate * (banded ? 1 + rateSwing(market) : 1)
}
