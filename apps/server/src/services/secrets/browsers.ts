/**
 * Browsers that a customer or staff member has signed in with. The store holds hashes of the cookie's value
 * (http/browser.ts). A known browser has no right by itself; its tries are only counted separately.
 */
import type { Query } from '../../store/index.ts'
import { DAY_MS, type Runtime, randomId } from '../clock/index.ts'
import { hashOf } from './token-hash.ts'

/** The owner of a browser: a customer or a staff member. */
export type BrowserOwner = `customer ${number}` | `staff ${number}`

/**
 * More than a customer uses; as many that are young, and as many that are older. Of each kind those that were known
 * first are kept, so no number of sign-ins displaces a browser that was known before them.
 */
export const BROWSERS_MAX = 20
/** A younger browser takes no place of an older one: within this time the owner reads the mail about its sign-in. */
export const BROWSER_YOUNG_MS = 7 * DAY_MS
/** The lifetime of the cookie. */
const KEPT_MS = 400 * DAY_MS

/** `owner` undefined: the name is unknown. The query runs all the same, so that it takes as long. */
export async function isKnownBrowser(
  query: Query,
  options: { readonly owner: BrowserOwner | undefined; readonly browser: string | undefined },
): Promise<boolean> {
  const { owner = '', browser = '' } = options
  return (
    (await query('select 1 from known_browsers where owner = $1 and browser_hash = $2', [owner, hashOf(browser)]))
      .length === 1
  )
}

/** Answers the id that its cookie is to hold from now on. Pass the transaction's query. */
export async function rememberBrowser(
  query: Query,
  given: { readonly owner: BrowserOwner; readonly browser: string | undefined; readonly runtime: Runtime },
): Promise<string> {
  const { owner, runtime } = given
  const id = given.browser ?? randomId(runtime)
  const now = runtime.now()
  await query(
    `insert into known_browsers (owner, browser_hash, known_at, used_at) values ($1, $2, $3, $3)
     on conflict (owner, browser_hash) do update set used_at = excluded.used_at`,
    [owner, hashOf(id), now],
  )
  await query(
    `delete from known_browsers where owner = $1 and browser_hash not in
       (select browser_hash from (
          select browser_hash, row_number() over (partition by known_at > $3 order by known_at, browser_hash) as place
          from known_browsers where owner = $1 and used_at >= $2) kept
        where place <= $4)`,
    [owner, now - KEPT_MS, now - BROWSER_YOUNG_MS, BROWSERS_MAX],
  )
  return id
}

/** For a new password: a thief of the old one may have signed in with any other browser than `except`. */
export async function forgetBrowsers(
  query: Query,
  options: { readonly owner: BrowserOwner; readonly except: string | undefined },
): Promise<void> {
  const { owner, except } = options
  await query('delete from known_browsers where owner = $1 and browser_hash <> $2', [owner, hashOf(except ?? '')])
}
