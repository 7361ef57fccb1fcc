/**
 * The specification's host rules as pure functions: the websocket and the calls are on the host of the page, and a
 * desktop browser may be led to the host whose first part is `pc`. Nothing here is read from a query.
 */
import { isSafeHttps, SOCKET_PATH } from '@veritick/contract'

export type Place = Pick<Location, 'protocol' | 'host' | 'hostname' | 'port' | 'pathname' | 'search' | 'hash'>

/** `wss` on a page over TLS, otherwise `ws`; always the host and port of the page. */
export const socketAddress = ({ protocol, host }: Pick<Place, 'protocol' | 'host'>): string =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${SOCKET_PATH}`

/** The base of all calls. */
export const apiAddress = ({ protocol, host }: Pick<Place, 'protocol' | 'host'>): string => `${protocol}//${host}`

const DESKTOP_LABEL = 'pc'
/** `m.example.com` has a subdomain to replace, `example.com` has none. */
const LABELS_MIN = 3

/** The page host with its first part replaced by `pc`; `undefined`: it has no such part, or it is the one already. */
export function desktopHostOf(hostname: string): string | undefined {
  const labels = hostname.toLowerCase().split('.')
  const isName = labels.length >= LABELS_MIN && labels.every((label) => /^[a-z0-9-]+$/.test(label))
  if (!isName || labels.every((label) => /^\d+$/.test(label)) || labels[0] === DESKTOP_LABEL) return undefined
  return [DESKTOP_LABEL, ...labels.slice(1)].join('.')
}

/**
 * Where a desktop browser goes; `undefined`: it stays. The derived host must be the one that the operator stated, so a
 * name such as `example.co.uk` never leads to the site of another owner. The page there has the first part `pc` and
 * derives no other host, so there is no loop.
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
  // The cookie of this host is not sent there.
  if (company !== 0) query.set('company_id', String(company))
  const text = query.toString()
  const port = here.port === '' ? '' : `:${here.port}`
  return `${here.protocol}//${host}${port}${here.pathname}${text === '' ? '' : `?${text}`}${here.hash}`
}

/** What a browser says of its device. */
export type Device = {
  /** `navigator.userAgentData.mobile`; `undefined` where the browser has no such field. */
  readonly saysMobile: boolean | undefined
  readonly userAgent: string
  /** The main pointer is a finger. */
  readonly coarse: boolean
}

/** The device check. A tablet and a laptop with a touch screen: by the main pointer. */
export function isDesktop({ saysMobile, userAgent, coarse }: Device): boolean {
  if (saysMobile === true || coarse) return false
  return !/Android|iPhone|iPad|iPod|Mobile/i.test(userAgent)
}

/**
 * Where clients of a closed site go; `undefined`: they stay. Only an https address that the server answered, and never
 * this site, which would lead back here.
 */
export function lossTarget(given: {
  readonly status: number
  readonly lossUrl: string
  readonly here: Pick<Place, 'host'>
}): string | undefined {
  const { status, lossUrl, here } = given
  if (status === 0 || !isSafeHttps(lossUrl) || new URL(lossUrl).host === here.host) return undefined
  return lossUrl
}
