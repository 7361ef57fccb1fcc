/**
 * Browsers that a customer or staff member has signed in with. The store holds hashes of the cookie's value
 * (http/browser.ts). A known browser has no right by itself; its tries are only counted separately. In a proven browser
 * more than the password was given: a second factor or a code that was sent. The thief of a password has none, so the
 * limits of codes spare proven browsers only.
 */
import type { Query } from '../../store/index.ts'
import { DAY_MS, type Runtime, randomId } from '../clock/index.ts'
import { hashOf } from './token-hash.ts'

/** The owner of a browser: a customer or a staff member. */
export type BrowserOwner = `customer ${number}` | `staff ${number}`

/**
 * More than a customer uses: as many that are young, and as many that are older, of the proven ones and of the others.
 * Of each kind those that were known first are kept, so no number of sign-ins displaces a browser that was known before
 * them, or one that is proven.
 */
export const BROWSERS_MAX = 20
/** A younger browser takes no place of an older one: within this time the owner reads the mail about its sign-in. */
export const BROWSER_YOUNG_MS = 7 * DAY_MS
/** The lifetime of the cookie. */
const KEPT_MS = 400 * DAY_MS

/** `owner` undefined: the name is unknown. The query runs all the same, so that it takes as long. */
type OfOwner = { readonly owner: BrowserOwner | undefined; readonly browser: string | undefined }

export async function isKnownBrowser(query: Query, { owner, browser }: OfOwner): Promise<boolean> {
  const known = 'select 1 from known_browsers where owner = $1 and browser_hash = $2'
  return (await query(known, [owner ?? '', hashOf(browser ?? '')])).length === 1
}

export async function isProvenBrowser(query: Query, { owner, browser }: OfOwner): Promise<boolean> {
  const proven = 'select 1 from known_browsers where owner = $1 and browser_hash = $2 and proven_at is not null'
  return (await query(proven, [owner ?? '', hashOf(browser ?? '')])).length === 1
}

/**
 * Answers the id that its cookie is to hold from now on. `proven`: more than a password was given; a browser that was
 * proven stays so. Pass the transaction's query.
 */
export async function rememberBrowser(
  query: Query,
  given: {
    readonly owner: BrowserOwner
    readonly browser: string | undefined
    readonly proven: boolean
    readonly runtime: Runtime
  },
): Promise<string> {
  const { owner, proven, runtime } = given
  const id = given.browser ?? randomId(runtime)
  const now = runtime.now()
  await query(
    `insert into known_browsers as known (owner, browser_hash, known_at, used_at, proven_at)
     values ($1, $2, $3, $3, $4)
     on conflict (owner, browser_hash) do update
       set used_at = excluded.used_at, proven_at = coalesce(known.proven_at, excluded.proven_at)`,
    [owner, hashOf(id), now, proven ? now : null],
  )
  await query(
    `delete from known_browsers where owner = $1 and browser_hash not in
       (select browser_hash from (
          select browser_hash, row_number() over (
            partition by proven_at is null, known_at > $3 order by known_at, browser_hash) as place
          from known_browsers where owner = $1 and used_at >= $2) kept
        where place <= $4)`,
    [owner, now - KEPT_MS, now - BROWSER_YOUNG_MS, BROWSERS_MAX],
  )
  return id
}

/** More than the password was given in a browser that is known. One that is not known has no cookie of this owner. */
export async function proveBrowser(
  query: Query,
  given: { readonly owner: BrowserOwner; readonly browser: string | undefined; readonly runtime: Runtime },
): Promise<void> {
  const { owner, browser, runtime } = given
  if (browser === undefined) return
  await query('update known_browsers set proven_at = $3 where owner = $1 and browser_hash = $2 and proven_at is null', [
    owner,
    hashOf(browser),
    runtime.now(),
  ])
}

/**
 * For two-step verification that is turned on: a thief of the password may have signed in with these browsers, and
 * would have a limit of wrong second factors in each.
 */
export async function forgetUnprovenBrowsers(query: Query, owner: BrowserOwner): Promise<void> {
  await query('delete from known_browsers where owner = $1 and proven_at is null', [owner])
}

/** For a new password: a thief of the old one may have signed in with any other browser than `except`. */
export async function forgetBrowsers(
  query: Query,
  options: { readonly owner: BrowserOwner; readonly except: string | undefined },
): Promise<void> {
  const { owner, except } = options
  await query('delete from known_browsers where owner = $1 and browser_hash <> $2', [owner, hashOf(except ?? '')])
}
