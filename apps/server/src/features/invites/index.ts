/** The invite programme: friends, their progress, and the rewards of inviters. */
export { inviteHandlers } from './customer.ts'
export { type Invites, openInvites } from './invites.ts'
export { rewardHandlers } from './staff.ts'
