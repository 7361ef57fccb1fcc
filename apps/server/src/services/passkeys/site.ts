/**
 * Which host and origin passkeys belong to. `APP_URL` decides, because a `Host` header is only what a client sent.
 * Without it passkeys work on the machine itself alone (`localhost`), where a browser takes them without TLS: no
 * client can name another host for itself.
 */
import { isIP } from 'node:net'
import type { Config } from '../../config/index.ts'

/** `rpId`: the host name that a passkey is made for. `origin`: of the page that asks for it. */
export type Site = { readonly rpId: string; readonly origin: string }

const LOCAL = 'localhost'
const LOCAL_HOST = /^localhost(:\d{1,5})?$/i

/** `undefined`: no passkeys at this address. Browsers know them for host names over TLS, and for `localhost`. */
export function siteOf(config: Pick<Config, 'appUrl'>, host: string | undefined): Site | undefined {
  if (config.appUrl !== undefined) {
    const { protocol, hostname, origin } = new URL(config.appUrl)
    const isSecure = protocol === 'https:' || hostname === LOCAL
    return isSecure && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { rpId: hostname, origin } : undefined
  }
  return host !== undefined && LOCAL_HOST.test(host)
    ? { rpId: LOCAL, origin: new URL(`http://${host}`).origin }
    : undefined
}
