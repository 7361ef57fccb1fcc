/** A question whose action is on its way stays until the answer: Escape and the back button do not close it. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

type Closing = { readonly onOpenChange: (open: boolean) => void }
let pressEscape: Closing['onOpenChange'] = () => {}
let back: () => unknown = () => {}
vi.doMock('@base-ui/react/alert-dialog', () => ({
  AlertDialog: {
    Root: ({ onOpenChange }: Closing) => {
      pressEscape = onOpenChange
      return null
    },
  },
}))
vi.doMock('./layers.ts', () => ({
  STAYS: 'stays',
  useIsShown: () => true,
  useBackCloses: (_: boolean, close: () => unknown) => {
    back = close
  },
}))
const { Confirm } = await import('./Confirm.tsx')

it.each([
  [true, []],
  [false, [false, false]],
])('busy: %s', (busy, closed) => {
  const asked: boolean[] = []
  const open = (next: boolean) => void asked.push(next)
  renderToStaticMarkup(
    <Confirm open onOpenChange={open} title="Close?" confirmLabel="Close" onConfirm={() => {}} busy={busy} />,
  )
  pressEscape(false)
  expect(back()).toBe(busy ? 'stays' : undefined)
  expect(asked).toEqual(closed)
})
