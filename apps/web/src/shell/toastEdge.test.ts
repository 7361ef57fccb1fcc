/** Notices cover neither headings nor buttons of a screen. */
import { expect, it } from 'vitest'
import { toastEdge } from './toastEdge.ts'

it.each([
  ['/', '', 'bottom'],
  ['/trade', '', 'top'],
  ['/mine/chat', '', 'top'],
  ['/order', '', 'bottom'],
  ['/order', '?tab=history', 'bottom'],
  ['/order', '?tab=holding&order=12', 'over'],
  ['/mine/auth', '', 'end'],
  ['/mine/coin-address-list', '', 'end'],
  ['/mine/withdraw-way', '?type=1', 'end'],
  ['/login', '?from=/trade', 'end'],
] as const)('%s%s: %s', (pathname, search, edge) => {
  expect(toastEdge({ pathname, search, layered: false })).toBe(edge)
  expect(toastEdge({ pathname, search, layered: true })).toBe('over')
})
