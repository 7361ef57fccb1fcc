/**
 * Browsers that a customer or staff member has signed in with. The store holds hashes of the cookie's value
 * (http/browser.ts). A known browser has no right by itself; its tries are only counted separately. In a proven browser
 * more than the password was given: a second factor or a code that was sent. The thief of a password has none, so the
 * limits of codes spare proven browsers only. Each row proves itself by a keyed hash over its owner, the cookie and its
 * times, so a row that only a statement of SQL wrote makes no browser known.
 */
import type { Query } from '../../store/index.ts'
import { DAY_MS, type Runtime, randomId } from '../clock/index.ts'
import type { Encryption } from '../encryption/index.ts'
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

type Proof = Pick<Encryption, 'fingerprint'>
/** `owner` undefined: the name is unknown. The query runs all the same, so that it takes as long. */
type OfOwner = {
  readonly owner: BrowserOwner | undefined
  readonly browser: string | undefined
  readonly encryption: Proof
}

/** `known`: only the password was given in it. */
export const BROWSER_STANDINGS = ['proven', 'known', 'unknown'] as const
export type BrowserStanding = (typeof BROWSER_STANDINGS)[number]

export async function standingOf(query: Query, of: OfOwner): Promise<BrowserStanding> {
  const row = await ownRow(query, of)
  if (row === undefined) return 'unknown'
  return row.proven_at === null ? 'known' : 'proven'
}

export const isProvenBrowser = async (query: Query, of: OfOwner): Promise<boolean> =>
  (await standingOf(query, of)) === 'proven'

type Row = { readonly browser_hash: string; readonly known_at: number; readonly proven_at: number | null }

/** `undefined` also for a row that this server did not write like this. */
async function ownRow(query: Query, { owner, browser, encryption }: OfOwner): Promise<Row | undefined> {
  const rows = await query<Row>(
    `select browser_hash, known_at, proven_at from known_browsers where owner = $1 and browser_hash like $2
     order by proven_at nulls last`,
    [owner ?? '', `${hashOf(browser ?? '')}.%`],
  )
  if (owner === undefined || browser === undefined) return undefined
  return rows.find((row) => row.browser_hash === keyedHash(encryption, { owner, browser, ...row }))
}

/** The hash of the cookie, by which two owners of one browser are found, and a keyed hash of the row. */
function keyedHash(
  encryption: Proof,
  row: Omit<Row, 'browser_hash'> & { readonly owner: BrowserOwner; readonly browser: string },
): string {
  const hash = hashOf(row.browser)
  const proven = row.proven_at ?? 'never'
  return `${hash}.${encryption.fingerprint('known browser', `${row.owner} ${hash} ${row.known_at} ${proven}`)}`
}

/**
 * Answers the id that its cookie is to hold from now on. `proven`: more than a password was given; a browser that was
 * proven stays so. Pass the transaction's query.
 */
export async function rememberBrowser(
  query: Query,
  given: OfOwner & { readonly owner: BrowserOwner; readonly proven: boolean; readonly runtime: Runtime },
): Promise<string> {
  const { owner, proven, runtime, encryption } = given
  const id = given.browser ?? randomId(runtime)
  const now = runtime.now()
  const known = await ownRow(query, given)
  const row = { known_at: known?.known_at ?? now, proven_at: known?.proven_at ?? (proven ? now : null) }
  if (known !== undefined)
    await query('delete from known_browsers where owner = $1 and browser_hash = $2', [owner, known.browser_hash])
  await query(
    `insert into known_browsers (owner, browser_hash, known_at, used_at, proven_at) values ($1, $2, $3, $4, $5)
     on conflict (owner, browser_hash) do update
       set known_at = excluded.known_at, used_at = excluded.used_at, proven_at = excluded.proven_at`,
    [owner, keyedHash(encryption, { owner, browser: id, ...row }), row.known_at, now, row.proven_at],
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
  given: OfOwner & { readonly owner: BrowserOwner; readonly runtime: Runtime },
): Promise<void> {
  const { owner, browser, runtime, encryption } = given
  const known = await ownRow(query, given)
  if (browser === undefined || known === undefined || known.proven_at !== null) return
  const now = runtime.now()
  await query('update known_browsers set browser_hash = $3, proven_at = $4 where owner = $1 and browser_hash = $2', [
    owner,
    known.browser_hash,
    keyedHash(encryption, { ...known, owner, browser, proven_at: now }),
    now,
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
  await query("delete from known_browsers where owner = $1 and split_part(browser_hash, '.', 1) <> $2", [
    owner,
    hashOf(except ?? ''),
  ])
}
