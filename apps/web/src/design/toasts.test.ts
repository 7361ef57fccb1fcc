/** Notices: equal texts in a row are one line, and at most two are shown. */
import { beforeEach, expect, it } from 'vitest'
import { dismissToast, toast, useToasts } from './toasts.ts'

const lines = () => useToasts.getState().toasts.map((each) => each.text)
beforeEach(() => useToasts.setState({ toasts: [] }))

it('keeps the newest two', () => {
  for (const text of ['one', 'two', 'three']) toast({ text })
  expect(lines()).toEqual(['two', 'three'])
})
it('shows one line for an answer and a push about the same subject, in either order', () => {
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
it('replaces the line of a subject with a newer one', () => {
  toast({ text: 'Your margin level fell below 100 %.', about: 'margin' })
  toast({ text: 'Order saved' })
  toast({ text: 'Your margin level reached 50 %.', about: 'margin' })
  expect(lines()).toEqual(['Order saved', 'Your margin level reached 50 %.'])
})
it('shows equal texts once', () => {
  toast({ text: 'No connection to the server.' })
  toast({ text: 'No connection to the server.' })
  expect(lines()).toEqual(['No connection to the server.'])
})
it('removes a line at a tap', () => {
  toast({ text: 'Signed out' })
  const [line] = useToasts.getState().toasts
  if (line) dismissToast(line.id)
  expect(lines()).toEqual([])
})
