/** An open record as a reader sees it: the notice of a colleague who views it, for those who may decide. */
import { ThemeProvider } from '@mui/material'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { permissionsOf, type Role } from '@veritick/contract/office'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { type Me, remember } from '../data/session.ts'
import { themeOf } from '../design/theme.ts'
import { DepositDetail } from './deposits/DepositDetail.tsx'
import { filledAnswer } from './filledAnswers.ts'

afterEach(() => remember(undefined))

type Shown = {
  readonly of: 'depositFind'
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
        <RouterProvider router={createMemoryRouter([{ path: '/', element: screen }])} />
      </QueryClientProvider>
    </ThemeProvider>,
  )
}

test('only a reader who may decide about a deposit reads that the first decision counts', () => {
  const taken = { by: { who: 'staff:8', name: 'Ann' }, until: Date.now() + 60_000 }
  const record = { status: 0, crediting: false, blocked: null, taken }
  const page = (as: Role) => drawn({ of: 'depositFind', as, screen: <DepositDetail id={1} />, record })
  expect(page('finance')).toContain('Ann is viewing this record')
  expect(page('support')).toContain('Reported')
  expect(page('support')).not.toContain('You can still decide')
})
