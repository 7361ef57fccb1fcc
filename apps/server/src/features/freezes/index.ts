/** Freezing and releasing an account. */
export { type Freeze, type Freezes, freezeAccounts, freezeOf, openFreezes, requireNoFreeze } from './freezes.ts'
