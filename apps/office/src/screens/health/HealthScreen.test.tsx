/** Figures that could not be read again do not say that all is well now. */
import { ThemeProvider } from '@mui/material'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { themeOf } from '../../design/theme.ts'
import { Figures } from './HealthScreen.tsx'
import { well } from './well-fixture.ts'

const at = Date.UTC(2026, 10, 21, 19, 2, 33)
const drawn = (isOld: boolean) =>
  renderToStaticMarkup(
    <ThemeProvider theme={themeOf('light')}>
      <Figures health={{ ...well, at, backup: { at, bytes: 1 } }} isOld={isOld} />
    </ThemeProvider>,
  )

test('only fresh figures say that no problems were found', () => {
  expect(drawn(false)).toContain('No problems found.')
  expect(drawn(true)).not.toContain('No problems found.')
  expect(drawn(true)).toContain('were read at 2026-11-21 19:02:33 UTC and could not be read again.')
})
