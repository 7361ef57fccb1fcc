/**
 * Checks of coin addresses, bank accounts and the names of payments. An export of its own, because it needs checksum
 * libraries.
 */
export * from './banks.ts'
export * from './coins.ts'
export * from './payments.ts'
