/** Passkeys of customers: sign-in, verification, list. */
export { passkeyHandlers } from './customer.ts'
