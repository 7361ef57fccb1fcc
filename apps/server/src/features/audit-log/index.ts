/** The audit log as the office shows it. */
export { auditOfPerson, auditOfRecord } from './audit-lines.ts'
export { auditHandlers } from './staff.ts'
