/** Terms, a currency and a saved address of a customer who may withdraw, for tests. */
import type { DrawMethod } from '@veritick/contract'
import type { WithdrawCurrency, WithdrawTerms } from './withdraw.ts'

export const TERMS: WithdrawTerms = {
  identity_status: 2,
  minimum: '20.000000',
  left_today: '5000.000000',
  held_until: null,
  payee_hold_hours: 24,
  usual_minutes: 1440,
}

export const TETHER: WithdrawCurrency = {
  id: 1,
  type: 1,
  code: 'USDT',
  protocol: 'TRC20',
  draw_rate: '2.000000',
  fee_type: 1,
  usd_price: '1.000000',
  price_old: false,
  trial: false,
}

/** Usable since 2026-11-20T12:00:00Z. */
export const methodOf = (currency: WithdrawCurrency, changes: Partial<DrawMethod> = {}): DrawMethod => ({
  id: 9,
  type: currency.type,
  draw_currency: { id: currency.id, code: currency.code, protocol: currency.protocol },
  dc_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  bank_name: '',
  bank_address: '',
  bank_swift: '',
  payee_name: '',
  payee_account: '',
  created_at: '2026-11-19T12:00:00Z',
  usable_at: '2026-11-20T12:00:00Z',
  usable: true,
  ...changes,
})
