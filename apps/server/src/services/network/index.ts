/** Host names that the server answers to, and networks as rate limits count them. */
export { type Hosts, hostNamed, hostsOf, interfacesOfMachine, isEverywhere, isLoopback } from './hosts.ts'
export { networkOf, widerNetworkOf } from './network-of.ts'
