/** Numbers and words of the contract as staff read them, each with its tone. */
import { NEWS_LANGUAGES, type NewsKind, type NewsState } from '@veritick/contract'
import { LANGUAGE_FACTS } from '@veritick/locales'
import type { Tone } from '../design/tones.ts'

export type Named = { readonly name: string; readonly tone: Tone }

const named = (name: string, tone: Tone = 'plain'): Named => ({ name, tone })

/** Decided, and on its way to the ledger. */
export const BOOKING = named('booking', 'accent')

export const IDENTITY: Readonly<Record<0 | 1 | 2 | 3, Named>> = {
  0: named('not submitted'),
  1: named('waiting', 'warn'),
  2: named('verified', 'good'),
  3: named('rejected', 'bad'),
}

export const DEPOSIT_STATUS: Readonly<Record<0 | 1 | 2 | 3 | 4, Named>> = {
  0: named('waiting', 'warn'),
  1: named('credited', 'good'),
  2: named('rejected', 'bad'),
  3: named('invalid', 'bad'),
  4: named('not paid yet'),
}

export const DEPOSIT_TYPE: Readonly<Record<0 | 1 | 2, string>> = { 0: 'Crypto', 1: 'Bank', 2: 'Card' }

/** Flags of a deposit as sentences. */
export const DEPOSIT_FLAGS: Readonly<Record<string, string>> = {
  picture_elsewhere: 'Another customer sent the same picture',
  picture_again: 'The customer sent this picture before',
  picture_like_elsewhere: 'Another customer sent a similar picture',
  picture_like_again: 'The customer sent a similar picture before',
  address_differs: 'Paid to an address other than the one shown',
  paid_late: 'The provider reported payment after expiry',
  transaction_elsewhere: 'Another customer names the same transaction: only one of them can be credited',
  price_moved: 'The price has moved since the report, or the channel has ended: two people must confirm the amount',
  price_old: 'The operator’s price is not of today: two people must compare it with the market',
}

/** Flags of an identity as sentences. */
export const IDENTITY_FLAGS: Readonly<Record<string, string>> = {
  number_elsewhere: 'Another customer submitted the same document number',
  picture_elsewhere: 'Another customer submitted the same picture',
  picture_like_elsewhere: 'Another customer submitted a similar picture',
  person_elsewhere: 'Another customer has the same name and date of birth: one person, or a namesake',
  sides_same: 'Front and reverse are the same picture',
  picture_again: 'The customer submitted this picture before',
  country_differs: 'Country differs from the registration',
}

/** The things that two submissions of different customers can share. */
export const SAMENESS = {
  number: 'number',
  picture: 'picture',
  likeness: 'look of a picture',
  person: 'name and date of birth',
} as const

export const WITHDRAWAL_STATE = {
  waiting: named('waiting', 'warn'),
  approved: named('approved', 'accent'),
  paid: named('paid', 'good'),
  rejected: named('rejected', 'bad'),
  cancelled: named('cancelled'),
} as const satisfies Record<string, Named>

/** A record that was changed in the store has no other state. `states`: the name of each state. */
export function recordState<State extends string>(
  { fault, state }: { readonly fault: string | null; readonly state: State },
  states: Readonly<Record<State, Named>>,
): Named {
  return fault === null ? states[state] : STORE_CHANGED
}

/** The same for a deposit. */
export function depositState(deposit: {
  readonly fault: string | null
  readonly crediting: boolean
  readonly status: keyof typeof DEPOSIT_STATUS
}): Named {
  if (deposit.fault !== null) return STORE_CHANGED
  return deposit.crediting ? BOOKING : DEPOSIT_STATUS[deposit.status]
}

/** The same for a withdrawal. */
export function withdrawalState(withdrawal: {
  readonly fault: string | null
  readonly moving: boolean
  readonly state: keyof typeof WITHDRAWAL_STATE
}): Named {
  if (withdrawal.fault !== null) return STORE_CHANGED
  return withdrawal.moving ? BOOKING : WITHDRAWAL_STATE[withdrawal.state]
}

/** Warnings about the destination of a withdrawal. */
export const OWN_ADDRESS = 'one of our own deposit addresses'
export const OWN_ACCOUNT = 'one of our own deposit accounts'

export const WITHDRAWAL_TYPE: Readonly<Record<1 | 2, string>> = { 1: 'Crypto', 2: 'Bank' }

export const SUPPORT_STATE = {
  waiting: named('waiting', 'warn'),
  open: named('answered', 'good'),
  closed: named('closed'),
} as const satisfies Record<string, Named>

export const FEEDBACK_STATE = {
  open: named('open', 'warn'),
  done: named('done', 'good'),
} as const satisfies Record<string, Named>

