/** Seals of stored rows: which rows this server wrote. */
export { KNOWN_VERSIONS_FILE, KnownVersions, KnownVersionsRefused, openKnownVersions } from './known-versions.ts'
export { NewestSeals } from './newest-seals.ts'
export { requireOwnObjects } from './own-objects.ts'
export { isRecordSealed, recordSeals, requireRecordSealed } from './record-seals.ts'
export {
  changeSealed,
  isSealed,
  namesOf,
  RowChanged,
  readSealed,
  requireAllSealed,
  requireNext,
  requireRowSealed,
  requireSealed,
  rowChanged,
  rowSeal,
  type SealedRow,
  sealRow,
} from './row-seals.ts'
