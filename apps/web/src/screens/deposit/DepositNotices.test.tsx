/** The limit without verification: a rest below the minimum may be deposited exactly, so no minimum is named. */
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import type { DepositTerms } from './deposit.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.doMock('../frozen/FrozenNotice.tsx', () => ({ FrozenNotice: () => null }))
vi.doMock('../legal/TermsNotice.tsx', () => ({ TermsNotice: () => null }))
const [{ DepositNotices }, { queryClient }] = await Promise.all([
  import('./DepositNotices.tsx'),
  import('../../data/queries.ts'),
])

const shown = (left: string | null) => {
  const terms = {
    identity_status: 0,
    email_confirmed: true,
    minimum: '10.000000',
    left_without_verification: left,
    usual_minutes: 60,
  } as unknown as DepositTerms
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <DepositNotices terms={terms} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it.each([
  ['1.000000', ['deposit.exactly_rest'], ['deposit.left_unverified', 'deposit.smallest']],
  ['10.000000', ['deposit.left_unverified', 'deposit.smallest'], ['deposit.exactly_rest']],
  ['0.000000', ['deposit.verify_first', 'deposit.smallest'], ['deposit.exactly_rest', 'deposit.left_unverified']],
  [null, ['deposit.smallest'], ['deposit.exactly_rest', 'deposit.left_unverified']],
])('%s USD are left: %j', (left, present, absent) => {
  const html = shown(left)
  expect(present.filter((key) => !html.includes(key))).toEqual([])
  expect(absent.filter((key) => html.includes(key))).toEqual([])
})
