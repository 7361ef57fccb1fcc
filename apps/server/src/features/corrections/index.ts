/** Corrections of a balance by staff. */
export { type Corrections, openCorrections } from './corrections.ts'
export { correctionHandlers } from './staff.ts'
