/** The range of an instrument uses the decimal sign of the language, like every other price. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['de-DE'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const { RangeLine } = await import('./InstrumentParts.tsx')

it('a German customer reads 1,08210 and 1,08712', () => {
  const shown = renderToStaticMarkup(
    <RangeLine label="" range={{ low: '1.08210', high: '1.08712', days: 1 }} price="1.08512" />,
  )
  expect(shown).toContain('1,08210')
  expect(shown).toContain('1,08712')
})
