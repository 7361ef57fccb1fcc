/** Messages are shown as text: as markup each of these attacks would run a script, load a file or open a link. */
import type { SupportMessage } from '@veritick/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

const ATTACKS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '<a href="javascript:alert(1)">here</a>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '<iframe src="https://evil.example"></iframe>',
  '</p><style>*{display:none}</style>',
  'https://evil.example/"onmouseover="alert(1)',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
]

async function drawn(message: SupportMessage): Promise<string> {
  vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  const { ChatRowView } = await import('./MessageRow.tsx')
  const row = { kind: 'message', key: 'm', message, standing: undefined } as const
  return renderToStaticMarkup(<ChatRowView row={row} dimmed={false} />)
}

const from = { seq: 1, from: 'staff', picture: null, time: 0 } as const
const tagsOf = (html: string) => [...html.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag)

it.each(ATTACKS)('%s', async (text) => {
  const html = await drawn({ ...from, text })
  const plain = await drawn({ ...from, text: 'hello' })
  // Compared with an ordinary message: no further element except buttons, no address and no handler. A link is a button
  // that asks.
  const added = tagsOf(html).filter((tag) => !tagsOf(plain).includes(tag))
  expect(added.filter((tag) => tag !== 'button')).toEqual([])
  expect(html).not.toMatch(/\s(?:href|src|on\w+)="/)
})
