/**
 * The favourite instruments of a customer: one row, replaced as a whole. A code that is not in the catalogue stays, so
 * that an instrument that comes back is still a favourite.
 */
import type { UserId } from '@veritick/domain'
import type { Handlers } from '../../calls/index.ts'
import type { Query, Store } from '../../store/index.ts'

export function favouriteHandlers({ store }: { readonly store: Store }): Handlers<'favouriteList' | 'favouriteSet'> {
  return {
    favouriteList: async ({ session }) => ({
      ok: true,
      data: { codes: await favouritesOf(store.query, session.user) },
    }),

    favouriteSet: async ({ session, params }) => {
      const codes = codesIn(params.codes)
      await store.query(
        `insert into favourites (user_id, codes) values ($1, $2)
         on conflict (user_id) do update set codes = excluded.codes`,
        [session.user, codes.join(' ')],
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
