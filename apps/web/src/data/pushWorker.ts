/**
 * The service worker's part of web push: shows a message, also while the app is closed, and opens its screen at a tap.
 * An open window gets a message instead of a reload, so typed text is not lost.
 */
import { pathIn, payloadIn, shownOf } from './pushMessage.ts'

/** The message from the service worker to a page. */
export type OpenScreen = { readonly type: 'open'; readonly path: string }

/** The used parts of the worker's global scope, which the type library of pages lacks. */
type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
type PushEvent = Lasting & { readonly data: { text(): string } | null }
type ClickEvent = Lasting & { readonly notification: Notification }
type Page = { readonly url: string; focus(): Promise<unknown>; postMessage(message: OpenScreen): void }
export type PushScope = {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>
    openWindow(path: string): Promise<unknown>
  }
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
}

/** As in shell/wide.ts, which the worker does not load. */
const CHART_WINDOW = '/chart'
const APP_NAME = 'Veritick'
/** The server puts the name of the shown company into it. */
const MANIFEST = '/manifest.json'

export function showPushes(worker: PushScope): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, event.data?.text())))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(worker, pathIn(event.notification.data)))
  })
}

async function show({ registration }: PushScope, text: string | undefined): Promise<void> {
  const payload = payloadIn(text)
  const { title, options } = shownOf(payload ?? { title: await appName() })
  await registration.showNotification(title, options)
}

/** The company's name, read only for an unreadable message. */
async function appName(): Promise<string> {
  try {
    const { name }: { readonly name?: unknown } = await (await fetch(MANIFEST)).json()
    return typeof name === 'string' && name !== '' ? name : APP_NAME
  } catch {
    return APP_NAME
  }
}

async function open({ clients }: PushScope, path: string): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A window that shows only a chart keeps it.
  const page = pages.find(({ url }) => new URL(url).pathname !== CHART_WINDOW)
  if (page === undefined) return void (await clients.openWindow(path))
  page.postMessage({ type: 'open', path })
  await page.focus()
}
