/** The journal as it is stored: batches, their bytes and hashes, the tree of all batches. */

export {
  type BatchHead,
  type BatchHeader,
  CHAIN_START,
  type ChainHead,
  checkBody,
  checkHeader,
  type DurableBatch,
  eventsOf,
  headAfter,
  headBefore,
  type NewBatch,
  NO_SNAPSHOT_HASH,
  openBatch,
  type SealedBatch,
  sealBatch,
  sha256,
} from './batch.ts'
export { batchMac, isOwnBatch, type JournalKey } from './batch-mac.ts'
export { BatchTree, eventsRootOf, headOf, hex, nodeOf, type TreeHead } from './batch-tree.ts'
export { CoreBusy, CoreEnded, isCoreBusy, unlessBusy } from './errors.ts'
export { type EventTree, type EventTrees, keepEventTrees } from './event-tree.ts'
export { RootsBehind, rootInSlices } from './roots.ts'
export {
  eventBytesOf,
  firstChainFault,
  HEADER_COLUMNS,
  headRowsOf,
  type JournalRow,
  journalAfter,
  journalRow,
  newestRequests,
  requestBytesOf,
  requestsFrom,
  type TreeRow,
  treesCarried,
} from './rows.ts'
export { type BatchPath, batchPaths, sameBytes, treeAfter, treeHeadsPath } from './tree.ts'
