/** Refusals in the ticket: the next step of an account without money, and limits in the typed unit. */
import { QueryClientProvider } from '@tanstack/react-query'
import { micros } from '@veritick/domain'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { EURUSD_ITEM } from '../../data/trade-item-fixture.ts'
import type { LevelUnit } from './levelUnits.ts'
import { ACCOUNT, EURUSD, lots, MARKET, stopLoss, typed } from './ticket-fixture.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const [{ Refusal }, { LevelRows }, { faultsOf, isUnfunded }, { summaryOf }, { ticketFor }, { queryClient }] =
  await Promise.all([
    import('./Notices.tsx'),
    import('./LevelRows.tsx'),
    import('./faults.ts'),
    import('./costs.ts'),
    import('./ticket.ts'),
    import('../../data/queries.ts'),
  ])

const drawn = (node: ReactNode): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <StaticRouter location="/trade">{node}</StaticRouter>
    </QueryClientProvider>,
  )

describe('without enough free margin', () => {
  const refusal = (unfunded: boolean, frozen = false) =>
    drawn(
      <Refusal
        attempt={{ state: 'idle' }}
        offline={undefined}
        faults={{ account: 'margin_not_enough' }}
        item={EURUSD_ITEM}
        frozen={frozen}
        unfunded={unfunded}
        onLeave={() => {}}
      />,
    )

  it('an account without money gets a link to the deposit, not advice for a smaller order', () => {
    expect(refusal(true)).toMatch(/role="alert".*ticket\.no_money.*<button.*account\.row_deposit/)
    expect(refusal(true)).not.toContain('ticket.hint_margin_not_enough')
  })
  it('every other account gets advice for a smaller order', () => {
    expect(refusal(false)).toContain('ticket.hint_margin_not_enough')
    expect(refusal(false)).not.toContain('account.row_deposit')
  })
  it('a frozen account gets the reason of the freeze and nothing else', () => {
    const shown = refusal(true, true)
    expect(shown).toContain('frozen.line')
    expect(shown).not.toContain('ticket.')
  })

  const empty = { equity: micros(0), marginUsed: micros(0) }
  it.each([
    ['a real account with 0.00', empty, true, true],
    ['a demo account with 0.00', empty, false, false],
    ['a real account with money', ACCOUNT, true, false],
    ['a real account whose positions have lost all', { ...empty, marginUsed: micros(1) }, true, false],
    ['a visitor', undefined, true, false],
  ] as const)('%s', (_, account, isReal, unfunded) => expect(isUnfunded(account, isReal)).toBe(unfunded))
})

describe('a stop-loss that is closer than the spread of nine points', () => {
  const rows = (unit: LevelUnit, text: string) => {
    const form = typed({ ...ticketFor(EURUSD, 'buy'), unit }, lots('0.50'), stopLoss(text))
    const ticket = { form, terms: EURUSD, market: MARKET, account: ACCOUNT }
    return drawn(
      <LevelRows {...ticket} item={EURUSD_ITEM} summary={summaryOf(ticket)} faults={faultsOf(ticket)} act={() => {}} />,
    )
  }

  it.each([
    ['pips', '0.5'],
    ['percent', '0'],
    ['money', '2.75'],
    // Less than one point.
    ['money', '0.10'],
  ] as const)('in %s, %s: the limit is a distance', (unit, text) => {
    expect(rows(unit, text)).toContain('ticket.distance_min')
    expect(rows(unit, text)).not.toMatch(/ticket\.(must_be|distance_out)/)
  })
  it('as a price: the limit is a price', () => expect(rows('price', '1.08520')).toContain('ticket.must_be_below'))
  it('a distance beyond every price is not possible', () =>
    expect(rows('pips', '900000')).toContain('ticket.distance_out_of_range'))
})
