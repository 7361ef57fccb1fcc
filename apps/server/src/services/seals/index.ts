/** Seals of stored rows: which rows this server wrote. */
export { requireOwnTriggers } from './own-triggers.ts'
export {
  changeSealed,
  isSealed,
  RowChanged,
  recordSeals,
  requireAllSealed,
  requireRowSealed,
  requireSealed,
  rowChanged,
  rowSeal,
  type SealedRow,
  sealRow,
} from './row-seals.ts'
