/** Texts of customers are shown as text: none of these runs, loads or leads to another site. */
import { ThemeProvider } from '@mui/material'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { themeOf } from '../../design/theme.ts'
import { Bubble } from './Messages.tsx'

const ATTACKS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '<a href="javascript:alert(1)">here</a>',
  'javascript:alert(1)',
  'https://evil.example/login',
  '<iframe src="https://evil.example"></iframe>',
  '</p><style>*{display:none}</style>',
]

const page = { messages: [], more: false, last: 1, delivered: 0, read: 0, typing: false }

function drawn(text: string): string {
  const message = { seq: 1, by: null, text, picture: null, time: 0 }
  return renderToStaticMarkup(
    <ThemeProvider theme={themeOf('light')}>
      <Bubble message={message} page={page} onRenew={() => undefined} />
    </ThemeProvider>,
  )
}

const tagsOf = (html: string) => [...html.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag)

it.each(ATTACKS)('%s', (text) => {
  const html = drawn(text)
  expect(tagsOf(html)).toEqual(tagsOf(drawn('hello')))
  expect(html).not.toMatch(/\s(?:href|src|on\w+)="/)
})
