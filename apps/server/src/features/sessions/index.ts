/** Customers' sessions. */
export type { Proven, Sessions, TokenRefusal } from './interface.ts'
export { idOf } from './rows.ts'
export { openSessions } from './sessions.ts'
