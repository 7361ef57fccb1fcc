/** Decides about the catalogue, accounts and their cash: trading rule 8. */
import {
  assert,
  type CoveredWorth,
  coverFault,
  type LotUnits,
  type Micros,
  MONEY_MAX,
  type TradingRefusal,
} from '@veritick/domain'
import type { AccountId, CommandOf, RequestId } from '../commands.ts'
import { DEMO_GRANT } from '../engine.ts'
import { termsVerdict } from '../terms.ts'
import { REAL } from './accounts.ts'
import { type AccountSlot, NONE } from './columns.ts'
import type { EventSink } from './event-sink.ts'
import { tradingFault } from './place.ts'
import type { State } from './state.ts'
import { equityOf, marginUsedOf } from './valuation.ts'

/** Refusal: `terms_not_accepted`. Terms that hold already are accepted without an event, like every setting below. */
export function setInstrument(
  state: State,
  sink: EventSink,
  { at, terms }: CommandOf<'set_instrument'>,
): TradingRefusal | undefined {
  const verdict = termsVerdict(terms, state.market(terms.id)?.terms)
  if (verdict === 'terms_not_accepted') return verdict
  if (verdict === 'changed') sink.add({ kind: 'instrument_set', at, terms })
  assert(state.market(terms.id) !== undefined, 'accepted terms make the instrument known')
  return undefined
}

/** Which kind of fee openings pay from now on; never refused. */
export function setFeeType(state: State, sink: EventSink, { at, feeType }: CommandOf<'set_fee_type'>): undefined {
  if (feeType !== state.feeType) sink.add({ kind: 'fee_type_set', at, feeType })
  assert(state.feeType === feeType, 'the kind of fee that was set holds')
}

/** Refusal: `account_exists`. */
export function openAccount(
  state: State,
  sink: EventSink,
  { at, account, accountKind }: CommandOf<'open_account'>,
): TradingRefusal | undefined {
  if (state.accounts.find(account) !== undefined) return 'account_exists'
  const granted = accountKind === 'demo' ? DEMO_GRANT : (0 as Micros)
  sink.add({ kind: 'account_opened', at, account, accountKind, granted })
  return undefined
}

/** Refusal: `account_unknown`. */
export function freezeAccount(
  state: State,
  sink: EventSink,
  { at, account, frozen }: CommandOf<'freeze_account'>,
): TradingRefusal | undefined {
  const slot = state.accounts.find(account)
  if (slot === undefined) return 'account_unknown'
  if ((state.accounts.frozen.get(slot) === 1) !== frozen) sink.add({ kind: 'account_frozen', at, account, frozen })
  assert((state.accounts.frozen.get(slot) === 1) === frozen, 'an account is frozen or not, as was asked')
  return undefined
}

/**
 * Refusals: `account_unknown`, `real_account_only`, `transfer_exists`, `amount_not_positive` (zero, or negative and no
 * adjustment), `amount_too_large` (the amount or the balance after it), `balance_not_enough` (an adjustment below
 * zero), `margin_not_enough` (an adjustment that takes the margin of positions: it closes none).
 */
export function credit(state: State, sink: EventSink, command: CommandOf<'credit'>): TradingRefusal | undefined {
  const { at, account, category, amount, reference } = command
  const slot = transferAccount(state, account, reference)
  if (typeof slot === 'string') return slot
  if (amount === 0 || (amount < 0 && category !== 'adjustment')) return 'amount_not_positive'
  const after = state.accounts.balance.get(slot) + amount
  if (Math.abs(amount) > MONEY_MAX || after > MONEY_MAX) return 'amount_too_large'
  if (amount < 0 && after < 0) return 'balance_not_enough'
  if (amount < 0 && equityOf(state, slot) + amount < marginUsedOf(state, slot)) return 'margin_not_enough'
  sink.add({ kind: 'credited', at, account, category, amount, reference })
  assert(state.accounts.balance.get(slot) === after, 'the amount entered the balance')
  return undefined
}

/**
 * Refusals: `account_unknown`, `real_account_only`, `transfer_exists`, `account_frozen`, `amount_not_positive`,
 * `amount_too_large`, `balance_not_enough`, `price_stale` and `price_unconfirmed` (what a position is worth is not
 * known now), `margin_not_enough` (free margin would be below zero, or too little would be left for what the account
 * holds at a fixed margin), `market_closed` (too little would be left for what it holds in closed markets).
 */
