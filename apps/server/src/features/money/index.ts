/** What movements of money share: amounts, transfers, the parts that casework is given. */
export { amountText, centsText, type Read, readUnits, readUsd, usdText } from './amounts.ts'
export type { CaseworkParts } from './casework-parts.ts'
export { isPriceApart } from './price-moved.ts'
export {
  correctionReference,
  depositReference,
  moveOnce,
  oneRunEach,
  rewardReference,
  withdrawalReference,
} from './transfers.ts'
