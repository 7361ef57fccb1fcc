/** The owner's notices: the list, and what was read. */

import { type Handlers, refuse } from '../../calls/index.ts'
import type { Context } from './context.ts'
import { listNotices, readNotice, readUntil, unreadCount } from './stored-notices.ts'
import { wireNotice } from './wire.ts'

export function noticeHandlers({ store, runtime, ids }: Context): Handlers<'noticeList' | 'noticeRead'> {
  return {
    noticeList: async ({ session, language }) => {
      const kept = await listNotices(store.query, session)
      const list = kept.map((each) => wireNotice(each, language, ids))
      return { ok: true, data: { list, unread: list.filter((each) => !each.read).length } }
    },

    noticeRead: async ({ session, params }) => {
      const which = { user: session.user, tokenHash: session.tokenHash, now: runtime.now() }
      const { id, until } = params
      if (id === undefined && until === undefined) return refuse('parameter_missing', 'id')
      // A notice of another account says the same as none.
      if (id !== undefined && !(await readNotice(store.query, { ...which, notice: id })))
        return refuse('notice_unknown', 'id')
      if (until !== undefined) await readUntil(store.query, { ...which, notice: until })
      return { ok: true, data: { unread: await unreadCount(store.query, session) } }
    },
  }
}
