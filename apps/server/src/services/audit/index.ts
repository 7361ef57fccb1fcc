/** The audit log of staff actions: its entries. */
export { type Actor, entrySeal, staffIdOf, writeAudit } from './audit.ts'
