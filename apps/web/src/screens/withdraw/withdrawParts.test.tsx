/** The review without a network, and the list of withdrawals. */
import type { DrawRecord } from '@veritick/contract'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { methodOf, TETHER } from './withdraw-fixture.ts'

const network: { now: 'offline' | undefined } = { now: undefined }
vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.doMock('../../shell/useOffline.ts', () => ({ useOffline: () => network.now }))
// The server draws no portal.
vi.doMock('../../design/Sheet.tsx', () => ({
  Sheet: ({ children, footer }: { readonly children: ReactNode; readonly footer?: ReactNode }) => (
    <div>
      {children}
      {footer}
    </div>
  ),
}))
const [{ CheckSheet }, { WithdrawalList }] = await Promise.all([
  import('./CheckSheet.tsx'),
  import('./WithdrawalList.tsx'),
])

beforeEach(() => {
  network.now = undefined
})

const nothing = () => undefined
const review = () =>
  renderToStaticMarkup(
    <CheckSheet
      open
      onOpenChange={nothing}
      method={methodOf(TETHER)}
      currency={TETHER}
      amount="100"
      withdrawal={{
        attempt: { state: 'idle' },
        slow: false,
        request: nothing,
        changed: nothing,
        previous: { resend: nothing, giveUp: nothing },
        proof: null,
      }}
      previous={undefined}
      onConfirm={nothing}
    />,
  )

it('the review says why its button is disabled', () => {
  expect(review()).not.toMatch(/shell\.offline|disabled=""/)
  network.now = 'offline'
  expect(review()).toMatch(/shell\.offline.*disabled=""/s)
})

const listed = (record: DrawRecord) => {
  const list = { data: { pages: [{ data: [record], total: 1 }], pageParams: [1] }, isPending: false }
  return renderToStaticMarkup(
    <MemoryRouter>
      <WithdrawalList list={list as unknown as Parameters<typeof WithdrawalList>[0]['list']} onNew={nothing} />
    </MemoryRouter>,
  )
}

it('a row of the list has the amount with every digit, as its details', () => {
  const record = {
    id: 7,
    type: 1,
    number: '748.885000',
    draw_currency: { code: 'USDT', protocol: 'TRC20' },
    status: 0,
    status_name: 'Waiting',
    needs_check: false,
    created_at: '2026-11-27T05:00:00Z',
    timeline: [{ step: 'requested', at: '2026-11-27T05:00:00Z', note: '' }],
  } as unknown as DrawRecord
  const html = listed(record)
  expect(html).toContain('748.885 ')
  const changed = listed({ ...record, needs_check: true, status_name: 'Being checked' })
  expect(changed).toContain('Being checked')
  expect(changed, 'amounts of a changed record say nothing').not.toContain('748.885')
})
