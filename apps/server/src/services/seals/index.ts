/** Seals of stored rows: which rows this server wrote. */
export { KnownAccounts } from './known-accounts.ts'
export { KnownPayees } from './known-payees.ts'
export { KnownStaff } from './known-staff.ts'
export { KNOWN_VERSIONS_FILE, KnownVersions, openKnownVersions, ProvenVersions } from './known-versions.ts'
export { ENDED_RECORDS_MAX, KNOWN_RECORDS_FILE, NewestSeals } from './newest-seals.ts'
export { ObjectWatch, REFUSED_AFTER_MS } from './object-watch.ts'
export { requireOwnObjects } from './own-objects.ts'
export { faultsOfKnown, faultsOfOpen, proveRecords } from './prove-records.ts'
export {
  eraseInRecords,
  faultOfStored,
  faultOfSum,
  recordSeals,
  rememberedOf,
  requireRecordSealed,
  type SumFault,
  sealInserted,
  storedRecord,
} from './record-seals.ts'
export {
  type Changes,
  changeSealed,
  isOvertaken,
  isSealed,
  namesOf,
  RowChanged,
  readCurrent,
  readSealed,
  requireAllSealed,
  requireAsked,
  requireNext,
  requireOwnRow,
  requireRowSealed,
  requireSealed,
  rowChanged,
  rowNamed,
  rowSeal,
  type Sealing,
  sealedRows,
} from './row-seals.ts'
export { type NewestSeal, RECORD_KEYS, type RecordTable, sealStartOf } from './seal-bytes.ts'
export { type Key, SEALED_TABLES, type SealedRow, type SealedTable } from './sealed-tables.ts'
export { ShownRows } from './shown-rows.ts'

export { allProvenStaff, provenStaff, type StaffProof } from './staff-rows.ts'
