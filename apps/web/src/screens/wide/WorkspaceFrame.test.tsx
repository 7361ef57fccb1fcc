/** The banner of the home screen stands below the workspace of a wide window, and not on a phone's trade screen. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
vi.doMock('./layout.ts', () => ({ usePanelSizes: () => ({ sizes: { list: 240, ticket: 300, orders: 200 } }) }))
vi.doMock('../../shell/lazyPart.tsx', () => ({ lazyPart: () => () => null }))
vi.doMock('../news/BannerPlace.tsx', () => ({ BannerPlace: () => <aside>the banner</aside> }))
const { WorkspaceFrame } = await import('./WorkspaceFrame.tsx')

const html = (wide: boolean) =>
  renderToStaticMarkup(
    <WorkspaceFrame wide={wide} items={[]} selected="EURUSD" ticket="the ticket">
      the chart
    </WorkspaceFrame>,
  )

it.each([
  [true, /the chart.*the ticket.*the banner/],
  [false, /the chart.*the ticket(?!.*the banner)/],
])('wide %s', (wide, shown) => expect(html(wide)).toMatch(shown))
