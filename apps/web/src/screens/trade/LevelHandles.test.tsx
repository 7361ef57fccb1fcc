/** The elements over the tags: what can be dragged, and how the keyboard gets to stop-loss and take-profit. */
import type { Chart } from 'klinecharts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { Level } from './levels.ts'

await import('../../design/index.ts')
// The chart library asks for the platform when it is loaded.
vi.stubGlobal('window', { navigator: { platform: '' } })
const { LevelHandles } = await import('./LevelHandles.tsx')

const entry: Level = {
  id: '7 entry',
  kind: 'entry',
  side: 'buy',
  price: '1.08490',
  lots: '0.10',
  profit: '2.200000',
  owner: 7,
  line: undefined,
  makes: true,
}
const html = (level: Level) =>
  renderToStaticMarkup(
    <LevelHandles
      chart={{} as Chart}
      tags={{ subscribe: () => () => {} }}
      shown={[{ level, words: 'Buy 0.10' }]}
      precision={5}
      off={false}
      drag={undefined}
      moveTo={() => undefined}
      onDrag={() => {}}
      onDrop={() => {}}
      onOpen={() => {}}
    />,
  )

it('an entry without one of its levels is dragged, also with a finger, and its button opens the sheet of both', () => {
  const made = html(entry)
  expect(made).toContain('touch-none cursor-ns-resize')
  expect(made).toContain('<button')
  expect(made).toContain('Buy 0.10, orders.edit')
})

it('an entry that has both is a button alone', () => {
  expect(html({ ...entry, makes: false })).not.toContain('cursor-ns-resize')
  expect(html({ ...entry, makes: false })).toContain('Buy 0.10, orders.edit')
})
