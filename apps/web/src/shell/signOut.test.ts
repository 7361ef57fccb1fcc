/** Signing out: the session is removed at once, and the server gets its token. */
import { SIGNED_IN } from '@veritick/testing/signed-in'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
const { sessionNow, signIn } = await import('../data/session.ts')
const { signOut } = await import('./signOut.ts')

it('removes the session before another screen is shown, with or without the network', async () => {
  const tokens: (string | null)[] = []
  vi.stubGlobal('fetch', (_address: string, { headers }: { headers: Headers }) => {
    tokens.push(headers.get('authorization'))
    return Promise.reject(new TypeError('no network'))
  })
  signIn({ token: 'token-1', user: SIGNED_IN })
  signOut()
  expect(sessionNow()).toEqual({ token: undefined, user: undefined })
  await vi.waitFor(() => expect(tokens).toEqual(['token-1']))
})
