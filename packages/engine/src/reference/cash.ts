/** Decisions about the catalogue, accounts and their cash: trading rule 8. */
import {
  type CoveredWorth,
  coverFault,
  type LotUnits,
  type Micros,
  MONEY_MAX,
  must,
  notionalOf,
} from '@veritick/domain'
import type { AccountId, RequestId } from '../commands.ts'
import { DEMO_GRANT } from '../engine.ts'
import { termsVerdict } from '../terms.ts'
import type { CommandOf, Decision } from './decision.ts'
import { tradingFault } from './place.ts'
import type { Account, State } from './state.ts'
import { equityOf, holdingsOf, marginUsedOf, rateSource, standingOf } from './valuation.ts'

/** Refusal: `terms_not_accepted`. The terms that hold already: accepted, no event. */
export function setInstrument(state: State, { at, terms }: CommandOf<'set_instrument'>): Decision {
  const verdict = termsVerdict(terms, state.instruments.get(terms.id)?.terms)
  if (verdict === 'terms_not_accepted') return verdict
  return verdict === 'same' ? [] : [{ kind: 'instrument_set', at, terms }]
}

/** Which kind of fee openings pay from now on; never refused. */
export function setFeeType(state: State, { at, feeType }: CommandOf<'set_fee_type'>): Decision {
  return feeType === state.feeType ? [] : [{ kind: 'fee_type_set', at, feeType }]
}

/** Refusal: `account_exists`. */
export function openAccount(state: State, { at, account, accountKind }: CommandOf<'open_account'>): Decision {
  if (state.accounts.has(account)) return 'account_exists'
  const granted = accountKind === 'demo' ? DEMO_GRANT : (0 as Micros)
  return [{ kind: 'account_opened', at, account, accountKind, granted }]
}

/** Refusal: `account_unknown`. */
export function freezeAccount(state: State, { at, account, frozen }: CommandOf<'freeze_account'>): Decision {
  const known = state.accounts.get(account)
  if (known === undefined) return 'account_unknown'
  return known.frozen === frozen ? [] : [{ kind: 'account_frozen', at, account, frozen }]
}

/**
 * Refusals: `account_unknown`, `real_account_only`, `transfer_exists`, `amount_not_positive` (zero, or negative and no
 * adjustment), `amount_too_large` (the amount or the balance after it), `balance_not_enough` (an adjustment below
 * zero), `margin_not_enough` (a correction that takes margin of open positions: a correction closes no position).
 */
export function credit(state: State, { at, account, category, amount, reference }: CommandOf<'credit'>): Decision {
  const known = transferAccount(state, account, reference)
  if (typeof known === 'string') return known
  if (amount === 0 || (amount < 0 && category !== 'adjustment')) return 'amount_not_positive'
  if (Math.abs(amount) > MONEY_MAX || known.balance + amount > MONEY_MAX) return 'amount_too_large'
  if (amount < 0) {
    if (known.balance + amount < 0) return 'balance_not_enough'
    if (equityOf(state, known) + amount < marginUsedOf(state, known)) return 'margin_not_enough'
  }
  return [{ kind: 'credited', at, account, category, amount, reference }]
}

/**
 * Refusals: `account_unknown`, `real_account_only`, `transfer_exists`, `account_frozen`, `amount_not_positive`,
 * `amount_too_large`, `balance_not_enough`, `price_stale` and `price_unconfirmed` (what a position is worth is not
 * known now), `margin_not_enough` (free margin would be below zero, or too little would be left for what the account
 * holds at a fixed margin), `market_closed` (too little would be left for what it holds in closed markets).
 */
export function lockWithdrawal(
  state: State,
  { at, account, amount, reference }: CommandOf<'lock_withdrawal'>,
): Decision {
  const known = transferAccount(state, account, reference)
  if (typeof known === 'string') return known
  if (known.frozen) return 'account_frozen'
  if (amount <= 0) return 'amount_not_positive'
  if (amount > MONEY_MAX) return 'amount_too_large'
  if (known.balance < amount) return 'balance_not_enough'
  const fault = valuationFault(state, account)
  if (fault !== undefined) return fault
  const left = equityOf(state, known) - amount
  if (left < marginUsedOf(state, known)) return 'margin_not_enough'
  const short = coverFault([...coveredWorth(state, account)], left as Micros)
  if (short !== undefined) return short
  return [{ kind: 'withdrawal_locked', at, account, amount, reference }]
}

/** By instrument that needs cover: the value of what its long and short positions differ by. */
function* coveredWorth(state: State, account: AccountId): Generator<CoveredWorth> {
  const standings = holdingsOf(state, account).map((order) => ({ order, ...standingOf(state, order) }))
  for (const instrument of new Set(standings.map((each) => each.instrument))) {
    const isClosed = instrument.status === 'closed'
    if (!isClosed && instrument.terms.marginMode !== 'fixed') continue
    const own = standings.filter((each) => each.instrument === instrument)
    const [first] = own
    if (first === undefined) continue
    const net = own.reduce((sum, { order }) => sum + (order.side === 'buy' ? order.lots : -order.lots), 0)
    const { quote, conversion } = first
    const { terms } = instrument
    const worth = notionalOf({ terms, lots: Math.abs(net) as LotUnits, price: quote.bid, conversion })
    yield { session: terms.session, isClosed, worth }
  }
}

/**
 * Why the equity of an account is not known: an instrument that it holds, or one that converts it, is stale or held, or
 * was when its session ended. Another closed one is valued at its last price, and has `coveredWorth` beside. Stale is
 * told first, because it lasts longer.
 */
function valuationFault(state: State, account: AccountId): 'price_stale' | 'price_unconfirmed' | undefined {
  const faults = holdingsOf(state, account).flatMap((order) => {
    const instrument = must(state.instruments.get(order.instrument), 'a holding is of a known instrument')
    const source = rateSource(state, instrument)
    return [instrument, source ?? instrument].map((priced) =>
      priced.status === 'closed' && !priced.isConfirmed ? 'price_stale' : tradingFault(priced),
    )
  })
  if (faults.includes('price_stale')) return 'price_stale'
  return faults.includes('price_unconfirmed') ? 'price_unconfirmed' : undefined
}

/** The real account, whose money comes and goes, unless the reference was used before. */
function transferAccount(
  state: State,
  account: AccountId,
  reference: RequestId,
): Account | 'account_unknown' | 'real_account_only' | 'transfer_exists' {
  const known = state.accounts.get(account)
  if (known === undefined) return 'account_unknown'
  if (known.accountKind !== 'real') return 'real_account_only'
  return state.transfers.has(reference) ? 'transfer_exists' : known
}

/** Refusals: `account_unknown`, `transfer_unknown` (no withdrawal of this account), `transfer_settled`. */
export function settleWithdrawal(
  state: State,
  { at, account, reference, paid }: CommandOf<'settle_withdrawal'>,
): Decision {
  if (!state.accounts.has(account)) return 'account_unknown'
  const transfer = state.transfers.get(reference)
  if (transfer === undefined || transfer.account !== account || transfer.state === 'credited') return 'transfer_unknown'
  if (transfer.state === 'settled') return 'transfer_settled'
  return [{ kind: 'withdrawal_settled', at, account, amount: transfer.amount, reference, paid }]
}
