/** The unit of stop-loss and take-profit: the screen names the base price of a distance and of a percentage. */
import { points } from '@veritick/domain'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { LevelUnit } from './levelUnits.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
const { LevelUnitTabs } = await import('./LevelRows.tsx')

const html = (unit: LevelUnit) =>
  renderToStaticMarkup(
    <LevelUnitTabs unit={unit} from={points(139_790)} terms={{ pricePrecision: 5 }} onUnit={() => {}} />,
  )

it.each([
  ['price', false, false],
  ['pips', true, false],
  ['percent', false, true],
  ['money', true, false],
] as const)('%s', (unit, counted, percent) => {
  expect(html(unit).includes('ticket.counted_from')).toBe(counted)
  expect(html(unit).includes('ticket.percent_of')).toBe(percent)
})
