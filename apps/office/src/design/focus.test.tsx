/** The line around what has the keyboard focus: MUI takes it away from buttons and rows, the theme draws it again. */
import { Button, IconButton, Table, TableBody, TableRow, ThemeProvider } from '@mui/material'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DARK, LIGHT } from './colours.ts'
import { themeOf } from './theme.ts'

const styleOf = (element: ReactElement, mode: 'light' | 'dark'): string =>
  renderToStaticMarkup(<ThemeProvider theme={themeOf(mode)}>{element}</ThemeProvider>)

test.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('in %s colours buttons and rows show the keyboard focus', (mode, { accent }) => {
  const line = `{outline:2px solid ${accent};}`
  expect(styleOf(<Button>Reject</Button>, mode)).toContain(`.Mui-focusVisible${line}`)
  expect(styleOf(<IconButton aria-label="Close">×</IconButton>, mode)).toContain(`.Mui-focusVisible${line}`)
  const row = (
    <Table>
      <TableBody>
        <TableRow tabIndex={0} />
      </TableBody>
    </Table>
  )
  expect(styleOf(row, mode)).toContain(`:focus-visible${line}`)
})
