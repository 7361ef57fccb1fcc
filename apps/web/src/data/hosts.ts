/**
 * The specification's host rules as pure functions: the websocket and the calls are on the host of the page, and a
 * desktop browser may be led to the host whose first part is `pc`. No host is read from a query.
 */
import { isSafeHttps, SITE_STATUS, SOCKET_PATH } from '@veritick/contract'

export type Place = Pick<Location, 'protocol' | 'host' | 'hostname' | 'port' | 'pathname' | 'search' | 'hash'>

/** `wss` on a page over TLS, otherwise `ws`; always the host and port of the page. */
export const socketAddress = ({ protocol, host }: Pick<Place, 'protocol' | 'host'>): string =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${SOCKET_PATH}`

const DESKTOP_LABEL = 'pc'
/** `m.example.com` has a subdomain to replace, `example.com` has none. */
const LABELS_MIN = 3

/**
 * The page host with its first part replaced by `pc`; `undefined`: it has no subdomain, or starts with `pc` already.
 */
export function desktopHostOf(hostname: string): string | undefined {
  const labels = hostname.toLowerCase().split('.')
  const isName = labels.length >= LABELS_MIN && labels.every((label) => /^[a-z0-9-]+$/.test(label))
  if (!isName || labels.every((label) => /^\d+$/.test(label)) || labels[0] === DESKTOP_LABEL) return undefined
  return [DESKTOP_LABEL, ...labels.slice(1)].join('.')
}

/**
 * The address for a desktop browser; `undefined`: it stays. The derived host must be the operator's stated host, so a
 * name such as `example.co.uk` never leads to the site of another owner. A host that starts with `pc` derives no other
 * host, so redirects do not loop.
 */
export function desktopAddress(visit: {
  readonly here: Place
  readonly stated: string
  readonly isDesktop: boolean
  readonly company: number
}): string | undefined {
  const { here, stated, isDesktop, company } = visit
  const host = desktopHostOf(here.hostname)
  if (!isDesktop || host === undefined || stated === '' || host !== stated) return undefined
  const query = new URLSearchParams(here.search)
  // The other host does not receive the cookie of this host.
  if (company !== 0) query.set('company_id', String(company))
  const text = query.toString()
  const port = here.port === '' ? '' : `:${here.port}`
  return `${here.protocol}//${host}${port}${here.pathname}${text === '' ? '' : `?${text}`}${here.hash}`
}

/** The facts that a browser reports about its device. */
export type Device = {
  /** `navigator.userAgentData.mobile`; `undefined` where the browser has no such field. */
  readonly saysMobile: boolean | undefined
  readonly userAgent: string
  /** The main pointer is a finger. */
  readonly coarse: boolean
}

/** The device check. The main pointer decides for a tablet and a laptop with a touch screen. */
export function isDesktop({ saysMobile, userAgent, coarse }: Device): boolean {
  if (saysMobile === true || coarse) return false
  return !/Android|iPhone|iPad|iPod|Mobile/i.test(userAgent)
}

/**
 * The address for clients of a closed site; `undefined`: they stay. Only an https address from the server, never this
 * site, which would redirect to itself.
 */
export function lossTarget(given: {
  readonly status: number
  readonly lossUrl: string
  readonly here: Pick<Place, 'host'>
}): string | undefined {
  const { status, lossUrl, here } = given
  if (status === SITE_STATUS.open || !isSafeHttps(lossUrl) || new URL(lossUrl).host === here.host) return undefined
  return lossUrl
}
