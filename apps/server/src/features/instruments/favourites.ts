/**
 * The favourite instruments of a customer: one row, replaced as a whole. A code that is not in the catalogue stays, so
 * that an instrument that comes back is still a favourite. Changes have a ceiling for each customer and one turn for
 * all, because each is a transaction of its own, and orders wait for it on the embedded store.
 */
import type { UserId } from '@veritick/domain'
import { type Handlers, refuse } from '../../calls/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import { ceilingOf, LIMITS, workLimit } from '../../services/rate-limits/index.ts'
import type { Query, Store } from '../../store/index.ts'

type Context = { readonly store: Store; readonly runtime: Pick<Runtime, 'monotonicNow'> }

/** `favouriteSet` refuses with `too_many_requests`; the app sends the same list again a moment later. */
export function favouriteHandlers({ store, runtime }: Context): Handlers<'favouriteList' | 'favouriteSet'> {
  const ceiling = ceilingOf({ now: runtime.monotonicNow, ...LIMITS.favourites })
  const turns = workLimit(LIMITS.work.favourites)
  return {
    favouriteList: async ({ session }) => ({
      ok: true,
      data: { codes: await favouritesOf(store.query, session.user) },
    }),

    favouriteSet: async ({ session, params }) => {
      const { user } = session
      if (!ceiling.take(String(user))) return refuse('too_many_requests')
      const codes = codesIn(params.codes)
      await turns.run(user, () =>
        store.query(
          `insert into favourites (user_id, codes) values ($1, $2)
           on conflict (user_id) do update set codes = excluded.codes`,
          [user, codes.join(' ')],
        ),
      )
      return { ok: true, data: { codes } }
    },
  }
}

async function favouritesOf(query: Query, user: UserId): Promise<string[]> {
  const [row] = await query<{ codes: string }>('select codes from favourites where user_id = $1', [user])
  return codesIn(row?.codes ?? '')
}

/** Each code once. */
const codesIn = (text: string): string[] => [...new Set(text.split(' '))].filter((code) => code !== '')
