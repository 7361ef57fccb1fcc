/** A start without its server shows a demo account as one. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

const kept = new Map([
  ['veritick.token', 'a'],
  ['veritick.account-kind', 'demo'],
])
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})
const { clearSession, setUser, signIn, useIsDemo } = await import('./session.ts')
const Shown = () => (useIsDemo() ? 'demo' : 'real or none')
const user = (is_demo: 0 | 1) => ({ uid: '1', is_demo }) as unknown as Parameters<typeof setUser>[0]

it('knows the kind of the last sign-in before the server has answered', () => {
  expect(renderToStaticMarkup(<Shown />)).toBe('demo')
})

it('keeps the kind with the sign-in and forgets it with the sign-out', () => {
  setUser(user(0))
  expect(kept.get('veritick.account-kind')).toBe('real')
  signIn({ token: 'b', user: user(1) })
  expect(kept.get('veritick.account-kind')).toBe('demo')
  clearSession()
  expect(kept.has('veritick.account-kind')).toBe(false)
})
