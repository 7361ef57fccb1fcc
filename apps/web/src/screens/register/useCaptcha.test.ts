/** The answer to a captcha belongs to the picture that the visitor read. */
import { expect, it } from 'vitest'
import { answerTo } from './useCaptcha.ts'

it('is gone once another picture is shown', () => {
  expect(answerTo('first', { code: 'k7wq', picture: 'first' })).toBe('k7wq')
  expect(answerTo('second', { code: 'k7wq', picture: 'first' })).toBe('')
  // Typed before the first picture had come.
  expect(answerTo('first', { code: 'k7wq', picture: undefined })).toBe('')
  expect(answerTo(undefined, { code: '' })).toBe('')
})
