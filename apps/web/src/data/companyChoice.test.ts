/** The company that a page shows, and the cookie that stores the choice for three years. */
import { describe, expect, it } from 'vitest'
import { companyAsked, cookieText, withoutChoice } from './companyChoice.ts'

describe('the company of a visit', () => {
  it.each([
    ['', '', 0],
    ['?company_id=7', '', 7],
    ['', 'company_id=7', 7],
    ['', 'a=1; company_id=7; b=2', 7],
    ['?company_id=9&code=EURUSD', 'company_id=7', 9],
    ['?company_id=0', 'company_id=7', 0],
    ['?company_id=', 'company_id=7', 7],
    ['?company_id=-1', '', 0],
    ['?company_id=1e3', '', 0],
    ['?company_id=7;drop', '', 0],
    ['?company_id=9999999999', '', 0],
    ['?company_id=<script>', '', 0],
    ['', 'company_id=007', 0],
    ['', 'xcompany_id=7', 0],
    ['', 'company_id', 0],
  ])('%j with the cookie %j: %d', (search, cookie, company) => expect(companyAsked(search, cookie)).toBe(company))
})

describe('the cookie', () => {
  it('lasts three years, on all paths, for this site, with `Secure` on a page over TLS', () => {
    expect(cookieText(7, { secure: true })).toBe('company_id=7; Path=/; Max-Age=94608000; SameSite=Lax; Secure')
    expect(cookieText(7, { secure: false })).toBe('company_id=7; Path=/; Max-Age=94608000; SameSite=Lax')
  })
  it('is deleted by the choice of the main site', () => {
    expect(cookieText(0, { secure: true })).toBe('company_id=; Path=/; Max-Age=0; SameSite=Lax; Secure')
  })
})

it.each([
  ['?company_id=7', ''],
  ['?code=EURUSD&company_id=7', '?code=EURUSD'],
  ['', ''],
])('the address %j becomes %j', (search, left) => expect(withoutChoice(search)).toBe(left))
