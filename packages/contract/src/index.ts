/**
 * The wire as plain tables and types, for browsers. The records of the calls and the schemas, from which these types
 * are taken, are in `@veritick/contract/calls` and `/schemas`: browsers do not load them.
 */
export type { Call, CallName, CallRecord } from './calls/index.ts'
export * from './company.ts'
export * from './devices.ts'
export * from './errors.ts'
export * from './headers.ts'
export * from './identity.ts'
export * from './invites.ts'
export * from './money.ts'
export * from './news.ts'
export * from './paging.ts'
export * from './passkeys.ts'
export * from './price-alerts.ts'
export * from './push.ts'
export * from './routes.ts'
export * from './socket.ts'
export * from './support.ts'
export * from './uploads.ts'
export * from './values.ts'
export type * from './wire.ts'
