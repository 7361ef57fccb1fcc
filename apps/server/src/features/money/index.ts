/** The shared code of movements of money: amounts, transfers, and the services for casework. */
export { amountText, centsText, type Read, readUnits, readUsd, unitsText, usdText } from './amounts.ts'
export type { CaseworkParts } from './casework-parts.ts'
export { compareCasework, transferFault } from './compare-casework.ts'
export { compareOwners } from './compare-owners.ts'
export { creditOnce, type DecidedCredit } from './credit-once.ts'
export { rememberedOf, requireSum } from './day-sums.ts'
export { type DecidedMovement, requireDecision, sealOf } from './decisions.ts'
export { finishEach, finishRecords, RecordsLeft, runAll } from './finish-each.ts'
export { lookAtKnown } from './known-records.ts'
export { isPriceApart } from './price-moved.ts'
export { type ProvenMoney, provenMoney, provenSums } from './proven-flows.ts'
export { isRecordFault, RecordFaults } from './record-faults.ts'
export { type ShowingParts, type ShownKind, type ShownRecord, shownRecords, withSealFaults } from './shown-records.ts'
export {
  isLocked,
  isPaymentCredited,
  type MoneyRecord,
  moveOnce,
  oneRunEach,
  referenceOf,
  referenceOfPayment,
} from './transfers.ts'
