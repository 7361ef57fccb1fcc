/** The company search as pure functions: the shown list and the rows of a profile. */
import { type CompanyRow, type CompanyStatus, SITE_TYPE } from '@veritick/contract'

/** The searched list. The main site has both lists; there companies come first. */
export type Place = 'companies' | 'products'

/** `asked`: the list in the URL. Only the main site searches companies. */
export function placeShown(status: Pick<CompanyStatus, 'type'> | undefined, asked: string | null): Place {
  const isMain = status?.type === SITE_TYPE.main
  return isMain && asked !== 'products' ? 'companies' : 'products'
}

const ROWS = ['subject', 'registered_address', 'location', 'email', 'url'] as const

/** `value` `undefined`: the operator has not stated it. */
export const profileRows = (company: CompanyRow) =>
  ROWS.map((name) => ({ name, value: company[name] === '' ? undefined : company[name] }))
