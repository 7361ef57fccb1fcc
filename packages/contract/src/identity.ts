/** Numbers and lengths of the identity verification, for the form and for the server. */

/**
 * `review_status` and `identity_status` of the customer's calls. After a rejection it is `none` again, with the reason
 * beside it.
 */
export const REVIEW_STATUS = { none: 0, waiting: 1, verified: 2 } as const

/** `status` of submissions and `identity_status` of customers in the office. */
export const IDENTITY_STATUS = { none: 0, waiting: 1, verified: 2, rejected: 3 } as const

/** Minimum age of a verified customer, in full years. */
export const ADULT_YEARS = 18

/**
 * The latest birth date of an adult. `today` and the answer as `YYYY-MM-DD`, which compare as text. A customer is adult
 * from the birthday on; one born on 29 February from 1 March on.
 */
export function latestAdultBirth(today: string): string {
  return `${String(Number(today.slice(0, 4)) - ADULT_YEARS).padStart(4, '0')}${today.slice(4)}`
}

/** Characters of a name. */
export const NAME_LENGTH_MIN = 2
export const NAME_LENGTH_MAX = 100
/** Letters and digits of a document number; spaces, dots, dashes, slashes and brackets do not count. */
export const CARD_ID_LENGTH_MIN = 4
export const CARD_ID_LENGTH_MAX = 30
