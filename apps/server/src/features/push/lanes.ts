/**
 * The lanes of web push, one for each entry of PUSH_SERVICES. A customer chooses the endpoint, and with an entry such
 * as `https://*.example.com` also the host: so the entry is the lane, not the origin. The ceiling over all lanes is
 * divided among them, so a service that hangs takes nothing from another. Neither does a name that hangs: each is
 * looked up by itself (services/network/lookup.ts).
 */

/** Requests of one lane at a time. */
export const LANE_MAX = 16
/** Requests of all lanes at a time: the four services of the usual browsers have 16 each. */
export const REQUESTS_MAX = 64

export type Lane = {
  readonly service: string
  readonly atOnce: number
  /** Requests in progress. */
  sending: number
  /** False: the last look took less than the lane had room for, so nothing more is due. */
  hasMore: boolean
}

export function lanesOf(services: readonly string[]): readonly Lane[] {
  const share = Math.max(1, Math.floor(REQUESTS_MAX / services.length))
  return services.map((service) => ({ service, atOnce: Math.min(LANE_MAX, share), sending: 0, hasMore: true }))
}
