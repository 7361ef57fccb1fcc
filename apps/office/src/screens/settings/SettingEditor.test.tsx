/** Prices of withdrawals beside a list that waits to come into force: the office shows both, and confirms either. */
import { ThemeProvider } from '@mui/material'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { themeOf } from '../../design/theme.ts'
import { SettingEditor } from './SettingEditor.tsx'

const entry = { id: 1, type: 1, code: 'USDT', protocol: 'TRC20', draw_rate: '1.000000', fee_type: 1, trial: false }
const priced = (usd_price: string) => [{ ...entry, usd_price, enabled: true }]

/** The form as it opens: it begins with `value`. */
function opened(value: unknown, waiting: unknown) {
  const setting = {
    key: 'draw_currencies',
    group: 'channels',
    value,
    initial: [],
    version: 2,
    set_at: 1,
    is_public: false,
    in_force: true,
    next: waiting === undefined ? null : { version: 2, value: waiting, set_at: 2, holds_from: 3 },
    doc: '',
    changeable: true,
  } as const
  const element = <SettingEditor setting={setting} all={[setting]} />
  return renderToStaticMarkup(
    <ThemeProvider theme={themeOf('light')}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
      </QueryClientProvider>
    </ThemeProvider>,
  )
}

test('without a waiting list the prices are confirmed by saving them', () => {
  const html = opened(priced('1.050000'), undefined)
  expect(html).toContain('Confirm the prices')
  expect(html).not.toContain('Show version')
})

test('a waiting list can be shown; saving the list in force instead is a change, not a confirmation', () => {
  const html = opened(priced('1.050000'), priced('0.950000'))
  expect(html).toContain('Show version 2')
  expect(html).toContain('Saving the value below, changed or not, withdraws it.')
  expect(html).toContain('Check and save')
  expect(html).not.toContain('Confirm the prices')
})

/** A static rendering cannot press a button, so the form begins with the list that the button shows. */
test('a waiting list that is shown can be confirmed', () => {
  const html = opened(priced('0.950000'), priced('0.950000'))
  expect(html).toContain('Confirming them does not delay them.')
  expect(html).toContain('Confirm the prices')
  expect(html).toContain('Show the prices in force')
})
