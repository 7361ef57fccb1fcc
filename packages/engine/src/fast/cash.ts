/** Decides about the catalogue, accounts and their cash, and the nightly financing: trading rules 7 and 8. */
import { financingOf, type LotUnits, type Micros, MONEY_MAX, type Points, type TradingRefusal } from '@veritick/domain'
import type { Command } from '../commands.ts'
import { DEMO_GRANT } from '../engine.ts'
import { termsVerdict } from '../terms.ts'
import { REAL } from './accounts.ts'
import type { SlotList } from './columns.ts'
import type { Emit } from './emit.ts'
import { BUY, HOLDING } from './orders.ts'
import type { State } from './state.ts'
import { equityOf, marginUsedOf } from './valuation.ts'

type CommandOf<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>

/** Terms that hold already are accepted without an event, like every setting below. */
export function setInstrument(
  state: State,
  emit: Emit,
  { at, terms }: CommandOf<'set_instrument'>,
): TradingRefusal | undefined {
  const verdict = termsVerdict(terms, state.market(terms.id)?.terms)
  if (verdict === 'terms_not_accepted') return verdict
  if (verdict === 'changed') emit({ kind: 'instrument_set', at, terms })
  return undefined
}

export function setFeeType(state: State, emit: Emit, { at, feeType }: CommandOf<'set_fee_type'>): undefined {
  if (feeType !== state.feeType) emit({ kind: 'fee_type_set', at, feeType })
}

export function openAccount(
  state: State,
  emit: Emit,
  { at, account, accountKind }: CommandOf<'open_account'>,
): TradingRefusal | undefined {
  if (state.accounts.find(account) >= 0) return 'account_exists'
  emit({
    kind: 'account_opened',
    at,
    account,
    accountKind,
    granted: accountKind === 'demo' ? DEMO_GRANT : (0 as Micros),
  })
  return undefined
}

export function freezeAccount(
  state: State,
  emit: Emit,
  { at, account, frozen }: CommandOf<'freeze_account'>,
): TradingRefusal | undefined {
  const slot = state.accounts.find(account)
  if (slot < 0) return 'account_unknown'
  if ((state.accounts.frozen[slot] === 1) !== frozen) emit({ kind: 'account_frozen', at, account, frozen })
  return undefined
}

export function credit(state: State, emit: Emit, command: CommandOf<'credit'>): TradingRefusal | undefined {
  const { at, account, category, amount, reference } = command
  const slot = state.accounts.find(account)
  const fault = transferFault(state, slot, reference)
  if (fault !== undefined) return fault
  if (amount === 0 || (amount < 0 && category !== 'adjustment')) return 'amount_not_positive'
  const after = (state.accounts.balance[slot] ?? 0) + amount
  if (Math.abs(amount) > MONEY_MAX || after > MONEY_MAX) return 'amount_too_large'
  if (amount < 0 && after < 0) return 'balance_not_enough'
  // A correction takes only what is free: it closes nobody's positions.
  if (amount < 0 && equityOf(state, slot) + amount < marginUsedOf(state, slot)) return 'margin_not_enough'
  emit({ kind: 'credited', at, account, category, amount, reference })
  return undefined
}

export function lockWithdrawal(
  state: State,
  emit: Emit,
  command: CommandOf<'lock_withdrawal'>,
): TradingRefusal | undefined {
  const { at, account, amount, reference } = command
  const slot = state.accounts.find(account)
  const fault = transferFault(state, slot, reference)
  if (fault !== undefined) return fault
  if (state.accounts.frozen[slot] === 1) return 'account_frozen'
  if (amount <= 0) return 'amount_not_positive'
  if (amount > MONEY_MAX) return 'amount_too_large'
  if ((state.accounts.balance[slot] ?? 0) < amount) return 'balance_not_enough'
  if (equityOf(state, slot) - amount < marginUsedOf(state, slot)) return 'margin_not_enough'
  emit({ kind: 'withdrawal_locked', at, account, amount, reference })
  return undefined
}

/** Money of its own comes and goes on real accounts only, and a reference is used once. */
function transferFault(state: State, slot: number, reference: string): TradingRefusal | undefined {
  if (slot < 0) return 'account_unknown'
  if (state.accounts.kind[slot] !== REAL) return 'real_account_only'
  return state.transfers.has(reference) ? 'transfer_exists' : undefined
}

export function settleWithdrawal(
  state: State,
  emit: Emit,
  command: CommandOf<'settle_withdrawal'>,
): TradingRefusal | undefined {
  const { at, account, reference, paid } = command
  if (state.accounts.find(account) < 0) return 'account_unknown'
  const transfer = state.transfers.get(reference)
  if (transfer === undefined || transfer.account !== account || transfer.state === 'credited') return 'transfer_unknown'
  if (transfer.state === 'settled') return 'transfer_settled'
  emit({ kind: 'withdrawal_settled', at, account, amount: transfer.amount, reference, paid })
  return undefined
}

/** Finances every holding, oldest first. An instant that is not after the last one was financed already: nothing happens. */
export function rollover(
  state: State,
  emit: Emit,
  { command, scratch }: { command: CommandOf<'rollover'>; scratch: SlotList },
): undefined {
  const { at, nights } = command
  const { orders, accounts } = state
  if (state.lastRollover !== undefined && at <= state.lastRollover) return
  scratch.clear()
  for (let slot = 0; slot < orders.slots.end(); slot++) if (orders.status[slot] === HOLDING) scratch.add(slot)
  scratch.sort(orders.id, orders.id)
  for (let index = 0; index < scratch.count; index++) {
    const slot = scratch.at(index)
    const market = state.marketOf(slot)
    const { terms } = market
    const charged = nights[terms.session]
    if (charged === 0) continue
    const amount = financingOf({
      terms,
      lots: (orders.lots[slot] ?? 0) as LotUnits,
      close: market.bid as Points,
      rate: orders.side[slot] === BUY ? terms.financingLong : terms.financingShort,
      nights: charged,
      conversion: { numerator: market.rateNumerator, denominator: market.rateDenominator },
    })
    if (amount === 0) continue
    const account = accounts.id[orders.account[slot] ?? 0] ?? 0
    const evidence = { quote: market.quote(), conversion: market.conversion() }
    emit({
      kind: 'order_financed',
      at,
      order: orders.id[slot] ?? 0,
      account,
      instrument: terms.id,
      amount,
      nights: charged,
      ...evidence,
    })
  }
  emit({ kind: 'rollover_done', at })
}
