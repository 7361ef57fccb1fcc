/**
 * The choice of a company as pure functions: they read the address and the cookie, and write the text of the cookie.
 * The specification sets its name and lifetime. An invalid id counts as none.
 */
import { COMPANY_COOKIE, COMPANY_COOKIE_SECONDS, companyIdOf } from '@veritick/contract'

/** The main site, whose own profile is the operator's. */
export const MAIN_SITE = 0

/** The company that this page shows. A link (`?company_id=`) has priority over the cookie; 0 is the main site. */
export function companyAsked(search: string, cookie: string): number {
  const linked = new URLSearchParams(search).get(COMPANY_COOKIE)
  if (linked === String(MAIN_SITE)) return MAIN_SITE
  return companyIdOf(linked ?? undefined) ?? companyIdOf(cookieValue(cookie)) ?? MAIN_SITE
}

function cookieValue(cookie: string): string | undefined {
  const pairs = cookie.split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name]) => name === COMPANY_COOKIE)?.[1]
}

/** The text for `document.cookie`. The main site deletes the cookie. */
export function cookieText(company: number, { secure }: { readonly secure: boolean }): string {
  const isChosen = company !== MAIN_SITE
  const life = isChosen ? COMPANY_COOKIE_SECONDS : 0
  const flags = `Path=/; Max-Age=${life}; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${COMPANY_COOKIE}=${isChosen ? company : ''}; ${flags}`
}

/** The address without the choice, so that a shared link or a reload does not choose again. */
export function withoutChoice(search: string): string {
  const query = new URLSearchParams(search)
  query.delete(COMPANY_COOKIE)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
