/** A failure says once that something did not load. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ErrorState } from './States.tsx'

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .trim()
    .split(/\s+/)

it('names the part that failed instead of the screen, and the way on', () => {
  const failed = (title?: string) => textOf(renderToStaticMarkup(<ErrorState title={title} onRetry={() => {}} />))
  expect(failed()).toEqual(['common.error_title', 'common.error_network', 'common.retry'])
  expect(failed('trade.chart_failed')).toEqual(['trade.chart_failed', 'common.error_network', 'common.retry'])
})
