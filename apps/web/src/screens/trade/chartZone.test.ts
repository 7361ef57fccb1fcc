/** The clock of the chart: the device until the customer chooses New York. Its dates are those of New York. */
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
  const { chooseChartZone, useChartZone, useChosenZone, zoneIdOf } = await import('./chartZone.ts')
  const { renderToStaticMarkup } = await import('react-dom/server')
  const { createElement } = await import('react')
  const Shown = () => `${useChosenZone()} ${useChartZone()}`
  return {
    choose: chooseChartZone,
    zones: () => renderToStaticMarkup(createElement(Shown)),
    zoneIdOf,
  }
}

it('is the device, or New York once it is chosen, also after a reload', async () => {
  const first = await opened()
  expect(first.zones()).toBe('device device')
  expect(first.zoneIdOf('new_york')).toBe('America/New_York')
  expect(first.zoneIdOf('device')).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  first.choose('new_york')
  const again = await opened()
  expect(again.zones()).toBe('new_york new_york')
  again.choose('device')
  expect((await opened()).zones()).toBe('device device')
  expect(stored.size).toBe(0)
})

it.each([
  ['4hour', 'device device'],
  ['1day', 'device new_york'],
  ['1week', 'device new_york'],
  ['1month', 'device new_york'],
])('candles of %s have the zones %s', async (period, zones) => {
  stored.set('veritick.period', period)
  expect((await opened()).zones()).toBe(zones)
  stored.clear()
})
