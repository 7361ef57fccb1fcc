/** Deleting a price alert: two taps are one deletion, and an alert that was not deleted can be deleted again. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { alert } from './price-alert-fixture.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
const asked: ((isDeleted: boolean) => void)[] = []
vi.doMock('../../data/api.ts', async (actual) => ({
  ...(await actual<object>()),
  call: () =>
    new Promise<void>((resolve, reject) => asked.push((isDeleted) => (isDeleted ? resolve() : reject(new Error())))),
}))
let remove = () => {}
vi.doMock('../../design/index.ts', async (actual) => ({
  ...(await actual<object>()),
  SwipeRow: ({ onDelete }: { readonly onDelete: () => void }) => {
    remove = onDelete
    return null
  },
}))
await import('../../data/api.ts')
const { AlertRows } = await import('./AlertRows.tsx')

it('asks the server once', async () => {
  renderToStaticMarkup(<AlertRows alerts={[alert(1)]} onEdit={() => {}} />)
  remove()
  remove()
  expect(asked).toHaveLength(1)
  asked[0]?.(false)
  await new Promise((resolve) => setImmediate(resolve))
  remove()
  expect(asked).toHaveLength(2)
})
