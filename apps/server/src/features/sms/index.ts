/** The test page of the SMS provider. */
export { smsHandlers } from './staff.ts'
