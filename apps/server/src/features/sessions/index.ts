/** Customers' sessions. */
export type { Proven, Sessions, TokenRefusal } from './interface.ts'
export { idOf, isOpen } from './rows.ts'
export { openSessions } from './sessions.ts'
