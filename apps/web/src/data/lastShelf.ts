/**
 * Stores texts for a start without a network in the cache storage, beside the files of the service worker, because its
 * reads and writes do not block the page. A browser without cache storage keeps nothing. Changes run in the order of
 * the calls, so that a removed text does not return.
 */

export type Shelf = {
  read(name: string): Promise<string | undefined>
  /** `isWanted` is checked immediately before the write. */
  write(name: string, text: string, isWanted?: () => boolean): Promise<void>
  remove(name: string): Promise<void>
}

const CACHE = 'veritick-last-values'
/** A longer text is not stored. The values of 500 instruments are far shorter. */
const CHARACTERS_MAX = 4_000_000

const addressOf = (name: string) => `/last-values/${name}`

let turn: Promise<unknown> = Promise.resolve()

/** Runs work after all earlier work. A failure gives `undefined` and does not stop later work. */
function inTurn<Result>(work: (cache: Cache) => Promise<Result>): Promise<Result | undefined> {
  const done = turn.then(async () => {
    try {
      return await work(await caches.open(CACHE))
    } catch {
      return undefined
    }
  })
  turn = done
  return done
}

export const cacheShelf: Shelf = {
  read: (name) => inTurn(async (cache) => (await cache.match(addressOf(name)))?.text()),
  write: async (name, text, isWanted = () => true) => {
    if (text.length > CHARACTERS_MAX) return
    await inTurn(async (cache) => isWanted() && cache.put(addressOf(name), new Response(text)))
  },
  remove: async (name) => {
    await inTurn((cache) => cache.delete(addressOf(name)))
  },
}
