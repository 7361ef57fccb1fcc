/**
 * Addresses that limits count as one client, the first time and from memory, and after more addresses than memory
 * holds.
 */
import { expect, test } from 'vitest'
import { networkOf, widerNetworkOf } from './network-of.ts'

const ROWS = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8:1:2::9', '2001:db8:1:2::'],
  ['2001:db8:1:3:3:4:5:6', '2001:db8:1:3::'],
  [undefined, 'closed connection'],
] as const

test.each(ROWS)('%s counts as %s, each time', (address, network) => {
  expect([networkOf(address), networkOf(address)]).toEqual([network, network])
})

test('addresses of 12,000 networks in turn keep their own', () => {
  const networks = Array.from({ length: 12_000 }, (_, number) => `2001:db8:5:${(number + 1).toString(16)}::`)
  expect(networks.map((network) => networkOf(`${network}1`))).toEqual(networks)
  for (const [address, network] of ROWS) expect(networkOf(address)).toBe(network)
})

test.each([
  ['2001:db8:1:2ff::', 56, '2001:db8:1:200::/56'],
  ['2001:db8:1:2ff::', 48, '2001:db8:1::/48'],
  ['192.0.2.7', 56, undefined],
  ['closed connection', 56, undefined],
] as const)('%s is in the network of %i bits %s, each time', (network, bits, wider) => {
  expect([widerNetworkOf(network, bits), widerNetworkOf(network, bits)]).toEqual([wider, wider])
})
