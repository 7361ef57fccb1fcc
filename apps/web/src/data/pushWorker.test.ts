/** The title of a push message; the name of the shown company for an unreadable message. */
import { afterEach, expect, it, vi } from 'vitest'
import { type PushScope, showPushes } from './pushWorker.ts'

afterEach(() => vi.unstubAllGlobals())

/** The titles that a worker shows for messages. */
async function titles(manifest: () => Promise<Response>, ...texts: readonly (string | undefined)[]) {
  vi.stubGlobal('fetch', manifest)
  const shown: string[] = []
  const listeners = new Map<string, (event: unknown) => void>()
  showPushes({
    registration: { showNotification: async (title: string) => void shown.push(title) },
    addEventListener: (name: string, listener: (event: unknown) => void) => void listeners.set(name, listener),
  } as unknown as PushScope)
  for (const text of texts) {
    const works: Promise<unknown>[] = []
    const data = text === undefined ? null : { text: () => text }
    listeners.get('push')?.({ data, waitUntil: (work: Promise<unknown>) => works.push(work) })
    await Promise.all(works)
  }
  return shown
}

const north = async () => new Response(JSON.stringify({ name: 'North Markets' }))

it('shows its own title', async () => {
  expect(await titles(north, JSON.stringify({ title: 'Filled and cancelled orders' }))).toEqual([
    'Filled and cancelled orders',
  ])
})

it('shows the name of the company for an unreadable message', async () => {
  expect(await titles(north, undefined, 'no json', '{"body":"x"}')).toEqual(Array(3).fill('North Markets'))
})

it('shows the default name when the company cannot be read', async () => {
  const gone = () => Promise.reject(new TypeError('no network'))
  const wrong = async () => new Response('<html>')
  expect([await titles(gone, undefined), await titles(wrong, undefined)]).toEqual([['Veritick'], ['Veritick']])
})

/** The paths that a tap on a notification opens: in an open window, or in a new one. */
async function tapped(...open: readonly string[]) {
  const shown: string[] = []
  const pages = open.map((path) => ({
    url: `https://trade.example.com${path}`,
    focus: async () => {},
    postMessage: (message: { readonly path: string }) => void shown.push(`${path} ${message.path}`),
  }))
  const works: Promise<unknown>[] = []
  showPushes({
    clients: { matchAll: async () => pages, openWindow: async (path: string) => void shown.push(`new ${path}`) },
    addEventListener: (name: string, listener: (event: unknown) => void) => {
      const notification = { close: () => {}, data: { path: '/notices' } }
      if (name === 'notificationclick')
        listener({ notification, waitUntil: (work: Promise<unknown>) => works.push(work) })
    },
  } as unknown as PushScope)
  await Promise.all(works)
  return shown
}

it('opens in a window of the app, not in one that shows only a chart', async () => {
  const [inNew] = await tapped()
  const path = inNew?.slice('new '.length)
  expect(await tapped('/chart?symbol=EURUSD', '/order')).toEqual([`/order ${path}`])
  expect(await tapped('/chart')).toEqual([`new ${path}`])
})
