/** The minute between two codes continues after a reload. Other stored values are ignored. */
import { expect, it, vi } from 'vitest'

const NOW = 1_000_000
const kept = JSON.stringify([
  ['reset ana@example.com', { until: NOW + 41_500 }],
  ['own payee', { until: NOW + 20_000, to: 'a***@example.com' }],
  ['broken'],
  7,
  ['old', NOW + 41_500],
  ['other', { until: 'soon' }],
])
vi.stubGlobal('sessionStorage', { getItem: (key: string) => (key === 'veritick.codes' ? kept : null) })
vi.stubGlobal('navigator', { languages: [] })
const { CallFailed } = await import('./api.ts')
const { requestCode, lastOf, secondsLeftOf } = await import('./codes.ts')

it.each([
  ['reset ana@example.com', NOW, 42],
  ['reset ana@example.com', NOW + 41_499, 1],
  ['reset ana@example.com', NOW + 41_500, 0],
  ['reset bob@example.com', NOW, 0],
  ['own payee', NOW, 20],
  ['old', NOW, 0],
  ['other', NOW, 0],
])('%s at %i: %i seconds', (name, now, seconds) => expect(secondsLeftOf(name, now)).toBe(seconds))

it('shows the target of the last code after a reload', () => {
  expect(lastOf('own payee')?.to).toBe('a***@example.com')
  expect(lastOf('reset ana@example.com')?.to).toBeUndefined()
})

it('counts the minute of a code that another form requested, but does not accept that code', async () => {
  const tooSoon = new CallFailed({ kind: 'refused', reason: 'code_too_soon', message: 'A moment, please.' })
  expect(await requestCode('own withdraw 100', () => Promise.reject(tooSoon))).toEqual({ fault: 'A moment, please.' })
  expect(lastOf('own withdraw 100')).toMatchObject({ gone: 'elsewhere' })
  expect(await requestCode('own withdraw 100', async () => ({ wait: 60, to: 'a***@example.com' }))).toEqual({
    sent: true,
  })
  expect(lastOf('own withdraw 100')).toEqual({ until: expect.any(Number), to: 'a***@example.com' })
})
