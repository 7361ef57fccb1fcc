/** Which notices are shown: above a sheet, which leaves room for one line, the newest. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { Toast } from './toasts.ts'

const toasts: readonly Toast[] = [
  { id: 1, text: 'Order placed', tone: 'good' },
  { id: 2, text: 'Position closed', tone: 'good' },
]
vi.mock('./toasts.ts', () => ({
  useToasts: (pick: (state: object) => unknown) => pick({ toasts }),
  dismissToast: () => undefined,
}))
const { Toaster } = await import('./Toaster.tsx')

it.each([
  ['over', ['Position closed']],
  ['top', ['Order placed', 'Position closed']],
  ['bottom', ['Order placed', 'Position closed']],
] as const)('%s: %j', (edge, shown) => {
  const html = renderToStaticMarkup(<Toaster edge={edge} />)
  expect(toasts.map(({ text }) => text).filter((text) => html.includes(text))).toEqual(shown)
})
