/** A page that was left is read again as soon as it is used, and a pointer that moves is a use. */
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StandsStillNotice } from '../shell/StandsStill.tsx'

const MINUTE_MS = 60_000
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const browser = new EventTarget()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', browser)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

test.each(['pointermove', 'wheel', 'keydown', 'pointerdown', 'hashchange'])(
  'a page that was left is read at once at %s',
  async (touch) => {
    const { onReturn } = await import('./userActivity.ts')
    const read = vi.fn()
    const end = onReturn(read)
    vi.advanceTimersByTime(4 * MINUTE_MS)
    browser.dispatchEvent(new Event(touch))
    vi.advanceTimersByTime(4 * MINUTE_MS)
    browser.dispatchEvent(new Event(touch))
    expect(read, 'it was in use all the time').toHaveBeenCalledTimes(0)
    vi.advanceTimersByTime(6 * MINUTE_MS)
    browser.dispatchEvent(new Event(touch))
    browser.dispatchEvent(new Event(touch))
    expect(read).toHaveBeenCalledTimes(1)
    end()
    vi.advanceTimersByTime(6 * MINUTE_MS)
    browser.dispatchEvent(new Event(touch))
    expect(read, 'ended').toHaveBeenCalledTimes(1)
  },
)

test('a use is told to all that listen, the notice and the reads', async () => {
  const { onReturn } = await import('./userActivity.ts')
  const reads = [vi.fn(), vi.fn()]
  const ends = reads.map((read) => onReturn(read))
  vi.advanceTimersByTime(6 * MINUTE_MS)
  browser.dispatchEvent(new Event('pointermove'))
  expect(reads.map((read) => read.mock.calls.length)).toEqual([1, 1])
  for (const end of ends) end()
})

test('a staff member who comes back to the tab uses the page', async () => {
  const { onReturn } = await import('./userActivity.ts')
  const read = vi.fn()
  const end = onReturn(read)
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(6 * MINUTE_MS)
  expect(read, 'the tab is hidden').toHaveBeenCalledTimes(0)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(read).toHaveBeenCalledTimes(1)
  end()
})

test('a page that stands still says since when and what to do', () => {
  const text = renderToStaticMarkup(StandsStillNotice())
  expect(text).toContain('was not used for 5 minutes and may be out of date. Move the pointer or press a key')
})
