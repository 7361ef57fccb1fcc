/** The changes of the balance as a table: its rows, and its states without rows. */
import type { LogEntry } from '@veritick/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import type { useChanges } from '../../data/money.ts'

const reachable = vi.hoisted((): { offline: 'offline' | undefined } => ({ offline: undefined }))
vi.mock('../../shell/useOffline.ts', () => ({ useOffline: () => reachable.offline }))
vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
const [{ LedgerTable }, { TableEnd }] = await Promise.all([import('./LedgerTable.tsx'), import('./tableParts.tsx')])

type List = ReturnType<typeof useChanges>
const FEE: LogEntry = {
  Id: 31,
  Kind: 'fee',
  Value: '-0.031000',
  Balance: '99952.056673',
  OrderId: 7,
  MemoTran: 'Fee EUR/USD #7',
  CreatedAtTran: '2026-05-08T12:00:00.000Z',
}
const GRANT: LogEntry = { ...FEE, Id: 1, Kind: 'demo_grant', Value: '100000.000000', MemoTran: 'Demo money' }

const listOf = (entries: readonly LogEntry[], more: Partial<List> = {}) =>
  ({ data: { pages: [{ data: entries, total: entries.length }], pageParams: [1] }, isPending: false, ...more }) as List
const waiting = { data: undefined, isPending: true } as List

function drawn(list: List): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <LedgerTable list={list} empty="history.empty_text" />
    </MemoryRouter>,
  )
}
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ')

it('shows date, kind, amount and balance after each entry, rounded as on other screens', () => {
  const html = drawn(listOf([FEE, GRANT]))
  expect(html.match(/<tr data-entry/g)).toHaveLength(2)
  expect(html.match(/<th scope="col"/g)).toHaveLength(4)
  const text = textOf(html)
  for (const part of ['Fee EUR/USD #7', '−0.04', '99,952.05', '+100,000.00', 'Demo money', '2026'])
    expect(text).toContain(part)
  // The keyboard opens an entry by its button.
  expect(html.match(/<button[^>]*data-open/g)).toHaveLength(2)
})

it('names the zone of its times', () => expect(drawn(listOf([FEE]))).toContain('order_filter.zone'))

it('a table without a time names no zone; one that opens a time in a very wide panel names it there', () => {
  const end = (times: boolean | 'very-wide') =>
    renderToStaticMarkup(<TableEnd list={listOf([])} end={{ current: null }} times={times} />)
  expect(end(false)).not.toContain('order_filter.zone')
  expect(end(true)).not.toContain('hidden')
  expect(end(true)).toMatch(/<p [^>]*>order_filter.zone/)
  expect(end('very-wide')).toMatch(/<div class="hidden @7xl:block"><p [^>]*>order_filter.zone/)
})

it('shows an entry once that moved between two pages', () => {
  const pages = [FEE, FEE].map((entry) => ({ data: [entry], total: 2 }))
  const html = drawn({ ...listOf([]), data: { pages, pageParams: [1, 2] } } as List)
  expect(html.match(/<tr data-entry/g)).toHaveLength(1)
})

it.each([
  ['loading', waiting, undefined, 'common.loading'],
  ['offline before it was read', waiting, 'offline', 'shell.offline_title'],
  ['a failure', { data: undefined, isPending: false, error: new Error('No answer') } as List, undefined, 'No answer'],
  ['no entries', listOf([]), undefined, 'history.empty_text'],
  ['a page that failed', listOf([FEE], { isFetchNextPageError: true }), undefined, 'common.retry'],
] as const)('%s', (_, list, offline, words) => {
  reachable.offline = offline
  expect(drawn(list)).toContain(words)
  reachable.offline = undefined
})

it('dims what was last known', () => {
  expect(drawn(listOf([FEE]))).not.toContain('last-known')
  reachable.offline = 'offline'
  expect(drawn(listOf([FEE]))).toContain('last-known')
  reachable.offline = undefined
})
