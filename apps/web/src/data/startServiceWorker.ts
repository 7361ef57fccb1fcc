/**
 * Registers the service worker after the first screen, so that its files do not compete with the first load. It is told
 * at once which dictionaries to cache: a customer who closes the app before it is ready can start it offline too. Then
 * the app loads its files again through the service worker, so that it caches them.
 */
import { touchWords } from '../i18n/i18n.ts'

/** Does nothing in development and in browsers without service workers. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') void register()
  else window.addEventListener('load', () => void register())
}

async function register(): Promise<void> {
  try {
    const { installing } = await navigator.serviceWorker.register('/service-worker.js')
    if (installing !== null) await tellWords(installing)
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller !== null) await keepLoaded()
    else navigator.serviceWorker.addEventListener('controllerchange', () => void keepLoaded(), { once: true })
  } catch {
    // A private window or full storage: the app works without a service worker.
  }
}

/** The names that tools/build.mjs leaves out of the list of the service worker. */
const WORDS = /\/assets\/[a-z]{2,3}-[^/]+\.js$/

/** The message is that of workbox-routing, which loads each address by the route for it. */
async function tellWords(worker: Pick<ServiceWorker, 'postMessage'>): Promise<void> {
  const tell = () => {
    const urlsToCache = ownAssets().filter((name) => WORDS.test(name))
    worker.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } })
  }
  tell()
  // The words of the screens that were not opened yet.
  await touchWords()
  tell()
}

async function keepLoaded(): Promise<void> {
  await touchWords()
  await Promise.allSettled(ownAssets().map((name) => fetch(name)))
}

const ownAssets = (): readonly string[] =>
  performance
    .getEntriesByType('resource')
    .map((each) => each.name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`))
