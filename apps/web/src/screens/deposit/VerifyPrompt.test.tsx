/** Above the limit without verification: the prompt mentions sent money only for methods that send it first. */
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.doMock('../support/SupportContact.tsx', () => ({ SupportContact: () => <i>support</i> }))
const { VerifyPrompt } = await import('./ReportParts.tsx')
type Props = Parameters<typeof VerifyPrompt>[0]

const report = { faults: { amount: 'deposit_limit_unverified' } } as unknown as Props['report']
const terms = { identity_status: 0 } as unknown as Props['terms']
const shown = (isPaidFirst: boolean) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <VerifyPrompt report={report} terms={terms} isPaidFirst={isPaidFirst} />
    </MemoryRouter>,
  )

it('a transfer: a link to the verification, and advice about sent money', () => {
  expect(shown(true)).toContain('deposit.sent_already')
  expect(shown(true)).toContain('href="/mine/auth"')
})

it('a card: only a link to the verification', () => {
  expect(shown(false)).not.toContain('deposit.sent_already')
  expect(shown(false)).toContain('deposit.verify_onward')
  expect(shown(false)).toContain('href="/mine/auth"')
})
