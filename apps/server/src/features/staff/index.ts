/** Staff: sign-in, roles, links, access, onboarding. */
export { type Colleague, holdOf, staffOf } from './access.ts'
export { firstLink, ResetRefused, resetLink } from './first-start.ts'
export { linkPath } from './links.ts'
export { welcomeHandlers } from './onboarding.ts'
export { type RememberedSessions, rememberedSessions } from './remembered-sessions.ts'
export { STAFF_IDLE_MILLIS, type StaffSessions, staffSessionsOf } from './session.ts'
export { signInHandlers } from './sign-in.ts'
export { staffHandlers } from './staff.ts'
