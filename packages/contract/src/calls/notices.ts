/** Calls about notices of an account, for demo and real accounts. */
import { type Call, POST, READ } from './call.ts'

export const NOTICE_CALLS = {
  noticeList: {
    ...READ,
    path: '/api/user/notices',
    caller: 'user',
    doc: 'Notices of the account, newest first, with the number of unread ones. The server keeps the newest 100.',
  },
  noticeRead: {
    ...POST,
    path: '/api/user/notice_read',
    caller: 'user',
    doc:
      'Marks one notice (id), or one and all older ones (until), as read on all devices. Answers the number of ' +
      'unread ones. Idempotent.',
  },
} as const satisfies Record<string, Call>
