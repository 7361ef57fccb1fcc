/** The reason of an order's end in every offered language: a sentence for each reason, with its figures. */
import { CANCEL_REASONS, CLOSE_REASONS, micros, points } from '@veritick/domain'
import { decimalSign, type Key, LANGUAGE_FACTS, OFFERED, translate, type Values } from '@veritick/locales'
import { dictionaryOf } from '@veritick/locales/all'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../data/order.ts'
import { endingExplained, reasonText } from './endings.ts'

const translateIn = (language: (typeof OFFERED)[number]) => (key: Key, values?: Values) =>
  translate(dictionaryOf(language), key, values)
const asSent = (money: string) => money
type Ending = Parameters<typeof endingExplained>[1]
const long: Ending = {
  side: 'buy',
  precision: 5,
  cancelled: false,
  endReason: 'user',
  stopLoss: points(139_400),
  takeProfit: points(140_000),
  stopOut: undefined,
}

describe.each(OFFERED)('in %s', (language) => {
  const t = translateIn(language)
  const written = (figure: string) => figure.replace('.', decimalSign(LANGUAGE_FACTS[language].tag))

  it('has a text for every reason of a close or cancellation', () => {
    for (const reason of CLOSE_REASONS)
      expect(reasonText(t, { reason, cancelled: false }), reason).toMatch(/^[^.]*\S[^.]*$/)
    for (const reason of CANCEL_REASONS)
      expect(reasonText(t, { reason, cancelled: true }), reason).toMatch(/^[^.]*\S[^.]*$/)
  })

  it('names the level that was reached', () => {
    expect(endingExplained(t, { ...long, endReason: 'stop_loss' }, asSent)).toContain(written('1.39400'))
    expect(endingExplained(t, { ...long, endReason: 'take_profit' }, asSent)).toContain(written('1.40000'))
  })

  it('contains the figures of a stop-out', () => {
    const stopOut: Order['stopOut'] = { equity: micros(232_955_000), margin: micros(465_910_000), level: 5_000 }
    const words = endingExplained(t, { ...long, endReason: 'stop_out', stopOut }, asSent)
    for (const figure of ['232.955000', '465.910000', '100.00']) expect(words).toContain(written(figure))
  })
})

it('names the bid for a closed long and the ask for a closed short', () => {
  const t = translateIn('en')
  expect(endingExplained(t, { ...long, endReason: 'stop_loss' }, asSent)).toContain('The bid reached')
  expect(endingExplained(t, { ...long, side: 'sell', endReason: 'stop_loss' }, asSent)).toContain('The ask reached')
})

it('uses the text of a cancelled order for an order that never filled', () => {
  const t = translateIn('en')
  expect(endingExplained(t, { ...long, cancelled: true, endReason: 'margin_not_enough' }, asSent)).toBe(
    'cancelled: not enough margin when it triggered',
  )
  expect(reasonText(t, { reason: 'stop_out', cancelled: true })).toBe('cancelled by stop-out')
  expect(reasonText(t, { reason: 'stop_out', cancelled: false })).toBe('closed by stop-out')
})
