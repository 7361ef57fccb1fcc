/** The audit log of staff actions: its entries. */
export { type Actor, staffIdOf, writeAudit } from './audit.ts'
