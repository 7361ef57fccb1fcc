/** The routes that require sign-in, and the return after sign-in. */
import { describe, expect, it } from 'vitest'
import { redirectOf, registeredPath, returnPath, signInPath } from './guard.ts'

describe('the guard', () => {
  it('redirects a visitor of the orders to sign-in, with the return path', () => {
    expect(redirectOf({ path: '/order', search: '?tab=history', signedIn: false, leaving: false })).toBe(
      '/login?from=%2Forder%3Ftab%3Dhistory',
    )
  })
  it.each([
    '/user',
    '/mine/auth',
    '/mine/password',
    '/mine/charge',
    '/mine/withdraw',
    '/mine/wallet',
    '/mine/withdraw-way',
  ])('asks who it is at %s', (path) =>
    expect(redirectOf({ path, search: '', signedIn: false, leaving: false })).toBe(
      `/login?from=${encodeURIComponent(path)}`,
    ),
  )
  it('allows signed-in customers', () =>
    expect(redirectOf({ path: '/order', search: '', signedIn: true, leaving: false })).toBeUndefined())
  it.each(['/', '/trade', '/rank', '/news', '/language', '/product', '/mine', '/mine/system', '/register', '/forgot'])(
    'allows a visitor on %s',
    (path) => expect(redirectOf({ path, search: '', signedIn: false, leaving: false })).toBeUndefined(),
  )
  it.each(['/order', '/mine', '/mine/wallet', '/trade'])(
    'redirects a customer who signs out at %s to the quotes',
    (path) => {
      expect(redirectOf({ path, search: '?tab=history', signedIn: false, leaving: true })).toBe('/')
      expect(redirectOf({ path: '/', search: '', signedIn: false, leaving: true })).toBeUndefined()
    },
  )
})

describe('the return path', () => {
  it('is the page before the sign-in', () =>
    expect(returnPath(`?${signInPath('/order?tab=history').split('?')[1]}`)).toBe('/order?tab=history'))
  it.each([
    ['', '/'],
    ['?from=/trade', '/trade'],
    ['?from=//evil.example/x', '/'],
    ['?from=/%5Cevil.example', '/'],
    ['?from=https://evil.example', '/'],
    ['?from=javascript:alert(1)', '/'],
    ['?from=/%09/evil.example', '/'],
    ['?from=/.//evil.example/x', '/'],
    ['?from=/..//evil.example', '/'],
    ['?from=/%2e//evil.example', '/'],
    ['?from=http://here.invalid//evil.example', '/'],
    ['?from=/login?from=/login', '/'],
    ['?from=/register?from=/login', '/'],
    ['?from=order', '/order'],
  ])('%s leads to %s', (search, path) => expect(returnPath(search)).toBe(path))
  it.each([
    ['', '/mine'],
    ['?from=/', '/mine'],
    ['?from=//evil.example', '/mine'],
    ['?from=/trade%3Fticket=buy', '/trade?ticket=buy'],
  ])('after a registration %s leads to %s', (search, path) => expect(registeredPath(search)).toBe(path))
})
