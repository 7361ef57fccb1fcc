/**
 * Where money may be sent to: the rules of chains and banks. A door of its own, because they bring their checksums
 * along.
 */
export * from './banks.ts'
export * from './coins.ts'
