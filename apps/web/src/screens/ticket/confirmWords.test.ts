/** The button never shows "Buy abc at 1.08521". */
import { lotUnits } from '@veritick/domain'
import { expect, it } from 'vitest'
import { confirmWords } from './confirmWords.ts'

const terms = { lotMin: lotUnits(100), lotMax: lotUnits(500_000), lotStep: lotUnits(100) }

it.each([
  ['0.10', 'market', '1.08521', 'ticket.confirm_buy'],
  ['0.10', 'pending', '1.08000', 'ticket.confirm_pending_buy'],
  ['0.10', 'pending', undefined, 'ticket.confirm_buy_plain'],
  ['abc', 'market', '1.08521', 'ticket.confirm_buy_plain'],
  ['', 'market', '1.08521', 'ticket.confirm_buy_plain'],
  ['0.001', 'market', '1.08521', 'ticket.confirm_buy_plain'],
  ['99999', 'market', '1.08521', 'ticket.confirm_buy_plain'],
] as const)('%j lots, %s, at %s', (lots, kind, price, words) =>
  expect(confirmWords({ form: { lots, kind }, side: 'buy', terms, price })).toBe(words),
)
