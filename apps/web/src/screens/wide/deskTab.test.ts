/** The tab of the changes of the balance, and where its state comes from. */
import { expect, it } from 'vitest'
import { placeFrom } from '../orders/orders.ts'
import { DESK_TABS, LEDGER, namesLedger } from './deskTab.ts'

it('is behind the lists of orders', () => expect(DESK_TABS).toEqual(['holding', 'pending', 'history', LEDGER]))

it.each([
  { pathname: '/order', search: '?tab=transactions', last: false, is: true },
  { pathname: '/order', search: '?tab=holding', last: true, is: false },
  { pathname: '/order', search: '', last: true, is: false },
  // The addresses of the workspace without a list keep what was shown.
  { pathname: '/trade', search: '', last: true, is: true },
  { pathname: '/', search: '?tab=transactions', last: false, is: false },
])('$pathname$search after $last: $is', ({ last, is, ...at }) => expect(namesLedger(at, last)).toBe(is))

it('is the last list of orders on a phone', () =>
  expect(placeFrom(new URLSearchParams('tab=transactions'), 'pending').tab).toBe('pending'))
