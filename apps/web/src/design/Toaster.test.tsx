/** Which notices are shown, and where: over a sheet of a phone, which leaves room for one line, the newest. */
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
  ['phone', true, ['Position closed']],
  ['phone', false, ['Order placed', 'Position closed']],
  ['wide', true, ['Order placed', 'Position closed']],
] as const)('%s, with a sheet: %s', (size, layered, shown) => {
  const html = renderToStaticMarkup(<Toaster size={size} layered={layered} screen="/order" />)
  expect(toasts.map(({ text }) => text).filter((text) => html.includes(text))).toEqual(shown)
})

it('have one place for each size of the window, on every screen, with a sheet and without', () => {
  const placeOf = (size: 'phone' | 'wide', layered: boolean, screen: string) =>
    /class="([^"]*)"/.exec(renderToStaticMarkup(<Toaster size={size} layered={layered} screen={screen} />))?.[1]
  for (const size of ['phone', 'wide'] as const) {
    const places = ['/', '/trade', '/order', '/mine/chat', '/login'].flatMap((screen) => [
      placeOf(size, false, screen),
      placeOf(size, true, screen),
    ])
    expect(new Set(places).size).toBe(1)
  }
  expect(placeOf('phone', false, '/')).toContain('var(--height-tabs)')
})
