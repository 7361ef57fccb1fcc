/**
 * Registers the service worker after the first screen, so that its files do not compete with the first load. Then loads
 * the dictionaries again through the service worker, so that it caches them.
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
    await navigator.serviceWorker.register('/service-worker.js')
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller !== null) await keepLoaded()
    else navigator.serviceWorker.addEventListener('controllerchange', () => void keepLoaded(), { once: true })
  } catch {
    // A private window or full storage: the app works without a service worker.
  }
}

async function keepLoaded(): Promise<void> {
  await touchWords()
  const loaded = performance.getEntriesByType('resource').map((each) => each.name)
  const own = loaded.filter((name) => name.startsWith(`${location.origin}/assets/`))
  await Promise.allSettled(own.map((name) => fetch(name)))
}
