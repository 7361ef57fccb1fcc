/** A list without rows says when it was read. A role that may not read it is offered the start page. */
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { CallFailed } from '../data/failure.ts'
import { Failed } from '../design/States.tsx'
import { EmptyList } from './Listing.tsx'

const words = (html: string) => html.replace(/<style[^>]*>.*?<\/style>/g, '').replace(/<[^>]*>/g, '')

it('an empty queue says when it was read', () => {
  const readAt = Date.UTC(2026, 10, 21, 19, 2, 33)
  const queue = words(renderToStaticMarkup(<EmptyList text="Queue empty." readAt={readAt} />))
  expect(queue).toMatch(/^Queue empty\. Read at .*19:02:33.* UTC\.$/)
  expect(words(renderToStaticMarkup(<EmptyList text="No deposits." readAt={undefined} />))).toBe('No deposits.')
})

it('a role that may not read the list goes on from the start page, a second try would not help', () => {
  const failed = (reason: 'not_permitted' | 'too_many_requests') =>
    words(
      renderToStaticMarkup(
        <MemoryRouter>
          <Failed error={new CallFailed({ kind: 'refused', message: 'Refused.', reason })} onRetry={() => {}} />
        </MemoryRouter>,
      ),
    )
  expect(failed('not_permitted')).toBe('Refused.Go to the start page')
  expect(failed('too_many_requests')).toBe('Refused.Try again')
})
