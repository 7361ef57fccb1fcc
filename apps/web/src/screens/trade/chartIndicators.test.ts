/** The panes below the candles: high enough for a legend above their lines. */
import { describe, expect, it, vi } from 'vitest'
import { legendThatFits, paneGap, paneHeightOf } from './chartIndicators.ts'

// The library asks for the platform when it is loaded.
vi.hoisted(() => vi.stubGlobal('window', { navigator: { platform: '' } }))

/** The legend of the library: its offset, and a line of 12 pixels with a margin. */
const LEGEND_END_PX = 20

describe('a pane', () => {
  it.each([150, 330, 410, 487, 640, 900])('leaves its legend a place above its lines in a chart of %i px', (whole) => {
    const height = paneHeightOf(whole)
    const { top, bottom } = paneGap(height)
    // The library adds these shares of the lines' range; from 1 on it takes them as pixels.
    expect(top).toBeLessThan(1)
    const above = (height * top) / (1 + top + bottom)
    expect(above).toBeGreaterThanOrEqual(LEGEND_END_PX)
    expect(height - above).toBeGreaterThanOrEqual(24)
  })
})

describe('the legend of a pane', () => {
  const values = [
    { title: 'DIF', text: '0.00012', colour: 0 },
    { title: 'DEA', text: '0.00010', colour: 1 },
    { title: 'MACD', text: '0.00004', colour: 2 },
  ]
  const fits = (width: number) =>
    legendThatFits({ name: 'MACD(12,26,9)', values, width, widthOf: (text) => text.length * 6 })

  it.each([
    [480, { isLong: true, count: 3 }],
    [320, { isLong: false, count: 3 }],
    [220, { isLong: false, count: 2 }],
    [120, { isLong: false, count: 0 }],
  ])('keeps to one line of %i px and always names its numbers', (width, fitting) =>
    expect(fits(width)).toEqual(fitting),
  )
})
