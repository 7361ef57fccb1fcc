/**
 * A row without its second part has no line for it, also where that part is left out by a condition. A row of the menu
 * is marked as the current page.
 */
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Choice, LinkRow } from './Rows.tsx'

const choice = (aside: React.ReactNode) =>
  renderToStaticMarkup(
    <Choice chosen={false} onChoose={() => {}} aside={aside}>
      Deutsch
    </Choice>,
  )
const link = (aside: React.ReactNode, isHere = false) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <LinkRow to="/mine/notices" aside={aside} isHere={isHere}>
        Notices
      </LinkRow>
    </MemoryRouter>,
  )

it.each([undefined, null, false])('a part that is %s', (aside) => {
  expect(choice(aside)).not.toMatch(/max-\[419px\]:flex-wrap|max-\[419px\]:w-full/)
  expect(link(aside)).not.toContain('big:order-last')
})

it('a part that is there has a line of its own on a narrow phone', () => {
  expect(choice('+1.40')).toMatch(/max-\[419px\]:flex-wrap.*max-\[419px\]:w-full">\+1\.40/)
  expect(link('3 unread')).toContain('big:order-last')
  expect(choice(0)).toContain('max-[419px]:w-full">0')
})

it('a row of the menu is marked as the current page', () => {
  expect(link(undefined, true)).toMatch(/<a [^>]*aria-current="page"/)
  expect(link(undefined)).not.toContain('aria-current')
})
