/** Seals of stored rows: which rows this server wrote. */
export { NewestSeals } from './newest-seals.ts'
export { requireOwnTriggers } from './own-triggers.ts'
export { isRecordSealed, recordSeals, requireRecordSealed } from './record-seals.ts'
export {
  changeSealed,
  isSealed,
  RowChanged,
  requireAllSealed,
  requireRowSealed,
  requireSealed,
  rowChanged,
  rowSeal,
  type SealedRow,
  sealRow,
} from './row-seals.ts'
