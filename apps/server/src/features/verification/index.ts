/** Codes that a customer asks for, and the verification that they are used in. */
export { verificationHandlers } from './customer.ts'
