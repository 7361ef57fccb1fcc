/** Going back after a wait: a customer who has gone on meanwhile stays there. */
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
const steps: unknown[] = []
vi.doMock('react-router', async (actual) => ({
  ...(await actual<object>()),
  useNavigate: () => (to: unknown) => void steps.push(to),
}))
const { useGoBackFromHere } = await import('./Screen.tsx')

it.each([
  ['/mine/language', [-1]],
  ['/mine', []],
])('from the choice of language while %s is shown', (pathname, expected) => {
  steps.length = 0
  let goBack = () => {}
  function Shown() {
    goBack = useGoBackFromHere()
    return null
  }
  renderToStaticMarkup(
    <MemoryRouter initialEntries={['/mine/language']}>
      <Shown />
    </MemoryRouter>,
  )
  vi.stubGlobal('window', { location: { pathname }, history: { state: { idx: 2 } } })
  goBack()
  expect(steps).toEqual(expected)
})
