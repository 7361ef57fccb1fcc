/** Customers' sessions. */
export type { Proven } from './session-memory.ts'
export { idOf, openSessions, type Sessions, type TokenRefusal } from './sessions.ts'
