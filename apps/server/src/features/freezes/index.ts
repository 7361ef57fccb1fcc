/** Freezing and releasing an account. */
export { type FreezeRow, type Freezes, freezeOf, openFreezes } from './freezes.ts'
