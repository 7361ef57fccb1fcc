/** The ticket beside the chart of a wide window: ready before it was opened, in every state of the market. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { CallData, TradeItem } from '@veritick/contract'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { EURUSD_ITEM } from '../../data/trade-item-fixture.ts'

type Shown = {
  readonly device?: Readonly<Record<string, string>>
  readonly item?: TradeItem
  readonly asPanel?: boolean
  readonly offline?: 'offline'
}
const CUSTOMER = { 'veritick.token': 'token-1' }

const phone = { isLow: false, offline: undefined as Shown['offline'] }
vi.doMock('../../shell/useOffline.ts', () => ({ useOffline: () => phone.offline }))
vi.doMock('../../shell/wide.ts', async (original) => ({ ...(await original<object>()), useIsLow: () => phone.isLow }))
// A sheet is drawn in a portal, which a server does not render.
vi.doMock('../../design/index.ts', async (original) => ({
  ...(await original<object>()),
  Sheet: ({ children, footer }: { readonly children: ReactNode; readonly footer: ReactNode }) => (
    <>
      {children}
      {footer}
    </>
  ),
}))

/** A page that has just loaded: the customer has not used the ticket. */
async function drawn({ device = CUSTOMER, item = EURUSD_ITEM, asPanel = true, offline }: Shown) {
  vi.resetModules()
  vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
  phone.offline = offline
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (device as Record<string, string>)[key] ?? null,
    setItem: () => {},
  })
  const [{ TicketSheet }, { queryClient, KEY }] = await Promise.all([
    import('./TicketSheet.tsx'),
    import('../../data/queries.ts'),
  ])
  const basics = {
    trade_fee_type: 1,
    usage: { losing_share: null },
    market: { time: 0, speed: '1' },
  } as CallData<'getBasicInfo'>
  queryClient.setQueryData(KEY.basics, basics)
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <TicketSheet
          asPanel={asPanel}
          instrument={item}
          side="buy"
          open={false}
          onOpenChange={() => {}}
          choices={{ times: 0, byKey: 0 }}
          onSide={undefined}
          onChart={false}
          onShowChart={() => {}}
          onPreview={() => {}}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('shows size, leverage, levels, costs and one button, without a button to close it', async () => {
  const html = await drawn({})
  for (const key of ['ticket.lots', 'ticket.leverage', 'ticket.stop_loss', 'ticket.take_profit', 'ticket.margin'])
    expect(html).toContain(key)
  expect(html).toContain('ticket.confirm_buy')
  expect(html).not.toContain('common.close')
})

it('asks a visitor to sign in only with its button', async () => {
  const html = await drawn({ device: {} })
  expect(html).toContain('ticket.lots')
  expect(html).toMatch(/<button(?![^>]*disabled="")[^>]*><span[^>]*>ticket.sign_in/)
})

it.each([
  ['a closed market', { item: { ...EURUSD_ITEM, MarketStatus: 0 } }, 'refusals.market_closed'],
  ['a held price', { item: { ...EURUSD_ITEM, MarketStatus: 0, Held: true } }, 'refusals.price_unconfirmed'],
  ['no network', { offline: 'offline' }, 'shell.offline'],
] satisfies [string, Shown, string][])('%s is named in it, and its button is disabled', async (_, shown, words) => {
  const html = await drawn(shown)
  expect(html).toContain(words)
  expect(html).toMatch(/disabled=""[^>]*><span[^>]*>ticket.confirm_buy/)
})

it.each([
  ['a low phone', true],
  ['another phone', false],
])('on %s the notice scrolls with the fields: %s', async (_, isLow) => {
  phone.isLow = isLow
  const html = await drawn({ item: { ...EURUSD_ITEM, MarketStatus: 0 }, asPanel: false })
  const [notice, levels] = [html.indexOf('refusals.market_closed'), html.indexOf('ticket.stop_loss')]
  expect([notice > 0, notice < levels]).toEqual([true, isLow])
})
