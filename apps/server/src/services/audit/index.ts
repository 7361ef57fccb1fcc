/** The audit log of staff actions: its entries. */
export { type Actor, writeAudit } from './audit.ts'
