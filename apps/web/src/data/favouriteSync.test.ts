/** Favourites of one customer on two phones, with a network that fails and a visitor who signs in. */
import type { Reason } from '@veritick/contract'
import { expect, it, vi } from 'vitest'
import type { Waiting } from './favouriteSync.ts'

vi.stubGlobal('navigator', { languages: [] })
const [{ CallFailed, isFinalRefusal }, { FavouriteSync }] = await Promise.all([
  import('./api.ts'),
  import('./favouriteSync.ts'),
])

/** The favourites of the account on the server. */
type Server = { codes: readonly string[]; up: boolean; refuses: Reason | undefined; sent: number }
const serverWith = (...codes: string[]): Server => ({ codes, up: true, refuses: undefined, sent: 0 })

/** A phone; `disk` outlives a reload. */
function phone(server: Server, disk: { codes: readonly string[]; waiting: Waiting } = { codes: [], waiting: 'none' }) {
  const late: (() => void)[] = []
  const pauses: number[] = []
  const answer = async <Value>(work: () => Value): Promise<Value> => {
    await Promise.resolve()
    if (!server.up) throw new Error('network')
    const { refuses: reason } = server
    if (reason !== undefined) throw new CallFailed({ kind: 'refused', message: reason, reason })
    return work()
  }
  const sync = new FavouriteSync({
    read: () => answer(() => server.codes),
    send: (codes) =>
      answer(() => {
        server.sent += 1
        server.codes = codes
      }),
    now: () => disk.codes,
    show: (codes) => {
      disk.codes = codes
      sync.changed()
    },
    waiting: {
      get: () => disk.waiting,
      set: (waiting) => {
        disk.waiting = waiting
      },
    },
    later: (work, millis) => {
      late.push(work)
      pauses.push(millis / 1000)
    },
    isFinal: isFinalRefusal,
  })
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  return {
    disk,
    sync,
    late,
    pauses,
    settle,
    stars: async (...codes: string[]) => {
      disk.codes = codes
      sync.changed()
      await settle()
    },
    begins: async (joins: boolean) => {
      sync.begin(joins)
      await settle()
    },
    /** The network is back, and the timer has run. */
    retries: async () => {
      for (const work of late.splice(0)) work()
      await settle()
    },
  }
}

it('a second phone shows the favourites at its start, and its changes reach the first', async () => {
  const server = serverWith()
  const first = phone(server)
  await first.begins(false)
  await first.stars('XAUUSD', 'EURUSD')
  const second = phone(server)
  await second.begins(true)
  expect(second.disk.codes).toEqual(['XAUUSD', 'EURUSD'])
  await second.stars('EURUSD')
  await first.begins(false)
  expect(first.disk.codes).toEqual(['EURUSD'])
  expect(server.sent).toBe(2)
})

it('the favourites of a visitor are added to the account; a further sign-in sends nothing', async () => {
  const server = serverWith('AAPL')
  const device = phone(server, { codes: ['EURUSD', 'AAPL'], waiting: 'none' })
  await device.begins(true)
  expect(server.codes).toEqual(['AAPL', 'EURUSD'])
  expect(device.disk).toEqual({ codes: ['AAPL', 'EURUSD'], waiting: 'none' })
  await device.begins(false)
  expect(server.sent).toBe(1)
})

it('a change without a network is sent later, also after a reload, and a removal stays removed', async () => {
  const server = serverWith('AAPL', 'EURUSD')
  const device = phone(server)
  await device.begins(false)
  server.up = false
  await device.stars('EURUSD')
  expect([server.codes, device.disk.waiting]).toEqual([['AAPL', 'EURUSD'], 'replace'])
  server.up = true
  const reloaded = phone(server, device.disk)
  await reloaded.begins(false)
  expect(server.codes).toEqual(['EURUSD'])
  expect(reloaded.disk).toEqual({ codes: ['EURUSD'], waiting: 'none' })
  server.up = false
  await reloaded.stars()
  server.up = true
  await reloaded.retries()
  expect(server.codes).toEqual([])
})

