/** Customers, balances and the base data of the platform. */
import { z } from 'zod'
import { count, decimalText, id, isoMoment, moment, money } from './values.ts'

export const user = z.object({
  id,
  email: z.string(),
  uid: z.string(),
  is_demo: z.literal([0, 1]),
  balance: money,
  credit_score: count,
  invite_code: z.string(),
  area_code: z.string(),
  phone: z.string(),
  country: z.string().meta({ description: 'Residence, ISO 3166; empty for a demo account' }),
  email_confirmed: z.literal([0, 1]).meta({ description: '0: the address must be confirmed before the first deposit' }),
  two_factor: z.literal([0, 1]),
  passkeys: count.meta({ description: 'How many passkeys the account has' }),
  frozen: z.literal([0, 1]).meta({ description: '1: may close and cancel, not open or withdraw' }),
  frozen_reason: z.string().meta({ description: 'Message to the customer about the freeze; empty: not frozen' }),
  terms_needed: z
    .literal([0, 1])
    .meta({ description: '1: may close, not open, deposit or withdraw, until accept_terms' }),
  withdraw_held_until: moment
    .nullable()
    .meta({ description: 'End of the withdrawal hold after a change of password or e-mail address' }),
})

export const signIn = z.object({ token: z.string(), user: user.extend({ token: z.string() }) })

export const balance = z.object({ balance: money })
export const balanceDetail = z.object({ balance: money, lock_balance: money })

/** Why a balance changed, as a word; `MemoTran` is the sentence. */
export const ENTRY_KINDS = [
  'demo_grant',
  'demo_reset',
  'deposit',
  'reward',
  'adjustment',
  'withdrawal_locked',
  'withdrawal_paid',
  'withdrawal_returned',
  'fee',
  'profit',
  'financing',
  'protection',
] as const

export const logEntry = z.object({
  Id: id,
  Kind: z.literal(ENTRY_KINDS),
  Value: money,
  Balance: money.meta({ description: 'After this entry' }),
  OrderId: id.nullable(),
  MemoTran: z.string(),
  CreatedAtTran: isoMoment,
})
export const logList = z.object({ list: z.array(logEntry), total: count })

export const basicInfo = z.object({
  service_link: z.string(),
  service_link_type: z.int().meta({ description: '2: a link to copy, 3: elsewhere, otherwise chat in the app' }),
  verify_reg_type: z.int(),
  trade_fee_type: z.literal([1, 2]).meta({ description: '1: lots x ForexFeeRate, otherwise margin x ForexFeeRate' }),
  usage: z.object({
    risk_warning: z.string(),
    losing_share: decimalText.nullable().meta({
      description: 'Percent of real accounts that lost money with orders closed in 12 months; null below ten accounts',
    }),
  }),
  languages: z.array(z.string()).meta({ description: 'Available now' }),
  passkeys: z.boolean().meta({ description: 'True: passkeys work at the host name of this request' }),
  terms: z
    .object({ version: z.string(), changed_on: z.string().meta({ description: 'YYYY-MM-DD' }) })
    .meta({ description: 'The terms of use in force' }),
  restricted: z.array(z.string()).meta({ description: 'ISO codes of countries that are not served' }),
  market: z.object({
    simulated: z.boolean(),
    replay: z.boolean(),
    always_open: z.boolean().meta({ description: 'True: no trading hours, every instrument is open at any time' }),
    time: moment.meta({ description: 'Market clock now' }),
    speed: decimalText.meta({ description: 'Market seconds per second' }),
  }),
})
