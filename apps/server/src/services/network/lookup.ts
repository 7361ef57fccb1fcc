/**
 * The addresses of a host name, asked of the name servers of the machine by c-ares. Each lookup is a channel of its own
 * that ends at its deadline, so that names whose servers never answer take nothing from other lookups. `dns.lookup`
 * calls getaddrinfo in libuv's pool, two at a time: such names would hold up every connection that is made by name,
 * that to PostgreSQL too.
 */
import { promises as dns, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'

export type Resolver = Pick<dns.Resolver, 'resolve4' | 'resolve6' | 'cancel'>

/** Of one try; c-ares waits longer for the second one. */
const TRY_MS = 1_500
const TRIES = 2
/** Of a lookup. A name whose one kind of address is known by then has that. */
const LOOKUP_DEADLINE_MS = 5_000
const NOT_FOUND: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA'])

/** A new one each time: it reads resolv.conf, and `cancel` ends its own lookup only. */
const resolverOfMachine = (): Resolver => new dns.Resolver({ timeout: TRY_MS, tries: TRIES })

/**
 * A `lookup` for node:net. `system`: asked for a name that the name servers do not know, for names in /etc/hosts and
 * short names. Only where the operator chose the name.
 */
export function openLookup(
  options: { readonly resolver?: () => Resolver; readonly system?: typeof dns.lookup } = {},
): LookupFunction {
  const { resolver = resolverOfMachine, system } = options
  return (hostname, { all, family }, callback) => {
    addressesOf(hostname, resolver())
      .catch((error: NodeJS.ErrnoException) => {
        if (system === undefined || !NOT_FOUND.has(error.code ?? '')) throw error
        return system(hostname, { all: true })
      })
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
