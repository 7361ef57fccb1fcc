/** What the tables of refusals share: two customers, an open market, and the form of a row. */
import type { TradingRefusal } from '@veritick/domain'
import { person, quote } from './people.ts'
import { at, type Moment } from './scenario.ts'

/** The day on which a customer or an operator gets the reason. */
export type RefusalRow = { readonly reason: TradingRefusal; readonly when: string; readonly day: readonly Moment[] }

export const ana = person('Ana', 1, 'real')
export const dan = person('Dan', 2, 'demo')
export const REFERENCE = 'ab'.repeat(16)
export const open = at('09:00', quote('FREE', '1.10000', '1.10010'))
