/** Parts of the page of an instrument: prices have the decimal sign of the language, overnight fees have their rate. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { TradeItem } from '@veritick/contract'
import { lotUnits } from '@veritick/domain'
import { dictionaryOf } from '@veritick/locales/all'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { rowOf } from '../../data/rows.ts'
import { EURUSD_ITEM } from '../../data/trade-item-fixture.ts'
import { formatHour } from '../../format/time.ts'
import { EURUSD_FINANCED, MARKET } from '../ticket/ticket-fixture.ts'

vi.stubGlobal('navigator', { languages: ['de-DE'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const [{ CostsPart, RangeLine }, { KEY, queryClient }, { showWords }] = await Promise.all([
  import('./InstrumentParts.tsx'),
  import('../../data/queries.ts'),
  import('../../i18n/i18n.ts'),
])

it('a German customer reads 1,08210 and 1,08712', () => {
  const shown = renderToStaticMarkup(
    <RangeLine label="" range={{ low: '1.08210', high: '1.08712', days: 1 }} price="1.08512" />,
  )
  expect(shown).toContain('1,08210')
  expect(shown).toContain('1,08712')
})

function costsOf(item: TradeItem): string {
  showWords('de', dictionaryOf('de').words)
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <CostsPart
        item={item}
        row={rowOf({ item, live: undefined, connection: 'live' })}
        terms={EURUSD_FINANCED}
        market={MARKET}
        lots={lotUnits(5_000)}
        feeType={1}
      />
    </QueryClientProvider>,
  )
    .replace(/<[^>]*>/g, '')
    .replace(/ +/g, ' ')
}

it('the overnight fees of both sides have their yearly rates', () => {
  const shown = costsOf(EURUSD_ITEM)
  expect(shown).toContain('Overnight-Gebühr, Kauf−3,00\u00a0% p. a. −4,52 USD')
  expect(shown).toContain('Overnight-Gebühr, Verkauf+1,20\u00a0% p. a. +1,81 USD')
})

// Clocks of New York were set forward on 8 March 2026: 17:00 there is 22:00 UTC before, and 21:00 UTC after.
it('the hour of the overnight fee is that of the next rollover, not of the one after the last quote', () => {
  const ForexQuotations = { ...EURUSD_ITEM.ForexQuotations, Time: Date.parse('2026-03-06T21:57:00Z') }
  const hourAt = (clock: string) => {
    queryClient.setQueryData(KEY.basics, { market: { time: Date.parse(clock), speed: '1' } })
    return costsOf({ ...EURUSD_ITEM, ForexQuotations })
  }
  const hour = (time: string) => formatHour(Date.parse(time), { tag: 'de', zoned: true })
  expect(hourAt('2026-03-06T21:59:00Z')).toContain(hour('2026-03-06T22:00:00Z'))
  expect(hourAt('2026-03-08T15:00:00Z')).toContain(hour('2026-03-08T21:00:00Z'))
})
