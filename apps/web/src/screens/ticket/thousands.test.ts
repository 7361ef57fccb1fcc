/** A number that may have thousands is never sent as a thousandth: an index at 44,612. */
import { lotUnits, points } from '@veritick/domain'
import { describe, expect, it } from 'vitest'
import { faultsOf } from './faults.ts'
import { requestOf, type TicketAction, ticketFor } from './ticket.ts'
import { ACCOUNT as account, EURUSD, lots, MARKET, stopLoss, takeProfit, typed } from './ticket-fixture.ts'

const terms = { ...EURUSD, pricePrecision: 2, contractSize: 1 }
const market = { ...MARKET, bid: points(4_461_230), ask: points(4_461_280) }
const seen = (side: 'buy' | 'sell', ...actions: TicketAction[]) => {
  const form = typed(ticketFor(terms, side), lots('0.10'), ...actions)
  return { faults: faultsOf({ form, terms, market, account }), request: requestOf(form, terms, market) }
}

describe('a level of a new order', () => {
  it.each([
    ['stopLoss', 'buy', '44,500'],
    ['stopLoss', 'buy', '44.500'],
    ['stopLoss', 'buy', '20,000'],
    ['takeProfit', 'sell', '44,500'],
    ['takeProfit', 'sell', '٤٤,٥٠٠'],
  ] as const)('%s of a %s at %s is not sent', (level, side, text) => {
    const { faults, request } = seen(side, { kind: 'level_typed', level, text })
    expect([faults, request]).toEqual([{ [level]: 'not_a_number' }, undefined])
  })

  it('with decimals, or without a separator, is sent', () => {
    expect(seen('buy', stopLoss('44,500.00'), takeProfit('44700')).request).toMatchObject({
      stop_loss_price: '44500.00',
      target_profit_price: '44700.00',
    })
  })

  const unit = (chosen: 'pips' | 'percent' | 'money'): TicketAction => ({
    kind: 'unit_chosen',
    unit: chosen,
    terms,
    market,
  })
  it('is no distance of a thousandth', () => {
    for (const of of ['pips', 'money'] as const)
      for (const text of ['1,000', '1.000'])
        expect(seen('buy', unit(of), stopLoss(text))).toEqual({
          faults: { stopLoss: 'not_a_number' },
          request: undefined,
        })
    expect(seen('buy', unit('percent'), stopLoss('1,000')).request?.stop_loss_price).toBe('44166.67')
    expect(seen('buy', unit('pips'), stopLoss('1,000.00')).request?.stop_loss_price).toBe('43612.80')
  })
})

it('the price of a pending order, and the levels around it, are not sent', () => {
  const pending: TicketAction = { kind: 'kind_chosen', chosen: 'pending', terms, market }
  const { faults, request } = seen('buy', pending, { kind: 'target_typed', text: '44,000' })
  expect([faults, request]).toEqual([{ target: 'not_a_number' }, undefined])
})

describe('a size', () => {
  const share = { ...terms, lotStep: lotUnits(10_000), lotMin: lotUnits(10_000), lotMax: lotUnits(50_000_000) }
  const sizeOf = (text: string, of: typeof terms) => {
    const form = typed(ticketFor(of, 'buy'), lots(text))
    return requestOf(form, of, market)?.cont ?? faultsOf({ form, terms: of, market, account }).lots
  }
  it.each([
    ['1,000', 'not_a_number'],
    ['1.000', 'not_a_number'],
    ['1 000', '1000'],
    ['1,000.00', '1000'],
    ['1.00', '1'],
  ])('of %s shares is %s', (text, size) => expect(sizeOf(text, share)).toBe(size))
  // The largest order is 50 lots, so the customer means no thousand.
  it.each([
    ['1.000', '1.00'],
    ['1,000', '1.00'],
  ])('of %s lots of EUR/USD is %s', (text, size) => expect(sizeOf(text, EURUSD)).toBe(size))
  it('that may be one lot or an allowed thousand is asked again, unless its step has as many decimals', () => {
    expect(sizeOf('1.000', { ...terms, lotMax: lotUnits(10_000_000) })).toBe('not_a_number')
    const fine = { ...terms, lotStep: lotUnits(10), lotMin: lotUnits(10), lotMax: lotUnits(10_000_000) }
    expect(sizeOf('1.000', fine)).toBe('1.000')
  })
})
