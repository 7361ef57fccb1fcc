/** Seals of stored rows: which rows this server wrote. */
export {
  changeSealed,
  isSealed,
  RowChanged,
  recordSeals,
  requireAllSealed,
  requireSealed,
  rowSeal,
  type SealedRow,
  sealRow,
} from './row-seals.ts'
