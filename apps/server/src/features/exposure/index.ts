/** What customers hold together, by instrument. */
export { exposureHandlers } from './staff.ts'
