/** Customers' sessions. */
export { idOf, openSessions, type Proven, type Sessions, type TokenRefusal } from './sessions.ts'
