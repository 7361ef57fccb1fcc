/** A record that stays open on an unattended page keeps neither its lock nor the session. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

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

async function kept() {
  const { keepTaken } = await import('./keepTaken.ts')
  const said: string[] = []
  const end = keepTaken((name) => void said.push(name))
  return { said, end }
}
const use = () => browser.dispatchEvent(new Event('pointermove'))
const work = (minutes: number) => {
  for (let minute = 0; minute < minutes; minute += 1) {
    vi.advanceTimersByTime(MINUTE_MS)
    use()
  }
}

test('it is taken at once, renewed while the page is used, and released at the end', async () => {
  const { said, end } = await kept()
  work(11)
  expect(said).toEqual(['reviewTake', 'reviewTake', 'reviewTake'])
  end()
  expect(said.at(-1)).toBe('reviewDrop')
  work(11)
  expect(said).toHaveLength(4)
})

test('an unattended page renews nothing', async () => {
  const { said, end } = await kept()
  vi.advanceTimersByTime(60 * MINUTE_MS)
  expect(said).toEqual(['reviewTake'])
  end()
})

test('a staff member who returns while the lock lasts renews it at once', async () => {
  const { said, end } = await kept()
  vi.advanceTimersByTime(8 * MINUTE_MS)
  use()
  vi.advanceTimersByTime(0)
  expect(said).toEqual(['reviewTake', 'reviewTake'])
  end()
})

test('after the lock has ended, the page reads first whether another staff member holds it', async () => {
  const first = await kept()
  vi.advanceTimersByTime(40 * MINUTE_MS)
  use()
  vi.advanceTimersByTime(5_000)
  expect(first.said).toEqual(['reviewTake'])
  vi.advanceTimersByTime(5_000)
  expect(first.said).toEqual(['reviewTake', 'reviewTake'])
  first.end()
  const other = await kept()
  vi.advanceTimersByTime(40 * MINUTE_MS)
  use()
  other.end()
  vi.advanceTimersByTime(MINUTE_MS)
  expect(other.said, 'another staff member holds it').toEqual(['reviewTake', 'reviewDrop'])
})
