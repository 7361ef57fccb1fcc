/** The calls of the ranking: the list for visitors, the own place and the consent for customers. */
import { PAGE_SIZE } from '@veritick/contract'
import type { Handlers, Session } from '../../calls/index.ts'
import { changeConsent, hasConsent, standingOf } from './consent.ts'
import type { Context } from './context.ts'
import { listPage, ownRows, wireEntry } from './queries.ts'

const SORT_DEFAULT = 'three_week_rate'

export function rankingHandlers(context: Context): Handlers<'followList' | 'followOwn' | 'followListed'> {
  const { store, market } = context

  const own = async (session: Session, sort: Parameters<typeof ownRows>[1]['sort']) => {
    const { user, accountKind: kind } = session
    const rows = await ownRows(store.query, { kind, sort, user })
    const isListed = await hasConsent(store.query, { user, kind })
    const standing = await standingOf(context, session, { isListed, isShown: rows.length > 0 })
    return { rows, standing, listed: isListed ? (1 as const) : (0 as const) }
  }

  return {
    followList: async ({ params }) => {
      const { kind = 'real', sort = SORT_DEFAULT, page = 1 } = params
      const { rows, total, asOf } = await listPage(store.query, { kind, sort, page, size: PAGE_SIZE })
      return { ok: true, data: { list: rows.map((row) => wireEntry(row, market)), total, as_of: asOf } }
    },

    followOwn: async ({ session, params }) => {
      const { rows, standing, listed } = await own(session, params.sort ?? SORT_DEFAULT)
      const { state, daysLeft: days_left, tradesLeft: trades_left } = standing
      const entries = rows.map((row) => wireEntry(row, market))
      return { ok: true, data: { listed, state, days_left, trades_left, entries } }
    },

    followListed: async ({ session, params }) => {
      const { user, accountKind: kind } = session
      await changeConsent(context, { user, kind, listed: params.listed })
      const { standing, listed } = await own(session, SORT_DEFAULT)
      return { ok: true, data: { listed, state: standing.state } }
    },
  }
}
