/** Host names that the server answers to, and networks as rate limits count them. */
export { type Hosts, hostNamed, hostsOf, isEverywhere, isLoopback } from './hosts.ts'
export { networkOf, widerNetworkOf } from './network-of.ts'
