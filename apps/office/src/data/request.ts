/** The request of each call of the office's table: URL, headers, body. Pure, so that a test can read it. */
import { HEADER_IDEMPOTENCY, HEADER_LANGUAGE } from '@veritick/contract'
import {
  HEADER_CSRF,
  OFFICE_CALLS,
  type OfficeCall,
  type OfficeCallName,
  type OfficeInput,
} from '@veritick/contract/office'

/** The language of refusals; the office is in English only. */
const LANGUAGE = 'en'

export type Outgoing = { readonly address: string; readonly init: RequestInit }

export function requestOf<Name extends OfficeCallName>(
  name: Name,
  input: OfficeInput<Name>,
  known: { readonly csrf: string | undefined; readonly key: string },
): Outgoing {
  const facts: OfficeCall = OFFICE_CALLS[name]
  const headers = new Headers({ [HEADER_LANGUAGE]: LANGUAGE })
  const base: RequestInit = { cache: 'no-store', credentials: 'same-origin', headers }
  if (!facts.changes) {
    const query = queryOf(input)
    return { address: query === '' ? facts.path : `${facts.path}?${query}`, init: base }
  }
  headers.set('content-type', 'application/json')
  headers.set(HEADER_IDEMPOTENCY, known.key)
  if (known.csrf !== undefined) headers.set(HEADER_CSRF, known.csrf)
  return { address: facts.path, init: { ...base, method: 'POST', body: JSON.stringify(input) } }
}

/** Missing and empty parameters are left out. */
function queryOf(input: object): string {
  const pairs = Object.entries(input).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
}
