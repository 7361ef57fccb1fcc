/** A busy button: it cannot be tapped again, and a screen reader still reads its name. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Button } from './Button.tsx'

it('keeps its label in the accessibility tree while it is busy', () => {
  const html = renderToStaticMarkup(<Button busy>Place order</Button>)
  expect(html).toContain('Place order')
  expect(html).toContain('aria-busy="true"')
  expect(html).toContain('disabled=""')
  // An invisible or hidden text is no longer the name of its button.
  const [, looks = ''] = /<span class="([^"]*)">Place order/.exec(html) ?? []
  expect(looks.split(' ')).toContain('opacity-0')
  expect(looks).not.toMatch(/invisible|hidden/)
})
