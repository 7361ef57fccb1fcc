/** The time axis on a narrow phone: no label cut at an edge; the marks that the library does not draw. */
import { expect, it } from 'vitest'
import { type ChartColours, stylesOf, ticksInside } from './chartStyles.ts'

it('omits labels that an edge would cut', () => {
  const tick = (coord: number) => ({ coord, value: 0, text: '15.03.' })
  const bounding = { width: 320, height: 26, left: 0, right: 0, top: 0, bottom: 0 }
  expect(ticksInside({ bounding, defaultTicks: [tick(4), tick(90), tick(200), tick(310)] })).toEqual([
    tick(90),
    tick(200),
  ])
})

it('leaves the highest and the lowest price to the overlay of the lines, and the last one to the library', () => {
  const colours = new Proxy({}, { get: (_, name) => name }) as ChartColours
  const { high, low, last } = stylesOf(colours, 'candles').candle?.priceMark ?? {}
  expect([high?.show, low?.show, last?.show]).toEqual([false, false, undefined])
})
