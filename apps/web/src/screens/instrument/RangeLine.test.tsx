/** Parts of the page of an instrument: prices have the decimal sign of the language, overnight fees have their rate. */
import { lotUnits } from '@veritick/domain'
import { dictionaryOf } from '@veritick/locales/all'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { rowOf } from '../../data/rows.ts'
import { EURUSD_ITEM } from '../../data/trade-item-fixture.ts'
import { EURUSD_FINANCED, MARKET } from '../ticket/ticket-fixture.ts'

vi.stubGlobal('navigator', { languages: ['de-DE'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const [{ CostsPart, RangeLine }, { showWords }] = await Promise.all([
  import('./InstrumentParts.tsx'),
  import('../../i18n/i18n.ts'),
])

it('a German customer reads 1,08210 and 1,08712', () => {
  const shown = renderToStaticMarkup(
    <RangeLine label="" range={{ low: '1.08210', high: '1.08712', days: 1 }} price="1.08512" />,
  )
  expect(shown).toContain('1,08210')
  expect(shown).toContain('1,08712')
})

it('the overnight fees of both sides have their yearly rates', () => {
  showWords('de', dictionaryOf('de').words)
  const shown = renderToStaticMarkup(
    <CostsPart
      item={EURUSD_ITEM}
      row={rowOf({ item: EURUSD_ITEM, live: undefined, connection: 'live' })}
      terms={EURUSD_FINANCED}
      market={MARKET}
      lots={lotUnits(5_000)}
      feeType={1}
    />,
  )
    .replace(/<[^>]*>/g, '')
    .replace(/ +/g, ' ')
  expect(shown).toContain('Overnight-Gebühr, Kauf−3,00\u00a0% p. a. −4,52 USD')
  expect(shown).toContain('Overnight-Gebühr, Verkauf+1,20\u00a0% p. a. +1,81 USD')
})
