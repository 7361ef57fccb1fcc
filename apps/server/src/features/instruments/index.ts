/** Instruments: lists, details, charts, changes by staff. */
export { type InstrumentChanges, openInstrumentChanges } from './changes.ts'
export { instrumentHandlers } from './customer.ts'
export { openTerms, StartRefused, type TermsSubject } from './engine-terms.ts'
export { favouriteHandlers } from './favourites.ts'
export { followFeeType } from './fee-type.ts'
export { wireCandle, wireQuotation } from './instruments.ts'
export { instrumentStaffHandlers } from './staff.ts'
