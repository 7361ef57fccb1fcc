/**
 * The wire as plain tables and types, for browsers. The schemas, from which these types are taken, are in
 * `@veritick/contract/schemas`, so that browsers do not load them.
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
