/**
 * Which names a request may call this server by. A browser sends the name of the page's own host; a page elsewhere
 * whose name is made to point here (DNS rebinding) sends that name, and is refused. Open are the machine's own names
 * and addresses and what ALLOWED_HOSTS says.
 */
import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import { hostname, type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

export type Hosts = {
  /** True: the request names one host, and it is one of ours. */
  accepts(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): boolean
}

/** A machine that joins another network is known there this soon. */
const ADDRESSES_MILLIS = 5_000

/** `names`: host names without a port; `*.example.com` stands for every name below it. `now` only grows. */
export function hostsOf(options: { readonly names: readonly string[]; readonly now: () => number }): Hosts {
  const { now } = options
  const names = new Set(options.names.filter((name) => !name.startsWith('*.')))
  const endings = options.names.filter((name) => name.startsWith('*.')).map((name) => name.slice(1))
  let own: { readonly names: ReadonlySet<string>; readonly readAt: number } | undefined

  function isOwn(host: string): boolean {
    if (own === undefined || now() - own.readAt >= ADDRESSES_MILLIS) own = { names: namesOfMachine(), readAt: now() }
    return own.names.has(host)
  }

  return {
    accepts: ({ headers, rawHeaders }) => {
      if (hostHeaders(rawHeaders) !== 1) return false
      const host = hostNamed(headers.host)
      if (host === undefined) return false
      return (
        names.has(host) || isOwn(host) || endings.some((ending) => host.length > ending.length && host.endsWith(ending))
      )
    },
  }
}

/** More than one would let two readers of the request see two hosts. */
function hostHeaders(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') count += 1
  return count
}

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::\d{1,5})?$/

/**
 * The name or address in a Host header: lower case, without port, brackets and the root's dot. `undefined`: it is none.
 */
export function hostNamed(header: string | undefined): string | undefined {
  const [, named] = HOST.exec(header?.toLowerCase() ?? '') ?? []
  if (named === undefined || !named.startsWith('[')) return named
  return canonicalV6(named.slice(1, -1))
}

/** One way to write an IPv6 address, as the URL standard has it; `undefined`: it is none. */
function canonicalV6(address: string): string | undefined {
  return isIPv6(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : undefined
}

function namesOfMachine(): ReadonlySet<string> {
  const addresses = interfacesOfMachine().map(({ address }) =>
    isIP(address) === 6 ? (canonicalV6(address.replace(/%.*$/, '')) ?? address) : address,
  )
  const name = hostname().toLowerCase()
  return new Set(['localhost', '127.0.0.1', '::1', ...addresses, name, `${name}.local`])
}

/**
 * None where the system does not say: a supervisor forbids the netlink sockets that are asked, or no file descriptor is
 * left.
 */
export function interfacesOfMachine(): readonly NetworkInterfaceInfo[] {
  try {
    return Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  } catch {
    return []
  }
}

/** A listening address that only this machine can reach. */
export const isLoopback = (host: string): boolean => /^(?:127\.|localhost$|::1$|\[::1\]$)/i.test(host)
/** All addresses of the machine. */
export const isEverywhere = (host: string): boolean => /^(?:0\.0\.0\.0|::|\[::\])$/.test(host)
