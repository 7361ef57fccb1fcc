/** Numbers of deposits and withdrawals on the wire, and the call that answers a file. */

/** `type` of a deposit. */
export const CHARGE_TYPE = { coin: 0, bank: 1, card: 2 } as const
/** `status` of a deposit; `begun`: on the page of a card provider. */
export const CHARGE_STATUS = { unchecked: 0, finished: 1, rejected: 2, invalid: 3, begun: 4 } as const
/** `type` of a withdrawal, its currency and its method. */
export const DRAW_TYPE = { coin: 1, bank: 2 } as const
/** `fee_type` of a currency of withdrawals: an amount in USD, or a share of the withdrawal. */
export const DRAW_FEE_TYPE = { fixed: 1, share: 2 } as const
/** `status` of a withdrawal; `approved`: the payment is in progress. */
export const DRAW_STATUS = { waiting: 0, paid: 1, rejected: 2, cancelled: 3, approved: 4 } as const

/** Kinds of changes of a balance, each in one filter group. */
export const ENTRY_GROUPS = {
  deposits: ['deposit', 'reward'],
  withdrawals: ['withdrawal_locked', 'withdrawal_paid', 'withdrawal_returned'],
  trading: ['profit', 'protection'],
  costs: ['fee', 'financing'],
  adjustments: ['adjustment', 'demo_grant', 'demo_reset'],
} as const
export type EntryGroup = keyof typeof ENTRY_GROUPS

/**
 * A statement of the account log: a file, not an envelope. GET with `from`, `to` (days, UTC, both included) and
 * `format`.
 */
export const STATEMENT = {
  path: '/v1/api/main/accountLog/statement',
  formats: ['csv', 'pdf'],
  doc: 'Every change of the balance in a period as a file, with the balance before, after each line and at the end.',
} as const

/** POST by a payment provider: `/<its name>`, signed in the header. Not for clients. */
export const CARD_NOTICE_PATH = '/api/quickCharge/card_notice'
export const CARD_SIGNATURE_HEADER = 'x-signature'
