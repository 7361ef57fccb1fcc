/** Notices to customers about trading: margin, stop-out, fees. */
export { noticeHandlers } from './customer.ts'
export { type Notices, openNotices, type StoredNotices } from './notices.ts'
export { leavingOut, workOf } from './one-failed.ts'
export { unreadIn } from './stored-notices.ts'
export { type KeptNotice, wireNotice } from './wire.ts'
