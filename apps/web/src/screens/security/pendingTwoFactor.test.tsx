/** Setting up two-step verification on one phone: the app reloads while the customer is in the authenticator app. */
import { CODE_SUCCESS } from '@veritick/contract'
import { SIGNED_IN } from '@veritick/testing/signed-in'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

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
const [{ TwoFactorScreen }, { confirmPending, forgetPending, keepPending, PENDING_MILLIS, readPending, ...pending }] =
  await Promise.all([import('./TwoFactorScreen.tsx'), import('./pendingTwoFactor.ts')])
const [{ setUser }, { CallFailed }] = await Promise.all([import('../../data/session.ts'), import('../../data/api.ts')])

const NOW = Date.parse('2026-03-02T09:00:00Z')
const BEGUN = { secret: 'JBSWY3DPEHPK3PXP', url: 'otpauth://totp/Veritick:10000007?secret=JBSWY3DPEHPK3PXP', at: NOW }
const html = () => renderToStaticMarkup(<TwoFactorScreen />)

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  kept.clear()
  me.two_factor = 0
})
afterEach(() => void vi.useRealTimers())

it('goes on with the same secret after a reload, and can be left', () => {
  expect(html()).toContain('two_factor.turn_on')
  keepPending(BEGUN)
  expect(html()).toContain('JBSW Y3DP EHPK 3PXP')
  expect(html()).toContain('common.cancel')
  expect(html()).toMatch(/two_factor\.scan.*<h2[^>]*>two_factor\.first_code.*<input/s)
})

it('shows no secret once it is on', () => {
  keepPending(BEGUN)
  me.two_factor = 1
  expect(html()).not.toContain('JBSW')
})

it('forgets the secret after its minutes, without a look at it', () => {
  keepPending(BEGUN)
  vi.advanceTimersByTime(PENDING_MILLIS - 1)
  expect(readPending(Date.now())).toEqual(BEGUN)
  vi.advanceTimersByTime(1)
  expect(kept.size).toBe(0)
  keepPending(BEGUN)
  forgetPending()
  expect(kept.size).toBe(0)
})

it('keeps none that is too old, or of a clock that was set back', () => {
  for (const now of [NOW + PENDING_MILLIS, NOW - 1]) {
    keepPending(BEGUN)
    expect(readPending(now)).toBeUndefined()
    expect(kept.size).toBe(0)
  }
})

it('forgets the secret on another screen: in time after a reload, and once it is on', () => {
  kept.set('veritick.two-factor', JSON.stringify(BEGUN))
  pending.startPendingCleanup()
  expect(kept.size).toBe(1)
  vi.advanceTimersByTime(PENDING_MILLIS)
  expect(kept.size).toBe(0)
  keepPending({ ...BEGUN, at: Date.now() })
  setUser(SIGNED_IN)
  expect(kept.size).toBe(1)
  setUser({ ...SIGNED_IN, two_factor: 1 })
  expect(kept.size).toBe(0)
})

describe('the first code', () => {
  const refused = (reason: string) => () =>
    Promise.resolve(Response.json({ code: 2000, msg: reason, data: null, reason }))
  const done = { code: CODE_SUCCESS, msg: '', data: { recovery_codes: ['a'] } }
  it.each([
    ['that is right', () => Promise.resolve(Response.json(done)), 0],
    ['without an answer', () => Promise.reject(new TypeError('failed')), 0],
    ['whose answer is none of ours', () => Promise.resolve(new Response('bad gateway', { status: 502 })), 0],
    ['of a server that may have turned it on', refused('store_trouble'), 0],
    ['when it is on already', refused('two_factor_on'), 0],
    ['when nothing is begun', refused('two_factor_off'), 0],
    ['that is wrong', refused('totp_wrong'), 1],
    ['of a busy server', refused('busy'), 1],
  ])('%s', async (_, answer, left) => {
    keepPending(BEGUN)
    const during: number[] = []
    vi.stubGlobal('fetch', () => {
      during.push(kept.size)
      return answer()
    })
    await confirmPending(BEGUN, '123456').catch((error: unknown) => expect(error).toBeInstanceOf(CallFailed))
    expect([during, kept.size]).toEqual([[0], left])
    expect(readPending(NOW)).toEqual(left === 0 ? undefined : BEGUN)
  })
})

it.each(['', '{}', 'null', '{"secret":"A","url":1,"at":0}'])('a stored %j is none', (text) => {
  kept.set('veritick.two-factor', text)
  expect(readPending(0)).toBeUndefined()
})
