/** Columns of amounts: every row has as many decimals as the longest amount, and no digit is lost. */
import { ThemeProvider } from '@mui/material'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { themeOf } from '../design/theme.ts'
import { type Column, decimalsIn } from './columns.ts'
import { amountColumn, changeColumn } from './money.tsx'
import { Rows } from './Rows.tsx'

type Order = { readonly id: number; readonly fee: string; readonly profit: string | null }
const COLUMNS: readonly Column<Order>[] = [
  { title: 'Order', draw: (row) => row.id },
  amountColumn('Fee', (row) => row.fee),
  changeColumn('Profit', (row) => row.profit),
]
const order = (id: number, fee: string, profit: string | null): Order => ({ id, fee, profit })

test('the amounts of a column stand point below point, with the decimals of the longest', () => {
  const rows = [order(1, '0.035000', '-0.130000'), order(2, '0.700000', '-1.919702'), order(3, '0.200000', null)]
  const html = renderToStaticMarkup(
    <ThemeProvider theme={themeOf('light')}>
      <Rows rows={rows} columns={COLUMNS} />
    </ThemeProvider>,
  )
  const cells = [...html.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) =>
    cell.replace(/<style.*?<\/style>|<[^>]*>/g, ''),
  )
  expect(cells).toEqual(['1', '0.035', '−0.130000', '2', '0.700', '−1.919702', '3', '0.200', '–'])
})

test('a column without amounts has no decimals; two are the least', () => {
  expect(decimalsIn(COLUMNS, [order(1, '5.000000', null)])).toEqual([undefined, 2, 2])
  expect(decimalsIn(COLUMNS, [])).toEqual([undefined, 2, 2])
})