it('after a sign-in without a network the favourites are merged later', async () => {
  const server = serverWith('AAPL')
  server.up = false
  const device = phone(server, { codes: ['EURUSD'], waiting: 'none' })
  await device.begins(true)
  await device.stars('EURUSD', 'GBPUSD')
  server.up = true
  await device.retries()
  expect(server.codes).toEqual(['AAPL', 'EURUSD', 'GBPUSD'])
})

it('taps during a request are sent after the request, as a single change', async () => {
  const server = serverWith()
  const device = phone(server)
  await device.begins(false)
  device.disk.codes = ['A']
  device.sync.changed()
  device.disk.codes = ['A', 'B']
  device.sync.changed()
  device.disk.codes = ['B']
  device.sync.changed()
  await device.settle()
  expect([server.codes, server.sent, device.disk.waiting]).toEqual([['B'], 2, 'none'])
})

it('sign-out leaves nothing to the next customer of the device', async () => {
  const ana = serverWith('AAPL')
  const device = phone(ana)
  await device.begins(false)
  ana.up = false
  await device.stars('AAPL', 'TSLA')
  device.sync.end()
  expect(device.disk).toEqual({ codes: [], waiting: 'none' })
  ana.up = true
  await device.retries()
  expect(ana.codes).toEqual(['AAPL'])
  await device.stars('EURUSD')
  expect(ana.sent).toBe(0)
})

it('an answer that comes after sign-out is not shown', async () => {
  const device = phone(serverWith('AAPL'))
  device.sync.begin(false)
  device.sync.end()
  await device.settle()
  expect(device.disk.codes).toEqual([])
})

it('a refused change is not sent again automatically', async () => {
  const server = serverWith()
  const device = phone(server)
  await device.begins(false)
  server.refuses = 'instrument_unknown'
  await device.stars('A')
  expect([device.late.length, device.disk]).toEqual([0, { codes: ['A'], waiting: 'replace' }])
})

it.each(['busy', 'shutting_down', 'store_trouble', 'too_many_requests', 'internal_error'] as const)(
  'a change that is refused with %s is sent again, after longer and longer pauses',
  async (reason) => {
    const server = serverWith()
    const device = phone(server)
    await device.begins(false)
    server.refuses = reason
    await device.stars('A')
    for (let times = 0; times < 7; times++) await device.retries()
    expect(device.pauses).toEqual([15, 30, 60, 120, 240, 480, 900, 900])
    server.refuses = undefined
    await device.retries()
    expect([server.codes, server.sent, device.disk.waiting, device.late.length]).toEqual([['A'], 1, 'none', 0])
  },
)

it('of the retries that wait one sends, and none after a later change was sent', async () => {
  const server = serverWith()
  const device = phone(server)
  await device.begins(false)
  server.refuses = 'busy'
  for (const code of ['A', 'B', 'C']) await device.stars(code)
  expect(device.late.length).toBe(3)
  server.refuses = undefined
  await device.stars('D')
  await device.retries()
  expect([server.codes, server.sent]).toEqual([['D'], 1])
})

it('a tab whose sign-in was replaced leaves the favourites of the new account on the device', async () => {
  const device = new Map([
    ['veritick.token', 'token-ana'],
    ['veritick.favourites', 'AAPL'],
  ])
  vi.stubGlobal('navigator', { languages: [] })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => device.get(key) ?? null,
    setItem: (key: string, value: string) => device.set(key, value),
    removeItem: (key: string) => device.delete(key),
  })
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit) => {
    if (body !== undefined) sent.push(body)
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  vi.stubGlobal('window', new EventTarget())
  vi.resetModules()
  const [{ startFavourites }, { followOtherTabs, favouritesNow }, { clearSession }] = await Promise.all([
    import('./favouriteSync.ts'),
    import('./lists.ts'),
    import('./session.ts'),
  ])
  followOtherTabs()
  startFavourites()
  device.set('veritick.token', 'token-ben')
  device.set('veritick.favourites', 'XAUUSD')
  device.set('veritick.favourites-waiting', 'replace')
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'veritick.favourites' }))
  expect(favouritesNow()).toEqual(['AAPL'])
  clearSession()
  expect(Object.fromEntries(device)).toEqual({
    'veritick.token': 'token-ben',
    'veritick.favourites': 'XAUUSD',
    'veritick.favourites-waiting': 'replace',
  })
  expect(sent).toEqual([])
  vi.unstubAllGlobals()
})
