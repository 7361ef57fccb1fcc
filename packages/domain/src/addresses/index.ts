/** Checks of coin addresses and bank accounts. An export of its own, because it needs checksum libraries. */
export * from './banks.ts'
export * from './coins.ts'
