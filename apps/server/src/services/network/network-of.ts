/** The network of an address: the unit that rate limits by network count. */
import { normalizeIP } from '@fastify/rate-limit'

const IPV6_NETWORK_BITS = 64

/**
 * What an address counts as wherever addresses are counted: an IPv6 one as its network of 64 bits, because whoever has one address of it
 * has them all; one that carries IPv4 as that. The limits a minute count the same way.
 */
export const networkOf = (address: string | undefined): string =>
  address === undefined ? GONE : normalizeIP(address, IPV6_NETWORK_BITS)

/** A client that closed its connection before its request was looked at has no address any more. */
const GONE = 'closed connection'
