/** Type and indicators of each instrument's chart, and the average true range that the library lacks. */
import { beforeEach, describe, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
const { hasRoom, lineToggled, prefsIn, readPrefs, toggled, writePrefs } = await import('./chartPrefs.ts')
const { chooseParams, chosenIn, firstParams, indicatorLabel, PARAMS, readParams } = await import('./indicatorParams.ts')
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

describe('the numbers of an indicator', () => {
  it('are those that traders expect until they are changed', () => {
    const label = (name: 'RSI' | 'MACD' | 'BOLL') => indicatorLabel(name, chosenIn(undefined)[name])
    expect([label('RSI'), label('MACD'), label('BOLL')]).toEqual(['RSI(14)', 'MACD(12,26,9)', 'BOLL(20,2)'])
    for (const [name, params] of Object.entries(PARAMS))
      expect(readParams(name as 'RSI', firstParams(name as 'RSI').map(String)).params, name).toHaveLength(params.length)
  })

  it('are kept on the device; the first ones leave nothing there', () => {
    chooseParams('RSI', [21])
    chooseParams('MACD', [8, 17, 9])
    expect(chosenIn(stored.get('veritick.indicators'))).toMatchObject({
      RSI: [21],
      MACD: [8, 17, 9],
      MA: [5, 10, 30, 60],
    })
    chooseParams('RSI', firstParams('RSI'))
    chooseParams('MACD', firstParams('MACD'))
    expect(stored.has('veritick.indicators')).toBe(false)
  })

  it.each(['0', '301', '1.5', '-3', '', '1e2', 'x'])('%j is no period', (text) =>
    expect(readParams('RSI', [text])).toEqual({ params: undefined, faults: [{ kind: 'range' }] }),
  )

  it('keep their order: the fast average is shorter than the slow one', () => {
    expect(readParams('MACD', ['26', '12', '9']).faults[0]).toMatchObject({ kind: 'order', below: PARAMS.MACD[1] })
    expect(readParams('MACD', ['12', '26', '9'])).toEqual({
      params: [12, 26, 9],
      faults: [undefined, undefined, undefined],
    })
  })

  it.each(['RSI 0', 'RSI', 'RSI 14 3', 'MACD 26 12 9,RSI x', 'toString 1'])(
    'a stored %j gives the first ones',
    (text) => expect(chosenIn(text)).toEqual(chosenIn(undefined)),
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