export function lockWithdrawal(
  state: State,
  sink: EventSink,
  command: CommandOf<'lock_withdrawal'>,
): TradingRefusal | undefined {
  const { at, account, amount, reference } = command
  const slot = transferAccount(state, account, reference)
  if (typeof slot === 'string') return slot
  const { frozen, balance } = state.accounts
  if (frozen.get(slot) === 1) return 'account_frozen'
  if (amount <= 0) return 'amount_not_positive'
  if (amount > MONEY_MAX) return 'amount_too_large'
  if (balance.get(slot) < amount) return 'balance_not_enough'
  const fault = valuationFault(state, slot)
  if (fault !== undefined) return fault
  const left = equityOf(state, slot) - amount
  if (left < marginUsedOf(state, slot)) return 'margin_not_enough'
  const short = coverFault([...coveredWorth(state, slot)], left as Micros)
  if (short !== undefined) return short
  sink.add({ kind: 'withdrawal_locked', at, account, amount, reference })
  assert(balance.get(slot) >= 0, 'a withdrawal leaves no debt')
  return undefined
}

/** By instrument that needs cover: the value of what its long and short positions differ by. */
function* coveredWorth(state: State, account: AccountSlot): Generator<CoveredWorth> {
  const { accounts, exposures } = state
  for (let each = accounts.firstExposure.get(account); each !== NONE; each = exposures.nextOfAccount.get(each)) {
    const market = state.marketOfExposure(each)
    const isClosed = market.status === 'closed'
    if (!isClosed && market.terms.marginMode !== 'fixed') continue
    const net = Math.abs(exposures.longLots.get(each) - exposures.shortLots.get(each)) as LotUnits
    const worth = market.notional(net, market.closePrice(true), market.conversion())
    yield { session: market.terms.session, isClosed, worth }
  }
}

/**
 * Why the equity of an account is not known: an instrument that it holds, or one that converts it, is stale or held, or
 * was when its session ended. Another closed one is valued at its last price, and has `coveredWorth` beside. Stale is
 * told first, because it lasts longer.
 */
function valuationFault(state: State, account: AccountSlot): 'price_stale' | 'price_unconfirmed' | undefined {
  const { accounts, exposures } = state
  let isHeld = false
  for (let each = accounts.firstExposure.get(account); each !== NONE; each = exposures.nextOfAccount.get(each)) {
    const market = state.marketOfExposure(each)
    for (const priced of [market, market.rateSource ?? market]) {
      const fault = priced.status === 'closed' && !priced.isConfirmed ? 'price_stale' : tradingFault(priced)
      if (fault === 'price_stale') return fault
      if (fault === 'price_unconfirmed') isHeld = true
    }
  }
  return isHeld ? 'price_unconfirmed' : undefined
}

/** The row of a real account, whose money comes and goes, unless the reference was used before. */
function transferAccount(
  state: State,
  account: AccountId,
  reference: RequestId,
): AccountSlot | 'account_unknown' | 'real_account_only' | 'transfer_exists' {
  const slot = state.accounts.find(account)
  if (slot === undefined) return 'account_unknown'
  if (state.accounts.kind.get(slot) !== REAL) return 'real_account_only'
  return state.transfers.has(reference) ? 'transfer_exists' : slot
}

/** Refusals: `account_unknown`, `transfer_unknown` (no withdrawal of this account), `transfer_settled`. */
export function settleWithdrawal(
  state: State,
  sink: EventSink,
  command: CommandOf<'settle_withdrawal'>,
): TradingRefusal | undefined {
  const { at, account, reference, paid } = command
  const slot = state.accounts.find(account)
  if (slot === undefined) return 'account_unknown'
  const transfer = state.transfers.get(reference)
  if (transfer === undefined || transfer.account !== account || transfer.state === 'credited') return 'transfer_unknown'
  if (transfer.state === 'settled') return 'transfer_settled'
  assert(state.accounts.locked.get(slot) >= transfer.amount, 'what is settled was locked')
  sink.add({ kind: 'withdrawal_settled', at, account, amount: transfer.amount, reference, paid })
  return undefined
}
