/** Notices: equal texts in a row are one line, and at most two are shown. */
import { beforeEach, expect, it } from 'vitest'
import { dismissToast, toast, useToasts } from './toasts.ts'

const lines = () => useToasts.getState().toasts.map((each) => each.text)
beforeEach(() => useToasts.setState({ toasts: [] }))

it('keeps the newest two', () => {
  for (const text of ['one', 'two', 'three']) toast({ text })
  expect(lines()).toEqual(['two', 'three'])
})
it('says one thing of one subject: the echo of a push is silent, before or after the answer', () => {
  const reset = { text: 'Demo account reset. Balance 100,000.00 USD', about: 'demo_reset' }
  const push = { text: 'Your demo account was reset.', about: 'demo_reset', echo: true }
  toast(reset)
  toast(push)
  expect(lines()).toEqual([reset.text])
  useToasts.setState({ toasts: [] })
  toast(push)
  toast(reset)
  expect(lines()).toEqual([reset.text])
})
it('lets what is newer about a subject take the place of what was said', () => {
  toast({ text: 'Your margin level fell below 100 %.', about: 'margin' })
  toast({ text: 'Order saved' })
  toast({ text: 'Your margin level reached 50 %.', about: 'margin' })
  expect(lines()).toEqual(['Order saved', 'Your margin level reached 50 %.'])
})
it('says the same thing once', () => {
  toast({ text: 'No connection to the server.' })
  toast({ text: 'No connection to the server.' })
  expect(lines()).toEqual(['No connection to the server.'])
})
it('is tapped away', () => {
  toast({ text: 'Signed out' })
  const [line] = useToasts.getState().toasts
  if (line) dismissToast(line.id)
  expect(lines()).toEqual([])
})
