/** Freezing and releasing an account. */
export { type FreezeRow, type Freezes, freezeAccounts, freezeOf, openFreezes } from './freezes.ts'
