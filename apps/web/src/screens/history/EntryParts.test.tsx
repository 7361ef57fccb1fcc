/** Entries of the ledger: the row shows cents like every other screen, the sheet shows every digit. */
import type { LogEntry } from '@veritick/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { formatMoney } from '../../format/money.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
const { EntryFigures, EntryRow } = await import('./EntryParts.tsx')

const entry: LogEntry = {
  Id: 31,
  Kind: 'profit',
  Value: '-47.943327',
  Balance: '99952.056673',
  OrderId: 7,
  MemoTran: 'Profit EUR/USD',
  CreatedAtTran: '2026-05-08T12:00:00.000Z',
}
const textOf = (part: React.ReactNode) => renderToStaticMarkup(part).replace(/<[^>]*>/g, ' ')
const row = (of: LogEntry) => textOf(<EntryRow entry={of} onOpen={() => {}} />)

it('a row shows the balance that every other screen shows', () => {
  const elsewhere = formatMoney(entry.Balance, { tag: 'en', down: true })
  expect(elsewhere).toBe('99,952.05')
  expect(row(entry)).toContain(`${elsewhere} `)
  expect(row(entry)).toContain('\u221247.94 ')
  expect(row(entry)).not.toContain('6673')
})

it('a fee in a row is rounded up, as on its order; a profit to the nearest cent', () => {
  const fee = { ...entry, Value: '-0.031000' } as const
  expect(row({ ...fee, Kind: 'fee' })).toContain('\u22120.04 ')
  expect(row(fee)).toContain('\u22120.03 ')
})

it('its sheet shows every digit and explains the rounding of lists', () => {
  const shown = textOf(<EntryFigures entry={entry} />)
  expect(shown).toContain('\u221247.943327 ')
  expect(shown).toContain('99,952.056673 ')
  expect(shown).toContain('history.exact_note')
})
