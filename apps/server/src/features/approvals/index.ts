/**
 * The code of every decision of staff: transitions of records, two approvers, no self-approval, reasons, review
 * durations.
 */
export { isApprovalValid, isFirstApprovalValid } from './first-approval.ts'
export { isReasonValid } from './reasons.ts'
export { MEASURED_MAX, usualMinutes } from './review-duration.ts'
export { blockOfDecider, checkDecider, lockApprover, staffMailboxes } from './self-approval.ts'
export {
  advance,
  CLOCK,
  customerActor,
  LEDGER,
  type Movement,
  openCase,
  type RecordKind,
  type Requirement,
  requireSeen,
  type Transition,
} from './transitions.ts'
export {
  type DepositMethod,
  type DepositState,
  depositMethodCode,
  depositMethodOf,
  depositStatesOf,
  depositStatusCode,
  type IdentityState,
  identityStateOf,
  identityStatusCode,
  reviewStatusCode,
  submissionStateOf,
  type WithdrawalMethod,
  withdrawalMethodCode,
  withdrawalMethodOf,
  withdrawalStatusCode,
} from './wire-codes.ts'
