/** A deposit that was found changed shows neither an amount nor where it was paid to. */
import type { ChargeRecord } from '@veritick/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
const { DepositList } = await import('./DepositList.tsx')

const RECORD = {
  ...{ id: 7, type: 0, number: '900', currency_code: 'USDT', protocol_code: 'TRC20' },
  ...{ usd_price: '1', usd: '900.000000' },
  ...{ status: 0, status_name: 'Being checked', needs_check: false, paid_to: 'T-address', pay_url: '', credited: null },
  created_at: '2026-11-27T05:00:00Z',
  timeline: [{ step: 'reported', at: '2026-11-27T05:00:00Z', note: '' }],
} as unknown as ChargeRecord

const nothing = () => undefined
const listed = (record: ChargeRecord) => {
  const list = { data: { pages: [{ data: [record], total: 1 }], pageParams: [1] }, isPending: false }
  return renderToStaticMarkup(
    <MemoryRouter>
      <DepositList
        list={list as unknown as Parameters<typeof DepositList>[0]['list']}
        usualMinutes={60}
        opened={undefined}
        onNew={nothing}
      />
    </MemoryRouter>,
  )
}

it('the list of deposits', () => {
  expect(listed(RECORD)).toMatch(/TRC20.*900/s)
  const changed = listed({ ...RECORD, needs_check: true })
  expect(changed).toContain('Being checked')
  expect(changed).not.toMatch(/TRC20|900/)
})
