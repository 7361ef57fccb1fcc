/** The clock of the chart: New York until the customer chooses the device, which is kept. */
import { expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('navigator', { languages: ['en-GB'] })
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})

async function opened() {
  vi.resetModules()
  const { chooseChartZone, useChartZone, zoneIdOf } = await import('./chartZone.ts')
  const { renderToStaticMarkup } = await import('react-dom/server')
  const { createElement } = await import('react')
  const Shown = () => useChartZone()
  return { choose: chooseChartZone, zone: () => renderToStaticMarkup(createElement(Shown)), zoneIdOf }
}

it('is New York, or the device once it is chosen, also after a reload', async () => {
  const first = await opened()
  expect(first.zone()).toBe('new_york')
  expect(first.zoneIdOf('new_york')).toBe('America/New_York')
  expect(first.zoneIdOf('device')).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  first.choose('device')
  const again = await opened()
  expect(again.zone()).toBe('device')
  again.choose('new_york')
  expect((await opened()).zone()).toBe('new_york')
  expect(stored.size).toBe(0)
})
