/** The positions of all customers together, by instrument. */
export { exposureHandlers } from './staff.ts'
