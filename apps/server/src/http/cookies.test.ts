/** One cookie of a browser is read by its name, and a header of thousands of broken ones costs no decoding. */
import { expect, test, vi } from 'vitest'
import { cookieNamed } from './cookies.ts'
import { openWeb } from './web-fixture.ts'

test.each([
  ['company_id=7', '7'],
  ['a=b; company_id=7', '7'],
  ['a=b;company_id=7;c=d', '7'],
  ['company_id=7; company_id=8', '7'],
  ['a=b; \t company_id= 7 ; c=d', '7'],
  ['company_id=', ''],
  ['company_id=a=b', 'a=b'],
  ['other_company_id=7', undefined],
  ['a=company_id=7', undefined],
  ['a b company_id=7', undefined],
  ['other_company_id=8; company_id=7', '7'],
  ['company_id', undefined],
  ['', undefined],
  [undefined, undefined],
])('of the header %j the server reads %j', (cookie, value) => {
  expect(cookieNamed({ cookie }, 'company_id')).toBe(value)
})

test('a visitor who sends 2,400 broken cookies makes the server decode none', async () => {
  const web = await openWeb()
  const decode = vi.spyOn(globalThis, 'decodeURIComponent')
  const cookie = `${Array.from({ length: 2_400 }, (_, index) => `${index.toString(36)}=%`).join(';')}; company_id=7`
  await web.app.inject({ method: 'GET', url: '/healthz-not', headers: { cookie } })
  const cookies = decode.mock.calls.filter(([text]) => text === '%')
  decode.mockRestore()
  await web.close()
  expect(cookies).toEqual([])
})
