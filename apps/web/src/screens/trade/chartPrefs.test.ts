/** Type and indicators of each instrument's chart, and the average true range that the library lacks. */
import { beforeEach, describe, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
const { hasRoom, lineToggled, prefsIn, readPrefs, toggled, writePrefs } = await import('./chartPrefs.ts')
const { averageTrueRange } = await import('./averageTrueRange.ts')

beforeEach(() => stored.clear())

describe('the settings of a chart', () => {
  it('are kept for each instrument', () => {
    const prefs = { type: 'area', indicators: ['EMA', 'MACD'], lines: ['day_range'] } as const
    writePrefs(1, prefs)
    expect(readPrefs(1)).toEqual(prefs)
    expect(readPrefs(2)).toEqual({ type: 'candles', indicators: [], lines: [] })
  })

  it('switch a line of the market on and off', () => {
    const one = lineToggled(prefsIn('hollow MA'), 'bid_ask')
    expect(one).toEqual({ type: 'hollow', indicators: ['MA'], lines: ['bid_ask'] })
    expect(lineToggled(one, 'bid_ask').lines).toEqual([])
  })

  it('switch an indicator on and off', () => {
    const one = toggled(prefsIn(undefined), 'RSI')
    expect(one.indicators).toEqual(['RSI'])
    expect(toggled(one, 'RSI').indicators).toEqual([])
  })

  it('leave space for the candles: three panes, and any number over the price', () => {
    const full = prefsIn('candles MACD RSI VOL KDJ')
    expect(full.indicators).toEqual(['MACD', 'RSI', 'VOL'])
    expect([hasRoom(full, 'KDJ'), hasRoom(full, 'BOLL')]).toEqual([false, true])
    expect(toggled(toggled(full, 'MA'), 'BOLL').indicators).toEqual(['MACD', 'RSI', 'VOL', 'MA', 'BOLL'])
  })

  it.each(['', 'pie', 'bars toString', 'bars MA MA'])('the known names of %j are read', (text) =>
    expect(prefsIn(text)).toEqual({
      type: text.startsWith('bars') ? 'bars' : 'candles',
      indicators: text.includes('MA') ? ['MA'] : [],
      lines: [],
    }),
  )
})

it('the average true range is the mean of the first ranges, then smoothed by the method of Wilder', () => {
  const bars = [
    { high: 10, low: 8, close: 9 },
    { high: 12, low: 9, close: 11 },
    // Opens far away: the true range starts at the previous close.
    { high: 20, low: 18, close: 19 },
    { high: 20, low: 19, close: 20 },
  ]
  expect(averageTrueRange(bars, 2)).toEqual([undefined, 2.5, (2.5 + 9) / 2, ((2.5 + 9) / 2 + 1) / 2])
  expect(averageTrueRange([], 14)).toEqual([])
})
