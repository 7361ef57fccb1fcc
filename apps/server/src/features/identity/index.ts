/** Verification of identity: documents, review, retention. */
export { identityHandlers } from './customer.ts'
export { namePartsOf } from './documents.ts'
export { type Identity, identityState, openIdentity } from './identity.ts'
export { identityToShow } from './queries.ts'
export type { IdentityCase, Submission } from './review.ts'
export { usualOfIdentity } from './review-duration.ts'
