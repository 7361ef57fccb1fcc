/** Host names that the server answers to, networks as rate limits count them, and requests to servers outside. */
export { type Exchange, openExchange } from './exchange.ts'
export { type Hosts, hostNamed, hostsOf, interfacesOfMachine, isEverywhere, isLoopback } from './hosts.ts'
export { openLookup, openSystemLookup } from './lookup.ts'
export { networkOf, widerNetworkOf } from './network-of.ts'
