/** The network of an address: the unit that rate limits by network count. */
import { normalizeIP } from '@fastify/rate-limit'

const IPV6_NETWORK_BITS = 64

/**
 * The unit in which network addresses are counted. An IPv6 address counts as its network of 64 bits, because a client
 * usually controls all addresses of it. An IPv6 address that carries IPv4 counts as the IPv4 address. The rate limits
 * per minute use the same unit.
 */
export const networkOf = (address: string | undefined): string =>
  address === undefined ? GONE : normalizeIP(address, IPV6_NETWORK_BITS)

/** A client that closed its connection before its request was looked at has no address any more. */
const GONE = 'closed connection'
