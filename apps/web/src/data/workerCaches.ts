/**
 * The caches of the service worker beside the files of its build: the words of the customer's languages and the first
 * page with prices. Each build has its own, because a page of another build names files that no longer exist. A new
 * build loads its words of the same languages while it is installed, so that it starts without a network too, and
 * removes the caches of other builds when it takes over: then no tab shows them. The values of `lastShelf.ts` stay.
 */

type Store = Pick<Cache, 'add' | 'keys'>
/** The parts of the browser that the caches use. */
export type CacheWorld = {
  readonly keys: () => Promise<readonly string[]>
  readonly open: (name: string) => Promise<Store>
  readonly delete: (name: string) => Promise<unknown>
}

const WORDS = 'veritick-words'
const FIRST_PAGE = 'veritick-first-page'
/** With the names of earlier builds, which carried none. */
const OWN = new RegExp(`^(?:${WORDS}|${FIRST_PAGE})(?:-|$)`)
/** A file of words: its language, and the hash of its content. */
const LANGUAGE = /\/assets\/([a-z]{2,3})-[^/]+\.js$/

export const cacheNames = (build: string) => ({ words: `${WORDS}-${build}`, firstPage: `${FIRST_PAGE}-${build}` })

/** `words`: the files of words of this build. A file that does not load is loaded by the page that needs it. */
export async function keepLanguages(of: {
  readonly caches: CacheWorld
  readonly build: string
  readonly words: readonly string[]
}): Promise<void> {
  const { caches, build, words } = of
  const names = (await caches.keys()).filter((name) => OWN.test(name) && name.startsWith(WORDS))
  const stores = await Promise.all(names.map((name) => caches.open(name)))
  const kept = (await Promise.all(stores.map((store) => store.keys()))).flat()
  const languages = new Set(kept.map(({ url }) => LANGUAGE.exec(url)?.[1]))
  const wanted = words.filter((path) => languages.has(LANGUAGE.exec(path)?.[1] ?? ''))
  const own = await caches.open(cacheNames(build).words)
  await Promise.allSettled(wanted.map((path) => own.add(path)))
}

export async function dropOtherBuilds(caches: CacheWorld, build: string): Promise<void> {
  const own: readonly string[] = Object.values(cacheNames(build))
  const others = (await caches.keys()).filter((name) => OWN.test(name) && !own.includes(name))
  await Promise.all(others.map((name) => caches.delete(name)))
}
