/** An open record as a reader sees it: the notice of a colleague who views it, its warnings, its title. */
import { ThemeProvider } from '@mui/material'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { permissionsOf, type Role } from '@veritick/contract/office'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { type Me, remember } from '../data/session.ts'
import { themeOf } from '../design/theme.ts'
import { CorrectionDetail } from './corrections/CorrectionDetail.tsx'
import { DepositDetail } from './deposits/DepositDetail.tsx'
import { filledAnswer } from './filledAnswers.ts'
import ArticleScreen from './news/ArticleScreen.tsx'
import PersonScreen from './people/PersonScreen.tsx'
import { WithdrawalDetail } from './withdrawals/WithdrawalDetail.tsx'

afterEach(() => remember(undefined))

type Shown = {
  readonly of: 'correctionFind' | 'depositFind' | 'withdrawalFind' | 'newsFind' | 'person'
  readonly as: Role
  readonly screen: ReactElement
  readonly record: Readonly<Record<string, unknown>>
}

/** The page of record 1 as this role reads it. */
function drawn({ of, as, screen, record }: Shown): string {
  remember({ ...(filledAnswer('me', 'Ada') as Me), permissions: [...permissionsOf(as)] })
  const client = new QueryClient()
  client.setQueryData([of, 'look', { id: 1 }], { ...(filledAnswer(of, 'text') as object), ...record })
  return renderToStaticMarkup(
    <ThemeProvider theme={themeOf('light')}>
      <QueryClientProvider client={client}>
        <RouterProvider router={createMemoryRouter([{ path: '/:id', element: screen }], { initialEntries: ['/1'] })} />
      </QueryClientProvider>
    </ThemeProvider>,
  )
}

test('only a reader who may decide about a deposit reads that the first decision counts', () => {
  const taken = { by: { who: 'staff:8', name: 'Ann' }, until: Date.now() + 60_000 }
  const record = { status: 0, crediting: false, fault: null, blocked: null, taken }
  const page = (as: Role) => drawn({ of: 'depositFind', as, screen: <DepositDetail id={1} />, record })
  expect(page('finance')).toContain('Ann is viewing this record')
  expect(page('support')).toContain('Reported')
  expect(page('support')).not.toContain('You can still decide')
})

test('a finance member decides nothing about a correction that was changed in the store', () => {
  const page = (fault: string | null) => {
    const record = { state: 'asked', yours: false, fault }
    return drawn({ of: 'correctionFind', as: 'finance', screen: <CorrectionDetail id={1} />, record })
  }
  expect(page(null)).toContain('Approve')
  expect(page(null)).not.toContain('changed in the store')
  expect(page('table corrections')).toContain('This record was changed in the store: table corrections.')
  expect(page('table corrections')).not.toContain('Approve')
})

test('an open withdrawal warns of an address that was saved just before the request', () => {
  const requested = Date.UTC(2026, 10, 27, 12)
  const none = { two_people: null, approver_limit: null, sharing: [], holder_differs: false, own_place: false }
  const page = (payee_bound_at: number) => {
    const record = { ...none, moving: false, state: 'waiting', created_at: requested, payee_bound_at }
    return drawn({ of: 'withdrawalFind', as: 'finance', screen: <WithdrawalDetail id={1} />, record })
  }
  const warning = /MuiAlert-colorWarning[^>]*>.*was saved only 50 s before the request/
  expect(page(requested - 50_000)).toMatch(warning)
  expect(page(requested - 86_400_000)).not.toContain('before the request')
})

test('an article is headed by its title, or by its kind and number without one', () => {
  const heading = (title: string) =>
    drawn({ of: 'newsFind', as: 'content', screen: <ArticleScreen />, record: { kind: 'news', title, texts: [] } })
      .replace(/<style.*?<\/style>/g, '')
      .match(/<h1[^>]*>(.*?)<\/h1>(?:<p[^>]*>(.*?)<\/p>)?/)
      ?.slice(1)
  expect(heading('Trading hours')).toEqual(['Trading hours', 'News 1'])
  expect(heading('')).toEqual(['News 1', undefined])
})

test('the money of a customer is exact, and the page says how the app rounds it', () => {
  const page = drawn({ of: 'person', as: 'support', screen: <PersonScreen />, record: {} })
  expect(page).toContain('Amounts are exact. The app shows whole cents: balances rounded down')
})
