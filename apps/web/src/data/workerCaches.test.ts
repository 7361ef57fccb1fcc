/** A deployment: the new build has its own caches with the words of the old languages, and removes the old ones. */
import { expect, it } from 'vitest'
import { type CacheWorld, cacheNames, dropOtherBuilds, keepLanguages } from './workerCaches.ts'

const ORIGIN = 'https://trade.example.com'
/** Caches by name, with the addresses in them. `gone`: a file that does not load. */
function browser(kept: Readonly<Record<string, readonly string[]>>, gone = '') {
  const stores = new Map(Object.entries(kept).map(([name, paths]) => [name, [...paths]]))
  const open = async (name: string) => {
    const paths = stores.get(name) ?? []
    stores.set(name, paths)
    return {
      keys: async () => paths.map((path) => ({ url: ORIGIN + path }) as Request),
      add: async (path: unknown) => {
        if (path === gone) throw new TypeError('Failed to fetch')
        paths.push(String(path))
      },
    }
  }
  const world: CacheWorld = {
    keys: async () => [...stores.keys()],
    open,
    delete: async (name) => stores.delete(name),
  }
  return { world, stores }
}

const PRECACHE = 'workbox-precache-v2-https://trade.example.com/'
const OLD = {
  [PRECACHE]: ['/index.html'],
  'veritick-words': ['/assets/fr-first0.js'],
  'veritick-words-b1': ['/assets/de-first1.js', '/assets/de-later1.js', '/assets/chart-abc.js'],
  'veritick-first-page-b1': ['/'],
  'veritick-last-values': ['/last-values/market'],
}
const words = ['/assets/de-first2.js', '/assets/de-later2.js', '/assets/en-first2.js', '/assets/fr-first2.js']

it('loads the words of the kept languages while the old build still has its own', async () => {
  const { world, stores } = browser(OLD)
  await keepLanguages({ caches: world, build: 'b2', words })
  expect(stores.get(cacheNames('b2').words)).toEqual([
    '/assets/de-first2.js',
    '/assets/de-later2.js',
    '/assets/fr-first2.js',
  ])
  expect(stores.get('veritick-words-b1')).toEqual(OLD['veritick-words-b1'])
})

it('is installed although a file of words does not load', async () => {
  const { world, stores } = browser(OLD, '/assets/de-first2.js')
  await keepLanguages({ caches: world, build: 'b2', words })
  expect(stores.get(cacheNames('b2').words)).toEqual(['/assets/de-later2.js', '/assets/fr-first2.js'])
})

it('loads nothing for a first visit, whose page names its words', async () => {
  const { world, stores } = browser({})
  await keepLanguages({ caches: world, build: 'b1', words })
  expect([...stores.values()].flat()).toEqual([])
})

it('shows no page of another build once it has taken over, and keeps the last values', async () => {
  const { world, stores } = browser({ ...OLD, 'veritick-words-b2': words, 'veritick-first-page-b2': ['/'] })
  await dropOtherBuilds(world, 'b2')
  expect([...stores.keys()]).toEqual([PRECACHE, 'veritick-last-values', 'veritick-words-b2', 'veritick-first-page-b2'])
})
