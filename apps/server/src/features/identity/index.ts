/** Verification of identity: documents, review, retention. */
export { identityHandlers } from './customer.ts'
export { type Identity, identityStatus, openIdentity } from './identity.ts'
export { storedStatus } from './queries.ts'
export type { IdentityCase, Submission } from './review.ts'
export { usualOfIdentity } from './review-duration.ts'
