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
  expect(toastEdge({ pathname, search, layered: false, wide: false })).toBe(edge)
  expect(toastEdge({ pathname, search, layered: true, wide: false })).toBe('over')
})

it.each([
  ['/', '', 'top'],
  ['/trade', '', 'top'],
  ['/order', '?tab=holding&order=12', 'top'],
  ['/mine/auth', '', 'over'],
] as const)('%s%s of a wide window, with and without a sheet: one place in the workspace', (pathname, search, edge) => {
  expect(toastEdge({ pathname, search, layered: true, wide: true })).toBe(edge)
  expect(toastEdge({ pathname, search, layered: false, wide: true })).toBe(edge === 'top' ? 'top' : 'end')
})
