/** The queues of the office. Each row of one can be locked for a while by the staff member who views it. */

export const REVIEW_KINDS = [
  'identity',
  'deposit',
  'withdrawal',
  'correction',
  'reward',
  'support',
  'feedback',
] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]

/** Duration of a review lock after it was taken or renewed. */
export const REVIEW_TAKEN_MINUTES = 15
