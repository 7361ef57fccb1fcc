/** The health page of the office. */
export { healthHandlers } from './staff.ts'
