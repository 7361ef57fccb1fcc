/**
 * The rules of companies that the server, the app and the office share: kinds of documents and claims, the cookie that
 * names the chosen company, which addresses are safe to open, and when an accent colour is readable.
 */

/** Documents of a company, in the order in which the app lists them. */
export const DOCUMENT_KINDS = [
  'registration_certificate',
  'member_register',
  'meeting_minutes',
  'share_certificate',
  'director_declaration',
  'employment_proof',
  'government_archives',
  'policy',
  'seal',
] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export const CLAIM_KINDS = ['orders_per_second', 'countries', 'founded', 'other'] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]
/** `operator`: stated by the operator. `measured`: a figure of our own bench, entered with its date. */
export const CLAIM_SOURCES = ['operator', 'measured'] as const

/** `status` of a company's site. Visitors of a closed one are sent to `loss_url`. */
export const SITE_STATUS = { open: 0, closed: 1 } as const
/** `type` of the site that a visitor sees: the main site has the company search. */
export const SITE_TYPE = { main: 0, company: 1 } as const

/** A company about which nothing is stated; its site is open. */
export const PROFILE_NOT_STATED = {
  subject: '',
  registered_address: '',
  english_address: '',
  location: '',
  number: '',
  email: '',
  url: '',
  logo: '',
  accent_light: '',
  accent_dark: '',
  status: SITE_STATUS.open,
  loss_url: '',
} as const
/** The same of the operator. */
export const OPERATOR_NOT_STATED = { brand: '', name: '', law: '', supervisor: '', ...PROFILE_NOT_STATED } as const

/** Names the chosen company; absent: the main site. Browsers may keep it shorter, so each start writes it anew. */
export const COMPANY_COOKIE = 'company_id'
/** Three years. */
export const COMPANY_COOKIE_SECONDS = 3 * 365 * 24 * 3600
export const COMPANY_ID_MAX = 999_999_999

/** The id in the cookie; `undefined` for text that is no id, such as one with a sign, a space or leading zeros. */
export function companyIdOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

/** Where files of companies are read. The name is the SHA-256 of the file. */
export const COMPANY_FILE_PATH = '/api/company/file/'
export const OFFICE_COMPANY_FILE_PATH = '/office/company/file/'
export const COMPANY_FILE = /^[0-9a-f]{64}$/
/** A scanned document of some pages. */
export const COMPANY_FILE_BYTES_MAX = 3_145_728
export const COMPANY_FILE_MEDIA = ['image/png', 'image/jpeg', 'application/pdf'] as const
export type CompanyFileMedia = (typeof COMPANY_FILE_MEDIA)[number]

/** Small letters, digits and hyphens, at least two parts, the last one no number: no IP address. */
const HOST = /(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])/.source
/** Printable ASCII without the characters that could end a URL, hide a host or change how it is read. */
const REST = /(?:[/?#](?:(?![\\@<>"'`])[\x21-\x7e])*)?/.source
const SAFE_HTTPS = new RegExp(`^https://${HOST}(?::[1-9][0-9]{0,4})?${REST}$`)

/**
 * An address that a page may lead to: https, a host name, no name or password in it, written as browsers write it, so
 * that no reader takes it for another one.
 */
export const isSafeHttps = (text: string): boolean => SAFE_HTTPS.test(text)

/** The accent in each theme, `#rrggbb`. */
export type Accent = { readonly light: string; readonly dark: string }

/** WCAG 2.2, 1.4.3: text of ordinary size. */
export const CONTRAST_MIN = 4.5
/**
 * Grounds on which the accent is text, and the colour of text on the accent. A test compares them with
 * `apps/web/src/design/tokens.css`. `mix`: how much of the accent its soft ground holds.
 */
export const ACCENT_GROUNDS = {
  light: { surface: '#ffffff', grounds: ['#ffffff', '#f4f6fa', '#f1f4f9'], onAccent: '#ffffff', mix: 0.1 },
  dark: { surface: '#141a26', grounds: ['#141a26', '#0b0f17', '#1d2534'], onAccent: '#0b0f17', mix: 0.18 },
} as const

export type AccentFault = { readonly theme: keyof Accent; readonly contrast: number }

/** The lowest contrast of an accent in a theme, cut to two decimals so that 4.499 never reads as 4.5. */
export function accentContrast(theme: keyof Accent, colour: string): number {
  const { surface, grounds, onAccent, mix } = ACCENT_GROUNDS[theme]
  const soft = mixed(colour, surface, mix)
  const all = [...grounds.map(channelsOf), channelsOf(onAccent), soft]
  const lowest = Math.min(...all.map((ground) => contrast(channelsOf(colour), ground)))
  return Math.floor(lowest * 100) / 100
}

/** Themes in which the accent cannot be read; none: it is used. Both colours empty: the default is meant. */
export function accentFaults(accent: Accent): readonly AccentFault[] {
  if (accent.light === '' && accent.dark === '') return []
  return (['light', 'dark'] as const).flatMap((theme) => {
    const found = isColour(accent[theme]) ? accentContrast(theme, accent[theme]) : 0
    return found >= CONTRAST_MIN ? [] : [{ theme, contrast: found }]
  })
}

/** The accent that the app uses; `null`: its own. */
export const accentUsed = (accent: Accent): Accent | null =>
  isColour(accent.light) && isColour(accent.dark) && accentFaults(accent).length === 0 ? accent : null

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text)

type Channels = readonly [number, number, number]

function channelsOf(colour: string): Channels {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

function mixed(colour: string, ground: string, share: number): Channels {
  const [top, below] = [channelsOf(colour), channelsOf(ground)]
  const mix = (at: 0 | 1 | 2) => top[at] * share + below[at] * (1 - share)
  return [mix(0), mix(1), mix(2)]
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: Channels, two: Channels): number {
  const [bright, dim] = [luminance(one), luminance(two)].sort((a, b) => b - a)
  return ((bright ?? 0) + 0.05) / ((dim ?? 0) + 0.05)
}

function luminance([red, green, blue]: Channels): number {
  const linear = (channel: number) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
