/**
 * Registers the service worker once the first screen stands, so that its files do not compete with the first load. The
 * words that are loaded already are read once more, through it: then it keeps them.
 */
import { touchWords } from '../i18n/i18n.ts'

/** Nothing in development, and in a browser without service workers. */
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
    // A private window, or no room: the app works without it.
  }
}

async function keepLoaded(): Promise<void> {
  await touchWords()
  const loaded = performance.getEntriesByType('resource').map((each) => each.name)
  const own = loaded.filter((name) => name.startsWith(`${location.origin}/assets/`))
  await Promise.allSettled(own.map((name) => fetch(name)))
}
