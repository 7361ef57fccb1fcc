/**
 * The networks that one client is counted by. One subscriber of IPv6 often has all 256 networks of 64 bits in one of 56
 * bits, and a free tunnel gives 65,536 in one of 48. So the wider networks are counted too, with a multiple of the
 * limit, because they may also hold many customers of one provider.
 */
import { widerNetworkOf } from '../network/index.ts'
import { LIMITS } from './limits.ts'

/** `times`: the multiple of the limit that the network has. */
export type NetworkScope = { readonly network: string; readonly times: number }

/** `network`: as `networkOf` gives it. It stands first. */
export function networkScopes(network: string): readonly NetworkScope[] {
  const wider = LIMITS.widerNetworks.flatMap(({ bits, times }) => {
    const found = widerNetworkOf(network, bits)
    return found === undefined ? [] : [{ network: found, times }]
  })
  return [{ network, times: 1 }, ...wider]
}
