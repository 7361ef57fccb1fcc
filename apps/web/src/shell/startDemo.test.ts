/** From a real account to the demo account of the device: the real session ends once the demo account has answered. */
import { CODE_SUCCESS } from '@veritick/contract'
import { SIGNED_IN } from '@veritick/testing/signed-in'
import { beforeEach, expect, it, vi } from 'vitest'

const device = new Map<string, string>()
vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', {
  getItem: (key: string) => device.get(key) ?? null,
  setItem: (key: string, value: string) => device.set(key, value),
  removeItem: (key: string) => device.delete(key),
})
const { clearSession, sessionNow, signIn } = await import('../data/session.ts')
const { startDemo } = await import('./useStartDemo.ts')

const DEMO = { ...SIGNED_IN, is_demo: 1, balance: '100000.000000' } as const
const asked: [path: string, token: string | null][] = []

function server(isReachable: boolean): void {
  vi.stubGlobal('fetch', (address: string, { headers }: { headers: Headers }) => {
    asked.push([address.split('?')[0] ?? '', headers.get('authorization')])
    if (!isReachable) return Promise.reject(new TypeError('no network'))
    const data = address.includes('Demo') ? { token: 'token-demo', user: { ...DEMO, token: 'token-demo' } } : null
    return Promise.resolve(Response.json({ code: CODE_SUCCESS, msg: '', data }))
  })
}

beforeEach(() => {
  asked.length = 0
  clearSession()
})

it('ends the real session on the server and goes on as the demo customer', async () => {
  server(true)
  signIn({ token: 'token-real', user: SIGNED_IN })
  await startDemo()
  expect(sessionNow()).toMatchObject({ token: 'token-demo', user: { is_demo: 1 } })
  await vi.waitFor(() => expect(asked.at(-1)).toEqual([expect.stringMatching(/logout$/), 'token-real']))
})

it('a visitor has no session to end', async () => {
  server(true)
  await startDemo()
  expect(asked).toHaveLength(1)
})

it('keeps the real session when the demo account does not answer', async () => {
  server(false)
  signIn({ token: 'token-real', user: SIGNED_IN })
  await expect(startDemo()).rejects.toThrow()
  expect(sessionNow()).toEqual({ token: 'token-real', user: SIGNED_IN })
  expect(asked.some(([path]) => path.endsWith('logout'))).toBe(false)
})
