/** What the credit score of a customer is, in one sentence beside every place that shows it. */
export const CREDIT_SCORE_HELP = 'Set by staff and shown to the customer. No limit, price or fill depends on it.'
