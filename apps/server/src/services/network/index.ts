/**
 * Host names that the server answers to, networks as rate limits count them, lookups of names, and requests to servers
 * outside.
 */
export { type Hosts, hostNamed, hostsOf, interfacesOfMachine, isEverywhere, isLoopback } from './hosts.ts'
export { type HttpClient, openHttpClient } from './http-client.ts'
export { openLookup, openSystemLookup } from './lookup.ts'
export { networkOf, widerNetworkOf } from './network-of.ts'
