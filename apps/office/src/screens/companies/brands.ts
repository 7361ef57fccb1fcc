/** The brand as the app will show it, from a typed or stored value: accent with the reason why it is not used, gaps. */
import { type AccentFault, accentFaults, accentUsed, CONTRAST_MIN, SITE_STATUS } from '@veritick/contract'

export type BrandShown = {
  readonly id: number
  readonly name: string
  readonly logo: string
  readonly light: string
  readonly dark: string
  readonly isUsed: boolean
  /** Why the default accent is used; empty: it is not, or none is stated. */
  readonly faults: readonly string[]
  /** The fields that the page will mark as not stated. */
  readonly missing: readonly string[]
  readonly isClosed: boolean
}

const WANTED = [
  ['name', 'name'],
  ['registered_address', 'registered address'],
  ['number', 'registration number'],
  ['email', 'e-mail'],
] as const
const OF_OPERATOR = [
  ['law', 'governing law'],
  ['supervisor', 'supervisor'],
] as const

/** `operator`: an object; `companies`: a list. Any other setting or value has no brands. */
export function brandsOf(key: string, value: unknown): readonly BrandShown[] {
  if (key === 'operator') return [brandOf(value, true)]
  return key === 'companies' && Array.isArray(value) ? value.map((each) => brandOf(each, false)) : []
}

function brandOf(value: unknown, isOperator: boolean): BrandShown {
  const text = (name: string): string => {
    const found = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
    return typeof found === 'string' ? found : ''
  }
  const number = (name: string) => (typeof value === 'object' && value !== null ? Number(Reflect.get(value, name)) : 0)
  const accent = { light: text('accent_light'), dark: text('accent_dark') }
  const wanted = isOperator ? [...WANTED, ...OF_OPERATOR] : WANTED
  return {
    id: isOperator ? 0 : number('id'),
    name: isOperator ? text('brand') || 'Veritick' : text('name'),
    logo: text('logo'),
    ...accent,
    isUsed: accentUsed(accent) !== null,
    faults: accentFaults(accent).map(faultText),
    missing: wanted.filter(([name]) => text(name) === '').map(([, label]) => label),
    isClosed: number('status') === SITE_STATUS.closed,
  }
}

const DEFAULT_USED = 'The default accent is used in both.'

function faultText({ theme, contrast }: AccentFault): string {
  return contrast === 0
    ? `The ${theme} theme has no accent such as #2456e6, so the default accent is used in both.`
    : `In the ${theme} theme the contrast is ${contrast}, below ${CONTRAST_MIN}. ${DEFAULT_USED}`
}
