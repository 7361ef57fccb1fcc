/**
 * The wire as plain tables and types: what a browser needs. It carries no schema code; the schemas that guard the
 * server's door, and from which these types are taken, are in `@veritick/contract/schemas`.
 */
export * from './calls.ts'
export * from './devices.ts'
export * from './errors.ts'
export * from './identity.ts'
export * from './money.ts'
export * from './passkeys.ts'
export * from './socket.ts'
export * from './uploads.ts'
export * from './values.ts'
export type * from './wire.ts'
