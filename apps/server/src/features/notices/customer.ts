/** The owner's notices: the list, and what was read. */

import { type Handlers, refuse } from '../../calls/index.ts'
import type { Context } from './context.ts'
import { listNotices, markRead, unreadIn, unreadOf } from './stored-notices.ts'
import { wireNotice } from './wire.ts'

export function noticeHandlers(context: Context): Handlers<'noticeList' | 'noticeRead'> {
  const { store, runtime, ids, notices } = context
  const reading = { query: store.query, shown: notices.shown }
  return {
    noticeList: async ({ session, language }) => {
      const kept = await listNotices(reading, session)
      const list = kept.map((each) => wireNotice(each, language, ids))
      return { ok: true, data: { list, unread: list.filter((each) => !each.read).length } }
    },

    noticeRead: async ({ session, params }) => {
      const which = { user: session.user, tokenHash: session.tokenHash, now: runtime.now() }
      const { id, until } = params
      if (id === undefined && until === undefined) return refuse('parameter_missing', 'id')
      // A notice of another account says the same as none.
      if (id !== undefined && !(await markRead(reading, { ...which, is: (notice) => notice === id })))
        return refuse('notice_unknown', 'id')
      // That one and all older ones.
      if (until !== undefined) await markRead(reading, { ...which, is: (notice) => notice <= until })
      return { ok: true, data: { unread: unreadIn(await unreadOf(reading, session.user), session.tokenHash) } }
    },
  }
}
