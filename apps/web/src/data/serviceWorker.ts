/**
 * The service worker: with it the app starts without a network. It caches the files of its build and the last page of
 * the first screen with prices, without customer data. Calls bypass it. A new build waits until no tab shows the old
 * build, and the old files stay until then, so typed text is not lost.
 */
import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { type PushScope, showPushes } from './pushWorker.ts'
import { cacheNames, dropOtherBuilds, keepLanguages } from './workerCaches.ts'

/** The files of this build with a hash of their content; tools/build.mjs writes the list. */
declare const FILES: { url: string; revision: string | null }[]
/** A hash of all files of this build, and its files of words. */
declare const BUILD: string
declare const WORDS: readonly string[]

/** A network that takes longer counts as none. */
const NETWORK_SECONDS_MAX = 4
/** Pages that the server answers without the app. */
const OTHER_PAGES = [/^\/(?:v1|api|healthz|metrics)(?:[/?]|$)/]

precacheAndRoute(FILES, { cleanURLs: false, directoryIndex: '' })
cleanupOutdatedCaches()
// Controls the first visit at once; a later build still waits, because it does not call `skipWaiting`.
clientsClaim()

showPushes(self as unknown as PushScope)

type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
self.addEventListener('install', (event) =>
  (event as Lasting).waitUntil(keepLanguages({ caches, build: BUILD, words: WORDS })),
)
self.addEventListener('activate', (event) => (event as Lasting).waitUntil(dropOtherBuilds(caches, BUILD)))

/** Dictionaries: only loaded languages are cached. */
registerRoute(({ url }) => url.pathname.startsWith('/assets/'), new CacheFirst({ cacheName: cacheNames(BUILD).words }))

const pages = new NetworkFirst({
  cacheName: cacheNames(BUILD).firstPage,
  networkTimeoutSeconds: NETWORK_SECONDS_MAX,
})

registerRoute(
  new NavigationRoute(
    async (options) => {
      const isFirst = options.url.pathname === '/' && options.url.search === ''
      try {
        return isFirst ? await pages.handle(options) : await fetch(options.request)
      } catch (error) {
        const shell = await matchPrecache('/index.html')
        if (shell === undefined) throw error
        return shell
      }
    },
    { denylist: OTHER_PAGES },
  ),
)
