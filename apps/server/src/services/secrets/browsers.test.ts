/** The browsers that stay known: the first ones, until they are unused for 400 days or the password changes. */
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { type SetMachine, setMachine } from '@veritick/testing/test-clock'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Store } from '../../store/interface.ts'
import { openStore } from '../../store/store.ts'
import { DAY_MS } from '../clock/times.ts'
import { testEncryption as encryption } from '../encryption/encryption-fixture.ts'
import {
  BROWSER_YOUNG_MS,
  BROWSERS_MAX,
  type BrowserOwner,
  forgetBrowsers,
  forgetUnprovenBrowsers,
  isProvenBrowser,
  proveBrowser,
  rememberBrowser,
  standingOf,
} from './browsers.ts'
import { hashOf } from './token-hash.ts'

let location: StoreLocation
let store: Store
let runtime: SetMachine
let owner: BrowserOwner = 'customer 0'

beforeAll(async () => {
  location = await openLocation('embedded', ['w'])
  store = await openStore({ ...location, world: 'w' })
  runtime = setMachine({ at: '2026-03-02T09:00:00Z' })
})
afterAll(async () => {
  await store.close()
  await location.clean()
})
beforeEach(() => {
  owner = `customer ${Number(owner.split(' ')[1]) + 1}`
})

const remember = async (browser?: string) => {
  runtime.pass(1000)
  return rememberBrowser(store.query, { owner, browser, proven: false, runtime, encryption })
}
const isKnownOf = async (whose: BrowserOwner, browser: string) =>
  (await standingOf(store.query, { owner: whose, browser, encryption })) !== 'unknown'
const isKnown = (browser: string) => isKnownOf(owner, browser)
/** Sign-ins without a cookie: the ids that their browsers get. */
const newOnes = async (count: number) => {
  const made: string[] = []
  for (let index = 0; index < count; index++) made.push(await remember())
  return made
}
const knownOf = async (browsers: readonly string[]) => {
  const known: boolean[] = []
  for (const browser of browsers) known.push(await isKnown(browser))
  return known.filter(Boolean).length
}

test('later sign-ins displace no browser: at once, after a week of waiting, or used more often', async () => {
  const own = await remember()
  const thiefs = await newOnes(BROWSERS_MAX * 2)
  expect([await isKnown(own), await knownOf(thiefs)]).toEqual([true, BROWSERS_MAX - 1])
  // The thief waits, uses the browsers that are known, and fills the places of the young ones again, week after week.
  for (let week = 0; week < 3; week++) {
    runtime.pass(BROWSER_YOUNG_MS + 1)
    for (const browser of thiefs) if (await isKnown(browser)) await remember(browser)
    thiefs.push(...(await newOnes(BROWSERS_MAX * 2)))
    expect(await isKnown(own)).toBe(true)
  }
})

test('a young browser takes no place of an older one, and is known itself', async () => {
  const older = await newOnes(BROWSERS_MAX)
  runtime.pass(BROWSER_YOUNG_MS)
  const young = await newOnes(BROWSERS_MAX + 1)
  expect([await knownOf(older), await knownOf(young)]).toEqual([BROWSERS_MAX, BROWSERS_MAX])
  expect(await isKnown(young.at(-1) ?? '')).toBe(false)
  const rows = await store.query('select 1 from known_browsers where owner = $1', [owner])
  expect(rows).toHaveLength(2 * BROWSERS_MAX)
})

test('a browser that was not used for 400 days is forgotten, and its place is free at once', async () => {
  const [first = '', ...others] = await newOnes(BROWSERS_MAX)
  runtime.pass(399 * DAY_MS)
  for (const browser of others) await remember(browser)
  expect(await isKnown(first)).toBe(true)
  runtime.pass(DAY_MS)
  // Young at first: with a week it moves into the place.
  const later = await remember()
  expect([await isKnown(first), await isKnown(later)]).toEqual([false, true])
  runtime.pass(BROWSER_YOUNG_MS + 1)
  await remember(later)
  expect([await knownOf(others), await isKnown(later)]).toEqual([BROWSERS_MAX - 1, true])
})

test('a new password forgets every browser but its own, which stays as old as it was', async () => {
  const [own = ''] = await newOnes(1)
  const thiefs = await newOnes(3)
  const other: BrowserOwner = 'staff 1'
  await rememberBrowser(store.query, { owner: other, browser: own, proven: true, runtime, encryption })
  const ages = () => store.query('select known_at from known_browsers where owner = $1', [owner])
  const [before] = await ages()
  await forgetBrowsers(store.query, { owner, except: own })
  await remember(own)
  expect([await isKnown(own), await knownOf(thiefs), await ages()]).toEqual([true, 0, [before]])
  await forgetBrowsers(store.query, { owner, except: undefined })
  expect([await isKnown(own), await isKnownOf(other, own)]).toEqual([false, true])
})

test('a proven browser stays proven and has a place that no sign-in by a password takes', async () => {
  await newOnes(BROWSERS_MAX)
  const isProven = (browser: string) => isProvenBrowser(store.query, { owner, browser, encryption })
  const own = await rememberBrowser(store.query, { owner, browser: undefined, proven: true, runtime, encryption })
  await newOnes(BROWSERS_MAX)
  await remember(own)
  const [later = ''] = await newOnes(1)
  expect([await isProven(own), await isKnown(later)]).toEqual([true, false])
  await proveBrowser(store.query, { owner, browser: later, runtime, encryption })
  expect(await isKnown(later)).toBe(false)
  await proveBrowser(store.query, { owner: 'customer 999', browser: own, runtime, encryption })
  expect(await isProvenBrowser(store.query, { owner: 'customer 999', browser: own, encryption })).toBe(false)
  await forgetUnprovenBrowsers(store.query, owner)
  expect(await store.query('select 1 from known_browsers where owner = $1', [owner])).toHaveLength(1)
  const young = await remember()
  expect(await isProven(young)).toBe(false)
  await proveBrowser(store.query, { owner, browser: young, runtime, encryption })
  expect(await isProven(young)).toBe(true)
})

test.each([
  ['of a cookie that a thief made up', 'update known_browsers set browser_hash = $2 where owner = $1'],
  ['of another owner', "update known_browsers set owner = 'customer 998' where owner = $1 and $2 <> ''"],
  ['whose time was moved', "update known_browsers set known_at = 1 where owner = $1 and $2 <> ''"],
  ['that was made a proven one', "update known_browsers set proven_at = used_at where owner = $1 and $2 <> ''"],
])('a row %s, written by SQL alone, makes no browser known', async (what, sql) => {
  const browser = await remember()
  const made = 'a cookie that a thief made up'
  await store.query(sql, [owner, hashOf(made)])
  const whose: BrowserOwner = what === 'of another owner' ? 'customer 998' : owner
  const tried = what.includes('made up') ? made : browser
  expect(await isKnownOf(whose, tried)).toBe(false)
  // The owner signs in again, and the browser is known as at a first time.
  expect(await rememberBrowser(store.query, { owner, browser, proven: false, runtime, encryption })).toBe(browser)
  expect(await isKnown(browser)).toBe(true)
  expect(await isProvenBrowser(store.query, { owner, browser, encryption })).toBe(false)
})
