/**
 * The addresses of a host name. For names that a customer may choose, the name servers of the machine are asked by
 * c-ares. Each of these lookups is a channel of its own that ends at its deadline, so that names whose servers never
 * answer take nothing from other lookups. `dns.lookup` calls getaddrinfo in libuv's pool, two at a time: such names
 * would hold up every connection that is made by name, that to PostgreSQL too. A name of the operator is asked of the
 * system (`openSystemLookup`).
 */
import { promises as dns, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'

export type Resolver = Pick<dns.Resolver, 'resolve4' | 'resolve6' | 'cancel'>

/** Of one try; c-ares waits longer for the second one. */
const TRY_MS = 1_500
const TRIES = 2
/** Of a lookup by c-ares. A name whose one kind of address is known by then has that. */
const LOOKUP_DEADLINE_MS = 5_000

/** A new one each time: it reads resolv.conf, and `cancel` ends its own lookup only. */
const resolverOfMachine = (): Resolver => new dns.Resolver({ timeout: TRY_MS, tries: TRIES })

/** A `lookup` for node:net that asks the name servers of the machine. */
export function openLookup(options: { readonly resolver?: () => Resolver } = {}): LookupFunction {
  const { resolver = resolverOfMachine } = options
  return lookupBy((hostname) => addressesOf(hostname, resolver()))
}

/**
 * A `lookup` for node:net that asks the system by getaddrinfo, so that /etc/hosts, the names of containers and the
 * resolver of the machine hold. Only for a name that the operator chose. Requests at the same time share the lookup of
 * a name: one that hangs takes one place in libuv's pool.
 */
export function openSystemLookup(system: typeof dns.lookup = dns.lookup): LookupFunction {
  const running = new Map<string, Promise<readonly LookupAddress[]>>()
  return lookupBy((hostname) => {
    const known = running.get(hostname)
    if (known !== undefined) return known
    const begun = system(hostname, { all: true }).finally(() => running.delete(hostname))
    running.set(hostname, begun)
    return begun
  })
}

function lookupBy(addresses: (hostname: string) => Promise<readonly LookupAddress[]>): LookupFunction {
  return (hostname, { all, family }, callback) => {
    addresses(hostname)
      .then((found) => {
        const fitting = found.filter((each) => !family || each.family === familyOf(family))
        const [first] = fitting
        if (first === undefined) throw notFound(hostname)
        return { first, fitting }
      })
      .then(
        ({ first, fitting }) => (all ? callback(null, fitting) : callback(null, first.address, first.family)),
        (error: NodeJS.ErrnoException) => callback(error, all ? [] : ''),
      )
  }
}

/** Names of this machine are asked of no name server (RFC 6761). */
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

async function addressesOf(hostname: string, resolver: Resolver): Promise<readonly LookupAddress[]> {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return LOOPBACK
  const ends = AbortSignal.timeout(LOOKUP_DEADLINE_MS)
  const cancel = () => resolver.cancel()
  ends.addEventListener('abort', cancel)
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  ends.removeEventListener('abort', cancel)
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  const addresses = (found: PromiseSettledResult<string[]>, family: 4 | 6) =>
    found.status === 'rejected' ? [] : found.value.map((address) => ({ address, family }))
  return [...addresses(four, 4), ...addresses(six, 6)]
}

const familyOf = (family: number | 'IPv4' | 'IPv6') => (family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : family)

const notFound = (hostname: string) => Object.assign(new Error(`no address of ${hostname}`), { code: 'ENOTFOUND' })
