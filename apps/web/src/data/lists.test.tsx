/** Favourites, recent instruments and the view of lists on this device, also where storage is full or forbidden. */
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'

const kept = new Map<string, string>()
const device = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string): unknown => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
}

/** A page that has just loaded. */
async function load(storage: unknown = device) {
  vi.resetModules()
  vi.stubGlobal('localStorage', storage)
  const lists = await import('./lists.ts')
  const now = () => {
    const seen = { favourites: [] as readonly string[], recent: [] as readonly string[], view: '' }
    const Probe = () => {
      seen.favourites = lists.useFavourites()
      seen.recent = lists.useRecent()
      seen.view = `${lists.useListOrder()} ${lists.useListColumns()}`
      return null
    }
    renderToStaticMarkup(<Probe />)
    return seen
  }
  return { ...lists, now }
}

beforeEach(() => kept.clear())

it('a star adds a favourite at the end or removes it, and a reload keeps the order', async () => {
  const { toggleFavourite, setFavourites } = await load()
  for (const code of ['EURUSD', 'XAUUSD', 'AAPL', 'EURUSD']) toggleFavourite(code)
  setFavourites(['AAPL', 'XAUUSD'])
  toggleFavourite('BRK.B')
  const { now } = await load()
  expect(now().favourites).toEqual(['AAPL', 'XAUUSD', 'BRK.B'])
})

it('removing the last favourite removes the stored text', async () => {
  const { toggleFavourite } = await load()
  toggleFavourite('EURUSD')
  toggleFavourite('EURUSD')
  expect(kept.has('veritick.favourites')).toBe(false)
})

it('keeps the newest ten instruments, each once', async () => {
  const { noteRecent } = await load()
  for (const code of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'C', 'C']) noteRecent(code)
  expect((await load()).now().recent.join('')).toBe('CKJIHGFEDB')
})

it.each([
  ['', []],
  ['  ', []],
  ['EURUSD EURUSD', ['EURUSD']],
  ['["EURUSD"]', []],
  ['<script> GBPUSD \u0000', ['GBPUSD']],
  ['x'.repeat(5000), []],
])('stored text %j is read as %j', async (text, codes) => {
  const { codesIn } = await load()
  expect(codesIn(text, 500)).toEqual(codes)
})

it('a reload keeps order and columns; an unknown value gives the default', async () => {
  const { setListOrder, setListColumns } = await load()
  setListOrder('change')
  setListColumns('bid_ask')
  expect((await load()).now().view).toBe('change bid_ask')
  kept.set('veritick.list-order', 'sideways')
  kept.set('veritick.list-columns', '')
  expect((await load()).now().view).toBe('standard price')
})

/** This tab, and an event of its window after another tab has written `key` on the device. */
async function besideOtherTab() {
  const target = new EventTarget()
  vi.stubGlobal('window', target)
  const lists = await load()
  lists.followOtherTabs()
  const writes = (key: string, text: string) => {
    kept.set(key, text)
    target.dispatchEvent(Object.assign(new Event('storage'), { key }))
  }
  return { ...lists, writes }
}

it('shows the lists that another tab changes, and counts no change of the customer in this tab', async () => {
  const { writes, favouritesNow, onFavourites, toggleFavourite, noteRecent } = await besideOtherTab()
  let changes = 0
  onFavourites(() => {
    changes += 1
  })
  writes('veritick.favourites', 'AAPL XAUUSD')
  writes('veritick.recent', 'AAPL')
  expect([changes, favouritesNow()]).toEqual([0, ['AAPL', 'XAUUSD']])
  noteRecent('GBPUSD')
  expect(kept.get('veritick.recent')).toBe('GBPUSD AAPL')
  toggleFavourite('XAUUSD')
  expect([changes, favouritesNow()]).toEqual([1, ['AAPL']])
})

it('keeps its lists when another tab writes something else or the same text', async () => {
  const { writes, toggleFavourite, favouritesNow, noteRecent } = await besideOtherTab()
  toggleFavourite('EURUSD')
  const favourites = favouritesNow()
  writes('veritick.favourites', 'EURUSD')
  writes('veritick.list-order', 'name')
  expect(favouritesNow()).toBe(favourites)
  kept.set('veritick.recent', 'AAPL')
  writes('veritick.token', 'of another sign-in')
  noteRecent('GBPUSD')
  expect(kept.get('veritick.recent')).toBe('GBPUSD')
})

it.each([
  ['forbidden', null],
  [
    'full',
    {
      ...device,
      setItem: () => {
        throw new Error('QuotaExceededError')
      },
    },
  ],
])('where storage is %s the lists work as long as the page', async (_, storage) => {
  const { toggleFavourite, noteRecent, setListOrder, setListColumns } = await load(storage)
  expect(() => {
    toggleFavourite('EURUSD')
    noteRecent('EURUSD')
    setListOrder('name')
    setListColumns('bid_ask')
  }).not.toThrow()
  expect(kept.size).toBe(0)
})
