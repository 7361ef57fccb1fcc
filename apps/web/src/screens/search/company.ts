/** The company search without components: which list is shown, rows of a profile, letters for a missing logo. */
import type { CompanyRow, CompanyStatus } from '@veritick/contract'

/** What the search looks through. The main site has both lists; companies come first there. */
export type Place = 'companies' | 'products'

/** `asked`: of the address. Without a main site there are no companies to find. */
export function placeShown(status: Pick<CompanyStatus, 'type'> | undefined, asked: string | null): Place {
  const isMain = status?.type === 0
  return isMain && asked !== 'products' ? 'companies' : 'products'
}

const ROWS = ['subject', 'registered_address', 'location', 'email', 'url'] as const

/** `value` `undefined`: the operator has not stated it. */
export const profileRows = (company: CompanyRow) =>
  ROWS.map((name) => ({ name, value: company[name] === '' ? undefined : company[name] }))
