/** Numbers and lengths of the verification, for the form and for whoever checks what it sends. */

/**
 * `review_status` of the customer's calls: the specification's three. A rejected one is 0 again, with the reason beside
 * it.
 */
export const REVIEW_STATUS = { none: 0, waiting: 1, verified: 2 } as const

/** Full years that a verified person must have. */
export const ADULT_YEARS = 18
/** Characters of a name. */
export const NAME_LENGTH_MIN = 2
export const NAME_LENGTH_MAX = 100
/** Letters and digits of a document number; spaces, dots, dashes, slashes and brackets between them do not count. */
export const CARD_ID_LENGTH_MIN = 4
export const CARD_ID_LENGTH_MAX = 30
