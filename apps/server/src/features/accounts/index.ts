/** Customers: registration, sign-in, second factor, devices, profile, demo accounts. */
export { accountOf, openAccounts, USER_MAX, uidOf, userOfUid, wireSignedIn, withdrawalsHeldUntil } from './accounts.ts'
export { beginSession } from './begin-session.ts'
export { refuseCode } from './code-refusals.ts'
export type { Context as AccountsContext } from './context.ts'
export { setCreditScore } from './credit-score.ts'
export { accountHandlers } from './customer.ts'
export { emailToConfirm } from './emails.ts'
export { isPhoneRestricted, isRestricted, masked, readArea, readEmail, readPhone } from './names.ts'
export { personToMail, tellCustomer } from './notifications.ts'
export {
  accountNamed,
  accountRow,
  accountsOf,
  accountsOfEach,
  accountsToShow,
  accountToShow,
  isOwnAccount,
  type OwnedAccount,
  requireOwner,
} from './owned-accounts.ts'
export {
  barIn,
  barOf,
  changePerson,
  isClosed,
  isErased,
  isFrozen,
  isUser,
  languageOf,
  type Person,
  personOf,
  personReached,
  personToShow,
  provenPerson,
  requireNoBar,
  targetOf,
} from './queries.ts'
export { requireSecondFactor } from './second-factor.ts'
export { forgetCode, type ProofGiven, proofIn, provenUntil, requireProof } from './step-up.ts'
export { isTwoFactorOn } from './two-factor-store.ts'
