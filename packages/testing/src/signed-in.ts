/** The signed-in customer of a screen's test: a demo account as `user/info` answers it. */
import type { User } from '@veritick/contract'

export const SIGNED_IN: User = {
  id: 1,
  email: '',
  uid: 'D100001',
  is_demo: 1,
  balance: '100000.000000',
  credit_score: 0,
  invite_code: '',
  area_code: '',
  phone: '',
  country: '',
  email_confirmed: 0,
  two_factor: 0,
  passkeys: 0,
  frozen: 0,
  frozen_reason: '',
  terms_needed: 0,
  withdraw_held_until: null,
}
