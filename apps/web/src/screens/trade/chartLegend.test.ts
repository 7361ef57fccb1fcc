/** The legend of the chart: the candle and the values of the indicators over the price. */
import { describe, expect, it, vi } from 'vitest'
import { type LegendOf, legendRows, valuesOf } from './chartLegend.ts'

// The library asks for the platform when it is loaded.
vi.hoisted(() => vi.stubGlobal('window', { navigator: { platform: '' } }))

const bar = { timestamp: 0, open: 1.0849, high: 1.08512, low: 1.0848, close: 1.085 }
const average = {
  shortName: 'MA',
  calcParams: [5, 10],
  figures: [
    { key: 'ma1', title: 'MA5: ' },
    { key: 'ma2', title: 'MA10: ' },
  ],
  result: [{}, { ma1: 1.0851234 }, { ma1: 1.0851, ma2: 1.0852 }],
  precision: 5,
}
const of: LegendOf = { bar, index: 2, indicators: [average], precision: 5, tag: 'en' }
const texts = (legend: LegendOf) =>
  legendRows(legend).map(({ name, values }) => [name, ...values.map(({ title, text }) => `${title} ${text}`)].join(' '))

describe('the legend', () => {
  it('names the candle, then each indicator with its values', () =>
    expect(texts(of)).toEqual([' O 1.08490 H 1.08512 L 1.08480 C 1.08500', 'MA(5,10) MA5 1.08510 MA10 1.08520']))
  it('has the decimal sign of the language', () =>
    expect(texts({ ...of, tag: 'de' })[0]).toBe(' O 1,08490 H 1,08512 L 1,08480 C 1,08500'))
  it('names the numbers of an indicator once: its only line has no title', () => {
    const sar = { ...average, shortName: 'SAR', calcParams: [2, 2, 20], figures: [{ key: 'ma1', title: 'SAR: ' }] }
    expect(texts({ ...of, indicators: [sar] })[1]).toBe('SAR(0.02,0.02,0.2)  1.08510')
  })
  it('leaves out an indicator without values, and is empty without a candle', () => {
    expect(texts({ ...of, index: 0 })).toHaveLength(1)
    expect(texts({ ...of, bar: undefined })).toEqual([])
  })
  it('keeps the colour of a line when another has no value', () =>
    expect(valuesOf({ ...average, result: [{ ma2: 2 }] }, 0)).toEqual([{ title: 'MA10', text: '2.00000', colour: 1 }]))
})
