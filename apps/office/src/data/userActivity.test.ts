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

test.each(['pointermove', 'wheel', 'keydown', 'pointerdown'])(
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

test('a page that stands still says since when and what to do', () => {
  const text = renderToStaticMarkup(StandsStillNotice())
  expect(text).toContain('was not used for 5 minutes and may be out of date. Move the pointer or press a key')
})
