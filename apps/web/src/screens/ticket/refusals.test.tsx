/** Refusals in the ticket: the next step of an account without money, and limits in the typed unit. */
import { QueryClientProvider } from '@tanstack/react-query'
import { micros } from '@veritick/domain'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { EURUSD_ITEM } from '../../data/trade-item-fixture.ts'
import type { LevelUnit } from './levelUnits.ts'
import { marginWay } from './marginWay.ts'
import { ACCOUNT, EURUSD, lots, MARKET, stopLoss, typed } from './ticket-fixture.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const [
  { PendingMargin, Refusal, SendingLine },
  { MarginOffer },
  { LevelLine },
  { LevelRows },
  { faultsOf, isUnfunded },
  { summaryOf },
  { ticketFor },
  { queryClient },
] = await Promise.all([
  import('./Notices.tsx'),
  import('./MarginOffer.tsx'),
  import('./LevelHint.tsx'),
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
  const OFFERED = { kind: 'leverage', leverage: 20, lots: EURUSD.lotMin, margin: micros(1) } as const
  const SIZE = { kind: 'size', leverage: 20, lots: EURUSD.lotMin } as const
  const refusal = (unfunded: boolean, frozen = false, offer?: ReactNode, typing = false) =>
    drawn(
      <Refusal
        attempt={{ state: 'idle' }}
        offline={undefined}
        faults={{ account: 'margin_not_enough' }}
        item={EURUSD_ITEM}
        frozen={frozen}
        unfunded={unfunded}
        typing={typing}
        offer={offer}
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
  it('the lowest leverage at which the order is possible is offered, not raised', () => {
    const terms = { ...EURUSD, leverages: [1, 2, 5, 10, 20, 30] }
    const way = (money: number, size: string, leverage = 1) => {
      const form = { ...typed(ticketFor(terms, 'buy'), lots(size)), leverage }
      return marginWay({ form, terms, market: MARKET, account: { equity: micros(money), marginUsed: micros(0) } })
    }
    // 0.01 lots are 1,085.12 USD, with a fee of 0.07 and a spread of 0.09.
    expect(way(100_000_000, '0.01')).toMatchObject({ kind: 'leverage', leverage: 20 })
    expect(way(600_000_000, '0.01')).toMatchObject({ leverage: 2, margin: 542_560_000 })
    // The smallest order is too large at 1:1, and the typed one at 1:30: the largest at 1:30, of 723.41 USD.
    expect(way(750_000_000, '1.00')).toEqual({ kind: 'size', leverage: 30, lots: EURUSD.lotMin * 20 })
    expect(way(100_000_000, '0.50')).toEqual({ kind: 'size', leverage: 30, lots: EURUSD.lotMin * 2 })
    expect(way(20_000_000, '0.01')).toEqual({ kind: 'money', needed: 36_330_667 })
    // The largest size at the chosen leverage: one lot of 20 is 5,425.60 USD, with a fee of 7.00 and a spread of 9.00.
    expect(way(100_000_000_000, '50', 20)).toEqual({ kind: 'size', leverage: 20, lots: 183_700 })
    expect(way(1_086_000_000, '2')).toEqual({ kind: 'size', leverage: 1, lots: EURUSD.lotMin })
    for (const none of [way(1_086_000_000, '0.01'), way(100_000_000, 'x')]) expect(none).toBeUndefined()
  })
  it('a size that fits is offered with advice for a smaller order, not for a higher leverage', () => {
    const offer = <MarginOffer way={SIZE} item={EURUSD_ITEM} step={EURUSD.lotStep} act={vi.fn()} />
    expect(refusal(false, false, offer)).toMatch(/ticket\.hint_margin_smaller.*<button.*ticket\.use_size_leverage/)
  })
  it('the offer stands instead of the advice', () => {
    const act = vi.fn()
    const offer = <MarginOffer way={OFFERED} item={EURUSD_ITEM} step={EURUSD.lotStep} act={act} />
    const shown = refusal(false, false, offer)
    expect(shown).toMatch(/refusals\.margin_not_enough.*ticket\.from_leverage.*<button.*ticket\.use_leverage/)
    expect(shown).not.toContain('ticket.hint_margin_not_enough')
  })
  it('its words are announced, not the offer, whose amount follows the market; and not while a number is typed', () => {
    const offer = <MarginOffer way={OFFERED} item={EURUSD_ITEM} step={EURUSD.lotStep} act={vi.fn()} />
    const announced = /<div role="alert">(.*?)<\/div>/.exec(refusal(false, false, offer))?.[1]
    expect(announced).toBe('<p class="font-semibold">refusals.margin_not_enough</p>')
    expect(refusal(false, false, offer)).toMatch(/<\/p><\/div><div>.*ticket\.from_leverage/)
    expect(refusal(false, false, offer, true)).toContain('refusals.margin_not_enough')
    expect(refusal(false, false, offer, true)).not.toContain('role="alert"')
    expect(drawn(<PendingMargin offer={offer} />)).toMatch(/role="status">ticket\.pending_margin<\/p>.*from_leverage/)
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
  it('its field comes after its switch for the keyboard', () =>
    expect(rows('pips', '20')).toMatch(/role="switch".*ticket\.level_in/))
  it('as a price: the limit is a price', () => expect(rows('price', '1.08520')).toContain('ticket.must_be_below'))
  it('a distance beyond every price is not possible', () =>
    expect(rows('pips', '900000')).toContain('ticket.distance_out_of_range'))
})

describe('an order without an answer', () => {
  const said = (isOffline: boolean, undecided: boolean, price: string | undefined = '1.08521') =>
    drawn(
      <SendingLine
        attempt={{ state: 'unanswered', key: 'key-1', intent: 'buy', body: {} }}
        slow={false}
        isOffline={isOffline}
        undecided={undecided}
        sentBody={{ price }}
      />,
    ).replace(/<[^>]*>/g, '')

  it.each([
    ['offline', said(true, false), 'ticket.unanswered_offline'],
    ['before the server has said anything', said(false, false), 'ticket.unanswered_price'],
    ['that the server has not executed', said(false, true), 'ticket.undecided_price'],
  ])('%s', (_, shown, words) => expect(shown).toBe(words))
})

it('names both levels in one line, as prices in each unit', () => {
  const form = typed({ ...ticketFor(EURUSD, 'buy'), unit: 'pips' }, lots('0.50'), stopLoss('20'))
  const ticket = { form, terms: EURUSD, market: MARKET, account: ACCOUNT }
  const line = drawn(<LevelLine {...ticket} faults={faultsOf(ticket)} onShow={() => {}} />)
  expect(line).toMatch(/aria-label="orders\.edit_title: trade\.line_stop_loss · trade\.line_take_profit"/)
  expect(line).not.toContain('text-danger')
  const wrong = { ...ticket, form: typed(form, stopLoss('0.1')) }
  expect(drawn(<LevelLine {...wrong} faults={faultsOf(wrong)} onShow={() => {}} />)).toContain('text-danger')
})