export const FEEDBACK_KIND = {
  suggestion: named('suggestion'),
  fault: named('fault', 'warn'),
  complaint: named('complaint', 'bad'),
  other: named('other'),
} as const satisfies Record<string, Named>

export const CORRECTION_STATE = {
  asked: named('waiting for approval', 'warn'),
  booking: BOOKING,
  booked: named('booked', 'good'),
  rejected: named('rejected', 'bad'),
} as const satisfies Record<string, Named>

export const REWARD_STATE = {
  held: named('waiting for approval', 'warn'),
  approved: named('waiting for payment', 'warn'),
  paying: BOOKING,
  paid: named('paid', 'good'),
  rejected: named('rejected', 'bad'),
} as const satisfies Record<string, Named>

/** The facts that two accounts of one circle share. */
export const SIGNAL = {
  document: 'identity document',
  person: SAMENESS.person,
  payee: 'payee',
  browser: 'browser',
  network: 'network',
} as const

export const SIGN_IN = { done: 'yes', open: 'not yet', missed: 'no' } as const

export const PROGRAMME_STATE = {
  open: 'open to both',
  country_off: 'not in the country of one of them',
  excluded: 'special account',
} as const

/** A record that something else than the server has changed. */
export const STORE_CHANGED: Named = named('changed in the store', 'bad')

export const NEWS_STATE = {
  draft: named('draft'),
  scheduled: named('scheduled', 'accent'),
  published: named('published', 'good'),
  ended: named('ended'),
  withdrawn: named('withdrawn', 'bad'),
} as const satisfies Record<NewsState, Named>

/** A language by its own name; a code without a name is its own name. */
export function languageName(language: string): string {
  const known = NEWS_LANGUAGES.find((each) => each === language)
  return known === undefined ? language : LANGUAGE_FACTS[known].name
}

export const NEWS_KIND: Readonly<Record<NewsKind, string>> = {
  news: 'News',
  announcement: 'Announcement',
  banner: 'Banner',
}

export const STAFF_STATE = {
  invited: named('invited', 'warn'),
  active: named('active', 'good'),
  disabled: named('disabled', 'bad'),
} as const satisfies Record<string, Named>

/** The last change of a staff member's access. */
export const ACCESS_CHANGE = {
  invited: 'invited',
  reset: 'reset',
  disabled: 'disabled',
  enabled: 're-enabled',
  role: 'role changed',
} as const

export const CORRECTION_CATEGORY = {
  deposit: 'Deposit credited wrongly',
  withdrawal: 'Withdrawal returned or paid wrongly',
  chargeback: 'Chargeback by a bank or card provider',
  cost: 'Fee or overnight fee charged in error',
  platform_fault: 'Fault of the platform',
} as const

/** One name each, also beside the books. */
export const CUSTOMER_BALANCES = 'Customers’ balances'
export const LOCKED_FOR_WITHDRAWALS = 'Locked for withdrawals'

const PROTECTION = 'Negative balance protection'

/** Accounts of the double entry. */
const BOOK_SIDE: Readonly<Record<string, string>> = {
  clientBalance: CUSTOMER_BALANCES,
  clientLocked: LOCKED_FOR_WITHDRAWALS,
  trading: 'Trading result of the platform',
  fees: 'Fees of orders',
  financing: 'Overnight fees',
  cashIn: 'Paid in',
  cashOut: 'Paid out, fees of withdrawals included',
  adjustments: 'Corrections',
  protection: PROTECTION,
  demoMint: 'Demo money issued',
}

export const sideName = (side: string): string => BOOK_SIDE[side] ?? plainWord(side)

/** Ledger kinds that need a better label. */
export const LEDGER_KIND: Readonly<Record<string, string>> = {
  demo_grant: 'Demo money',
  demo_reset: 'Demo account reset',
  adjustment: 'Correction',
  financing: 'Overnight fee',
  protection: PROTECTION,
  withdrawal_locked: 'Withdrawal, its fee included',
  withdrawal_returned: 'Withdrawal, returned with its fee',
}

/**
 * An identifier as text, where there is no better label: `deposit_credit` -> `Deposit credit`, `ClientBalance` ->
 * `Client balance`.
 */
export function plainWord(word: string): string {
  const text = word
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Actors that are not staff. */
const SYSTEM_ACTORS: Readonly<Record<string, string>> = {
  server: 'Server start',
  clock: 'Scheduler',
  ledger: 'Ledger',
}
const PROVIDER = 'provider:'

/** The name of `staff:7` if there is one, otherwise what the actor word means. */
export function actorName(actor: { readonly who: string; readonly name: string } | null): string {
  if (actor === null) return ''
  const { who, name } = actor
  if (name !== '') return name
  return who.startsWith(PROVIDER) ? `Card provider ${who.slice(PROVIDER.length)}` : (SYSTEM_ACTORS[who] ?? who)
}
