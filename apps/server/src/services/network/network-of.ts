/** The network of an address: the unit that rate limits by network count. */
import { isIPv6 } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'

const IPV6_NETWORK_BITS = 64

/** Addresses whose networks are remembered, at most. To read an IPv6 address takes 10 microseconds, and a map 0.1. */
const REMEMBERED_MAX = 10_000
/** The longest text of an address: `ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255`. */
const ADDRESS_LENGTH_MAX = 45
const remembered = new Map<string, string>()

/**
 * The unit in which network addresses are counted. An IPv6 address counts as its network of 64 bits, because a client
 * usually controls all addresses of it. An IPv6 address that carries IPv4 counts as the IPv4 address. The rate limits
 * per minute use the same unit.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return GONE
  const known = remembered.get(address)
  if (known !== undefined) return known
  return remember(address, address, normalizeIP(address, IPV6_NETWORK_BITS))
}

/**
 * The network of `bits` bits around a network of `networkOf`, such as `2001:db8:1:200::/56`. `undefined`: it is none
 * of IPv6, so there is no wider one that one client controls.
 */
export function widerNetworkOf(network: string, bits: number): string | undefined {
  if (!isIPv6(network)) return undefined
  const name = `${network}/${bits}`
  return remembered.get(name) ?? remember(network, name, `${normalizeIP(network, bits)}/${bits}`)
}

function remember(address: string, name: string, network: string): string {
  if (remembered.size >= REMEMBERED_MAX) remembered.clear()
  if (address.length <= ADDRESS_LENGTH_MAX) remembered.set(name, network)
  return network
}

/** A client that closed its connection before its request was looked at has no address any more. */
const GONE = 'closed connection'
