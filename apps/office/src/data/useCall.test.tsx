/** A refusal because something shown has changed reads the screen again; another refusal has changed nothing. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { Reason } from '@veritick/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { useAct } from './useCall.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const SHOWN = ['withdrawalFind', 'look', { id: 5 }]

it.each<[Reason, boolean]>([
  ['approval_changed', true],
  ['setting_changed_meanwhile', true],
  ['terms_changed_meanwhile', true],
  ['news_changed_meanwhile', true],
  ['record_decided', false],
])('%s', async (reason, isReadAgain) => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 0, msg: 'Refused', reason }))
  const queries = new QueryClient()
  queries.setQueryData(SHOWN, {})
  let act: ReturnType<typeof useAct<'withdrawalApprove'>> | undefined
  function Screen() {
    act = useAct('withdrawalApprove', 'Approved.')
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Screen />
    </QueryClientProvider>,
  )
  const sent = act?.mutateAsync({ input: { id: 5, reason_text: 'checked' }, key: 'key-1' })
  await expect(sent).rejects.toMatchObject({ reason })
  expect(queries.getQueryState(SHOWN)?.isInvalidated).toBe(isReadAgain)
})
