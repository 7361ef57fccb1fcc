/**
 * Sell and Buy at the first render: enabled for a visitor; disabled for a customer until the server has answered that
 * the account is not frozen. Above the ticket of a wide window they choose its side in any market.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import type { TradeItem } from '@veritick/contract'
import { SIGNED_IN } from '@veritick/testing/signed-in'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { Row } from '../../data/rows.ts'
import type { Session } from '../../data/session.ts'

const item = { PricePrecision: 5 } as TradeItem
const quote = {
  close: '1.08512',
  bid: '1.08512',
  ask: '1.08521',
  open: '1.08250',
  change: '0.24',
  time: 1000,
  seq: 4,
} as const
const row = {
  quote: { ...quote, status: 1, held: false, stale: false, nextOpen: undefined },
  market: { kind: 'open' },
  dimmed: false,
} as const

/** A page that has just loaded, with the storage of this device. */
async function drawn(
  device: Readonly<Record<string, string>>,
  shown: Row = row,
  ofTicket: { readonly chosen?: 'buy' | 'sell'; readonly explained?: boolean } = {},
): Promise<{ readonly off: number; readonly notice: boolean; readonly html: string }> {
  vi.resetModules()
  vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
  vi.doMock('../../shell/useOffline.ts', () => ({ useOffline: () => undefined }))
  vi.stubGlobal('localStorage', { getItem: (key: string) => device[key] ?? null })
  const [{ OrderButtons }, { queryClient }] = await Promise.all([
    import('./OrderButtons.tsx'),
    import('../../data/queries.ts'),
  ])
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <OrderButtons item={item} row={shown} onChoose={() => {}} {...ofTicket} />
    </QueryClientProvider>,
  )
  expect(html).toContain('1.08')
  return { off: html.match(/<button[^>]* disabled=""/g)?.length ?? 0, notice: html.includes('frozen'), html }
}

it('enabled for a visitor; they open the sign-in', async () => {
  expect(await drawn({})).toMatchObject({ off: 0, notice: false })
})

it('disabled while the account is unknown, without a notice of a freeze', async () => {
  expect(await drawn({ 'veritick.token': 'token-1' })).toMatchObject({ off: 2, notice: false })
})

const held: Row = { quote: { ...row.quote, status: 0, held: true }, market: { kind: 'held' }, dimmed: true }

it('disabled while a price waits for confirmation, with a notice', async () => {
  const { off, html } = await drawn({}, held)
  expect(off).toBe(2)
  expect(html).toContain('trade.held_text')
})

it('choose the side of the ticket below, which names the state of the market', async () => {
  const ticket = { chosen: 'sell', explained: true } as const
  for (const device of [{}, { 'veritick.token': 'token-1' }]) {
    const { off, html } = await drawn(device, held, ticket)
    expect(off).toBe(0)
    expect(html).not.toContain('trade.held_text')
    expect(html.match(/aria-pressed="(true|false)"/g)).toEqual(['aria-pressed="true"', 'aria-pressed="false"'])
  }
})

it('are dimmed above the ticket, as its header, while the market has no current price', async () => {
  const chosen = { chosen: 'sell', explained: true } as const
  expect((await drawn({}, row, chosen)).html).not.toContain('last-known')
  expect((await drawn({}, { ...row, market: { kind: 'stale' }, dimmed: true }, chosen)).html).toContain('last-known')
})

it.each([
  { token: undefined, user: undefined, standing: 'visitor' },
  { token: 'token-1', user: undefined, standing: 'unknown' },
  { token: 'token-1', user: { ...SIGNED_IN, frozen: 1 }, standing: 'frozen' },
  { token: 'token-1', user: SIGNED_IN, standing: 'free' },
] satisfies readonly (Session & { standing: string })[])('$standing', async ({ token, user, standing }) => {
  const { standingOf } = await import('../../data/session.ts')
  expect(standingOf({ token, user })).toBe(standing)
})
