/** The sentence beside every place that shows the credit score of a customer. */
export const CREDIT_SCORE_HELP = 'Set by staff and shown to the customer. No limit, price or fill depends on it.'
