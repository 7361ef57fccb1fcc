/**
 * Texts that the device keeps for a start without a network: in the cache storage, beside the files of the service
 * worker, because reading and writing there does not hold up the page. In a browser without it nothing is kept. Changes
 * are made in the order in which they were asked for, so that a text that is removed does not return.
 */

export type Shelf = {
  read(name: string): Promise<string | undefined>
  /** `isWanted` is asked when the turn of the text has come. */
  write(name: string, text: string, isWanted?: () => boolean): Promise<void>
  remove(name: string): Promise<void>
}

const CACHE = 'veritick-last-values'
/** A longer text is not kept: far above what the values of 500 instruments take. */
const CHARACTERS_MAX = 4_000_000

const addressOf = (name: string) => `/last-values/${name}`

let turn: Promise<unknown> = Promise.resolve()

/** A failure keeps the work from its effect, and nothing else. */
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
