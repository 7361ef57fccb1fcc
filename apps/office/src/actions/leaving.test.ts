/** Every way out of a page with unsaved text, and those that ask nothing. */
import { expect, test } from 'vitest'
import { AFTER_SAVING, asksBeforeLeaving } from './leaving.ts'

const from = { pathname: '/settings/operator', search: '' }

test.each([
  ['Escape or Close: back to the list', { pathname: '/settings' }, true],
  ['another row of the list', { pathname: '/settings/companies' }, true],
  ['a link of the menu', { pathname: '/health' }, true],
  ['the start page', { pathname: '/' }, true],
  ['a filter of the same page', { pathname: '/settings/operator', search: '?q=a' }, false],
  ['sign-in, after the session has ended', { pathname: '/login' }, false],
  ['the page of what was saved', { pathname: '/news/7', state: AFTER_SAVING }, false],
  ['a page with a state of its own', { pathname: '/news/7', state: { from: '/' } }, true],
])('%s', (_name, to, asks) => {
  expect(asksBeforeLeaving({ unsaved: true, from, to })).toBe(asks)
  expect(asksBeforeLeaving({ unsaved: false, from, to }), 'nothing typed').toBe(false)
})
