/** A pending order starts as a limit order near the market, and the ticket explains it as one. */
import { type Points, pendingKindOf, points, type Side } from '@veritick/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canSend, faultsOf } from './faults.ts'
import { suggestedTarget } from './suggestedTarget.ts'
import { read, type TicketAction, type TicketForm, ticketFor, ticketNext } from './ticket.ts'
import { ACCOUNT, EURUSD, MARKET, typed } from './ticket-fixture.ts'

const facts = { terms: EURUSD, market: MARKET }
const choose = (chosen: TicketForm['kind'], market = MARKET): TicketAction => ({
  kind: 'kind_chosen',
  chosen,
  terms: EURUSD,
  market,
})
const open = (side: Side, market = MARKET): TicketAction => ({ kind: 'opened', side, terms: EURUSD, market })
const targetOf = (side: Side, ...actions: TicketAction[]) => typed(ticketFor(EURUSD, side), ...actions).target

describe('the price that a pending order starts with', () => {
  it.each([
    ['buy', 108_512, 108_521, 5, 108_410],
    ['sell', 108_512, 108_521, 5, 108_630],
    // Gold: five spreads of 0.35 are less than a tenth of a percent.
    ['buy', 2_395_920, 2_396_270, 3, 2_393_870],
    ['sell', 22_852, 22_856, 2, 22_875],
  ] as const)('a %s at %i / %i with %i decimals: %i', (side, bid, ask, precision, target) =>
    expect(suggestedTarget({ side, bid: points(bid), ask: points(ask), precision })).toBe(target),
  )

  it('is always a limit order', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Side>('buy', 'sell'),
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.nat(10_000),
        fc.constantFrom(0, 1, 2, 3, 5),
        (side, low, spread, precision) => {
          const quote = { bid: points(low), ask: points(low + spread) }
          const target: Points | undefined = suggestedTarget({ side, ...quote, precision })
          if (target !== undefined) expect(pendingKindOf({ side, target, ...quote })).toBe('limit')
        },
      ),
    )
  })

  it('is in the field once the customer chooses a pending order, which can be sent', () => {
    for (const side of ['buy', 'sell'] as const) {
      const form = typed(ticketFor(EURUSD, side), choose('pending'))
      expect(form.target).toBe(side === 'buy' ? '1.08410' : '1.08630')
      expect(read(form, EURUSD, MARKET).entry).toBeDefined()
      expect(canSend(faultsOf({ form, ...facts, account: ACCOUNT }))).toBe(true)
    }
  })

  it('follows the side and a later opening, as long as the customer has not chosen a price', () => {
    const later = { ...MARKET, bid: points(109_512), ask: points(109_521) }
    expect(targetOf('buy', choose('pending'), open('sell'))).toBe('1.08630')
    expect(targetOf('buy', choose('pending'), open('buy', later))).toBe('1.09410')
    expect(targetOf('buy', choose('pending'), choose('market'), choose('pending', later))).toBe('1.09410')
    for (const own of [
      { kind: 'target_typed', text: '1.07' },
      { kind: 'target_typed', text: '' },
      { kind: 'target_dragged', price: points(107_000), ...facts },
    ] as const) {
      const form = typed(ticketFor(EURUSD, 'buy'), choose('pending'), own)
      expect(ticketNext(form, open('buy', later)).target).toBe(form.target)
      expect(typed(form, choose('market'), choose('pending', later)).target).toBe(form.target)
    }
  })

  it('is empty after the order, so that a second tap sends nothing, and without a price', () => {
    const sent = typed(ticketFor(EURUSD, 'buy'), choose('pending'), { kind: 'sent' })
    expect(sent.target).toBe('')
    expect(ticketNext(sent, open('buy')).target).toBe('1.08410')
    expect(targetOf('buy', choose('pending', { ...MARKET, bid: undefined, ask: undefined }))).toBe('')
  })
})
