/** Setting up two-step verification on one phone: the app reloads while the customer is in the authenticator app. */
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'

const kept = new Map<string, string>()
vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
})
const me = { two_factor: 0 }
vi.doMock('../../data/queries.ts', () => ({ queries: {}, useMe: () => ({ user: me }) }))
vi.doMock('../../shell/Screen.tsx', () => ({ Screen: ({ children }: { readonly children: unknown }) => children }))
const [{ TwoFactorScreen }, { forgetPending, keepPending, PENDING_MILLIS, readPending }] = await Promise.all([
  import('./TwoFactorScreen.tsx'),
  import('./pendingTwoFactor.ts'),
])

const BEGUN = { secret: 'JBSWY3DPEHPK3PXP', url: 'otpauth://totp/Veritick:10000007?secret=JBSWY3DPEHPK3PXP' }
const html = () => renderToStaticMarkup(<TwoFactorScreen />)

beforeEach(() => {
  kept.clear()
  me.two_factor = 0
})

it('goes on with the same secret after a reload', () => {
  expect(html()).toContain('two_factor.turn_on')
  keepPending(BEGUN, Date.now())
  expect(html()).toContain('JBSW Y3DP EHPK 3PXP')
})

it('shows no secret once it is on', () => {
  keepPending(BEGUN, Date.now())
  me.two_factor = 1
  expect(html()).not.toContain('JBSW')
})

it('forgets the secret after its minutes, and when it is confirmed', () => {
  keepPending(BEGUN, 0)
  expect(readPending(PENDING_MILLIS - 1)).toEqual(BEGUN)
  expect(readPending(PENDING_MILLIS)).toBeUndefined()
  expect(kept.size).toBe(0)
  keepPending(BEGUN, 0)
  forgetPending()
  expect(kept.size).toBe(0)
})

it.each(['', '{}', 'null', '{"secret":"A","url":1,"at":0}'])('a stored %j is none', (text) => {
  kept.set('veritick.two-factor', text)
  expect(readPending(0)).toBeUndefined()
})
