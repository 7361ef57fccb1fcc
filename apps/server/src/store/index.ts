/**
 * The store: embedded PostgreSQL or a server behind one interface, its tables, connections by use, migrations and
 * fence.
 */
export { wholeFrom } from './columns.ts'
export {
  type Described,
  describeStore,
  descriptionHash,
  OWN_DESCRIPTION_HASH,
  ownDescription,
  ownTables,
} from './description.ts'
export { type Fact, FactList, factName, NAME_DIGITS } from './fact-list.ts'
export { watchEpoch } from './fence.ts'
export {
  type Database,
  type Lane,
  type Lanes,
  type LaneUsage,
  type Query,
  type Store,
  type StoreJoin,
  type StoreJoined,
  StoreRefused,
  sumUsage,
  type Transaction,
  type TransactionEnd,
} from './interface.ts'
export { joinStore } from './join.ts'
export {
  FileUnusable,
  KnownFileRefused,
  keepFile,
  orRefuse,
  readKept,
  readKeptAs,
  readKnownFile,
  writeWhole,
} from './kept-file.ts'
export { takeLockFile } from './lock-file.ts'
export { MIGRATIONS, MIGRATIONS_TABLE } from './migrate.ts'
export { LOCK_NAMED, TRY_LOCK_NAMED } from './named-lock.ts'
export { nextNumber } from './next.ts'
export { EMPTIED_TABLES, objectsMark } from './objects-mark.ts'
export { qualified } from './qualified.ts'
export { RecordList } from './record-list.ts'
export { codeOf, databaseRefusal, mayAnswerLater } from './refusals.ts'
export { accountLog, accountTotals, instrumentTerms, ledgerEntries, orderEvents, orders, settings } from './schema.ts'
export { accounts, passkeys, sessions, users } from './schema-accounts.ts'
export {
  CLOSED_STATES,
  CLOSURE_STATES,
  CORRECTION_STATES,
  closures,
  corrections,
  freezes,
  MOVING_STATES,
  notes,
  reviewLocks,
} from './schema-casework.ts'
export { identities, identitySubmissions, SUBMISSION_STATES } from './schema-identity.ts'
export { inviteRewards, REWARD_STATES } from './schema-invites.ts'
export {
  audit,
  DEPOSIT_STATES,
  deposits,
  depositTransfer,
  depositTransferSql,
  idempotencyKeys,
  payees,
  paymentNotices,
  WITHDRAWAL_STATES,
  withdrawals,
  withdrawalTransfer,
} from './schema-money.ts'
export { news, newsTexts } from './schema-news.ts'
export { companyFiles } from './schema-office.ts'
export { priceAlerts } from './schema-price-alerts.ts'
export { equityDays, rankingEntries } from './schema-ranking.ts'
export { cannedAnswers, conversations, feedback, supportMessages } from './schema-support.ts'
export { schemaOf } from './server.ts'
export { openStore } from './store.ts'
export { rereadAfterDoubt } from './transaction-end.ts'
export {
  adviceFor,
  CONNECTION_LOST,
  DATA_DISK_FULL_ADVICE,
  DISK_FULL,
  forgiving,
  isRolledBack,
  StoreBusy,
  type StoreTrouble,
  troubleOf,
} from './trouble.ts'
export { tendTable, UPKEEP_EVERY_MS } from './upkeep.ts'
