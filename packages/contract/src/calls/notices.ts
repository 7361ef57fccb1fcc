/** Calls about notices of an account, for demo and real accounts. */
import { z } from 'zod'
import { idIfGiven } from '../schemas/fields.ts'
import { notice, unread } from '../schemas/notices.ts'
import { type Call, POST, READ } from './call.ts'

export const NOTICE_CALLS = {
  noticeList: {
    ...READ,
    path: '/api/user/notices',
    caller: 'user',
    doc: 'Notices of the account, newest first, with the number of unread ones. The server keeps the newest 100.',
    request: z.object({}),
    answer: z.object({ list: z.array(notice), unread }),
  },
  noticeRead: {
    ...POST,
    names: { record: 'notice', as: 'id' },
    path: '/api/user/notice_read',
    caller: 'user',
    doc:
      'Marks one notice (id), or one and all older ones (until), as read on all devices. Answers the number of ' +
      'unread ones. Idempotent.',
    request: z.object({
      id: idIfGiven('The notice that was read'),
      until: idIfGiven('Instead of id: this notice and all older ones were read'),
    }),
    answer: z.object({ unread }),
  },
} as const satisfies Record<string, Call>
