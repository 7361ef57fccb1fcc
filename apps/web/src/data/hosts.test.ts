/** The hosts that a page may lead to. No request, query or host name leads to another host. */
import { describe, expect, it } from 'vitest'
import { desktopAddress, desktopHostOf, isDesktop, lossTarget, type Place, socketAddress } from './hosts.ts'

const place = (address: string): Place => new URL(address)

describe('the address of the socket', () => {
  it.each([
    ['https://m.example.com/trade', 'wss://m.example.com/v1/ws'],
    ['http://localhost:8080/', 'ws://localhost:8080/v1/ws'],
    ['https://[::1]:8443/?host=evil.example', 'wss://[::1]:8443/v1/ws'],
  ])('%s', (page, socket) => {
    expect(socketAddress(place(page))).toBe(socket)
  })
})

describe('the host for desktop browsers', () => {
  it.each([
    ['m.example.com', 'pc.example.com'],
    ['WWW.Example.com', 'pc.example.com'],
    ['m.trade.example.com', 'pc.trade.example.com'],
    ['example.com', undefined],
    ['localhost', undefined],
    ['127.0.0.1', undefined],
    ['[::1]', undefined],
    ['pc.example.com', undefined],
    ['PC.example.com', undefined],
    ['', undefined],
  ])('%s -> %s', (host, desktop) => expect(desktopHostOf(host)).toBe(desktop))

  const visit = (address: string, changes: object = {}) =>
    desktopAddress({ here: place(address), stated: 'pc.example.com', isDesktop: true, company: 0, ...changes })

  it('keeps port, path, query and fragment of the page', () => {
    expect(visit('https://m.example.com:8443/trade?code=EURUSD#chart')).toBe(
      'https://pc.example.com:8443/trade?code=EURUSD#chart',
    )
    expect(visit('https://m.example.com/', { company: 7 })).toBe('https://pc.example.com/?company_id=7')
  })

  it.each([
    ['the operator did not turn it on', 'https://m.example.com/', { stated: '' }],
    ['a phone', 'https://m.example.com/', { isDesktop: false }],
    ['another stated host', 'https://m.example.com/', { stated: 'pc.other.com' }],
    ['a registry name that would lead to another owner', 'https://example.co.uk/', {}],
    ['the desktop host itself: no loop', 'https://pc.example.com/', {}],
    ['a host in the query', 'https://example.com/?host=m.example.com', {}],
  ])('stays: %s', (_name, address, changes) => expect(visit(address, changes)).toBeUndefined())

  it('redirects once: the new address does not redirect again', () => {
    const next = visit('https://m.example.com/order')
    expect(next && visit(next)).toBeUndefined()
  })
})

describe('the device check', () => {
  const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/142.0 Safari/537.36'
  const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36'
  it.each([
    ['a desktop', { saysMobile: false, userAgent: MAC, coarse: false }, true],
    ['a browser without the field', { saysMobile: undefined, userAgent: MAC, coarse: false }, true],
    ['a phone', { saysMobile: true, userAgent: PIXEL, coarse: true }, false],
    ['a phone with a mouse', { saysMobile: undefined, userAgent: PIXEL, coarse: false }, false],
    ['a tablet that names itself a Mac', { saysMobile: undefined, userAgent: MAC, coarse: true }, false],
  ])('%s', (_name, device, desktop) => expect(isDesktop(device)).toBe(desktop))
})

describe('leaving a closed site', () => {
  const leave = (lossUrl: string, status = 1) => lossTarget({ status, lossUrl, here: { host: 'm.example.com' } })
  it('goes to the https address of the operator', () => {
    expect(leave('https://example.com/closed')).toBe('https://example.com/closed')
  })
  it.each([
    ['the site is open', 'https://example.com/closed', 0],
    ['no address', '', 1],
    ['http', 'http://example.com', 1],
    ['a script', 'javascript:alert(1)', 1],
    ['data', 'data:text/html,x', 1],
    ['no scheme', '//evil.example', 1],
    ['a path', '/closed', 1],
    ['a backslash', 'https:\\\\evil.example', 1],
    ['a name before the host', 'https://m.example.com@evil.example', 1],
    ['this site: no loop', 'https://m.example.com/closed', 1],
  ])('stays: %s', (_name, lossUrl, status) => expect(leave(lossUrl, status)).toBeUndefined())
})
