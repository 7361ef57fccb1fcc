/** A page that is closed before its service worker is ready. The test replaces the parts of the browser. */
import { afterEach, expect, it, vi } from 'vitest'

const ORIGIN = 'https://trade.example.com'
const loaded = ['/assets/first-abc.js', '/assets/de-BFID.js', '/icon-192.png']
const words = { touched: 0 }
vi.doMock('../i18n/i18n.ts', () => ({
  touchWords: async () => {
    words.touched += 1
    loaded.push('/assets/de-later1.js')
  },
}))
const { startServiceWorker } = await import('./startServiceWorker.ts')

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

it('tells a service worker that is being installed at once which words to cache', async () => {
  const told: unknown[] = []
  vi.stubEnv('PROD', true)
  vi.stubGlobal('location', { origin: ORIGIN })
  vi.stubGlobal('document', { readyState: 'complete' })
  vi.stubGlobal('performance', { getEntriesByType: () => loaded.map((path) => ({ name: ORIGIN + path })) })
  vi.stubGlobal('navigator', {
    serviceWorker: {
      register: async () => ({ installing: { postMessage: (message: unknown) => told.push(message) } }),
      // Not ready before the page is closed.
      ready: new Promise(() => {}),
    },
  })
  startServiceWorker()
  await vi.waitFor(() => expect(told).toHaveLength(2))
  const asking = (...paths: readonly string[]) => ({
    type: 'CACHE_URLS',
    payload: { urlsToCache: paths.map((path) => ORIGIN + path) },
  })
  expect(told).toEqual([asking('/assets/de-BFID.js'), asking('/assets/de-BFID.js', '/assets/de-later1.js')])
  expect(words.touched).toBe(1)
})
