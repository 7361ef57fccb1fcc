/**
 * Which company a client shows, and what the app is told of it. The operator's own profile is the company with id 0. An
 * id that no company has means the main site, so a link to a company that is gone still opens the app.
 */
import {
  type Accent,
  accentUsed,
  COMPANY_FILE_PATH,
  type Company,
  type CompanyRow,
  type CompanyStatus,
  SITE_STATUS,
  SITE_TYPE,
} from '@veritick/contract'
import type { Settings } from '../settings/index.ts'

/** The name of the app while the operator has stated no brand. */
export const BRAND_DEFAULT = 'Veritick'
export const MAIN_SITE = 0
export const FOUND_MAX = 50

type Read = Pick<Settings, 'get'>
type Shown = CompanyRow & {
  readonly number: string
  readonly english_address: string
  readonly accent: Accent | null
  readonly status: number
  readonly lossUrl: string
}

export function companyShown(settings: Read, id: number | undefined): Shown {
  const company = settings.get('companies').find((each) => each.id === id)
  const operator = settings.get('operator')
  const stated = company ?? { ...operator, id: MAIN_SITE, name: operator.brand || BRAND_DEFAULT }
  const { status, loss_url: lossUrl, accent_light: light, accent_dark: dark, ...rest } = stated
  const { id: shown, name, url, subject, registered_address, location, email, number, english_address } = rest
  const accent = accentUsed({ light, dark })
  const logo = fileUrl(rest.logo)
  return {
    ...{ id: shown, name, logo, url, subject, registered_address, location, email, number, english_address },
    ...{ accent, status, lossUrl },
  }
}

/** The name under which the app is shown. */
export const companyName = (settings: Read, id: number | undefined): string => companyShown(settings, id).name

/** Name and logo under which the app is shown; `id` 0: the main site. */
export function brandShown(settings: Read, id: number | undefined): Pick<CompanyRow, 'id' | 'name' | 'logo'> {
  const { id: shown, name, logo } = companyShown(settings, id)
  return { id: shown, name, logo }
}

export const fileUrl = (file: string): string => (file === '' ? '' : `${COMPANY_FILE_PATH}${file}`)

/** The main site offers its search while there is an open company to find. */
export function statusOf(settings: Read, id: number | undefined): CompanyStatus {
  const { status, lossUrl, id: shown, name, logo, accent } = companyShown(settings, id)
  const isMain = shown === MAIN_SITE && openCompanies(settings).length > 0
  return {
    status,
    type: isMain ? SITE_TYPE.main : SITE_TYPE.company,
    loss_url: status === SITE_STATUS.open ? '' : lossUrl,
    desktop_host: settings.get('desktop_host'),
    company: { id: shown, name, logo, accent },
  }
}

const openCompanies = (settings: Read) => settings.get('companies').filter(({ status }) => status === SITE_STATUS.open)

/** Companies whose name contains the text. Case does not count, and the text is no pattern. */
export function companiesFound(settings: Read, text: string): readonly CompanyRow[] {
  const wanted = folded(text.trim())
  return openCompanies(settings)
    .filter(({ name, subject }) => folded(name).includes(wanted) || folded(subject).includes(wanted))
    .sort((one, two) => one.name.localeCompare(two.name, 'en') || one.id - two.id)
    .slice(0, FOUND_MAX)
    .map(({ id, name, logo, url, subject, registered_address, location, email }) => ({
      ...{ id, name, logo: fileUrl(logo), url, subject, registered_address, location, email },
    }))
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** `media`: of each file that is stored; a document whose file is missing is left out. */
export function profileOf(settings: Read, id: number | undefined, media: ReadonlyMap<string, string>): Company {
  const { status: _, lossUrl: __, ...shown } = companyShown(settings, id)
  const { name, registered_address, number, law, supervisor, email } = settings.get('operator')
  const documents = settings
    .get('company_documents')
    .filter(({ company_id: company, file }) => company === shown.id && media.has(file))
    .map(({ id: document, kind, title, file }) => {
      const type = media.get(file) === 'application/pdf' ? ('pdf' as const) : ('picture' as const)
      return { id: document, kind, title, url: fileUrl(file), type }
    })
  const claims = settings
    .get('company_claims')
    .filter(({ company_id: company }) => company === shown.id)
    .map(({ company_id: _company, ...claim }) => claim)
  return { ...shown, documents, claims, operator: { name, registered_address, number, law, supervisor, email } }
}

/** Files that customers may open: those that a setting names now. */
export function namedFiles(settings: Read): ReadonlySet<string> {
  const logos = [settings.get('operator'), ...settings.get('companies')].map(({ logo }) => logo)
  const documents = settings.get('company_documents').map(({ file }) => file)
  return new Set([...logos, ...documents].filter((file) => file !== ''))
}
