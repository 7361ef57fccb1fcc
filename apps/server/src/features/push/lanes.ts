/**
 * The lanes of web push, one for each entry of PUSH_SERVICES. A customer chooses the endpoint, and with an entry such
 * as `https://*.example.com` also the host: so the entry is the lane, not the origin. The ceilings over all lanes are
 * divided among them, so a service that hangs takes nothing from another.
 */

/** Requests of one lane at a time. */
export const LANE_MAX = 16
/** Requests of all lanes at a time: the four services of the usual browsers have 16 each. */
export const REQUESTS_MAX = 64
/** Requests of all lanes that begin in a second. Each is encrypted and signed in the main thread. */
export const REQUESTS_PER_SECOND_MAX = 400

export type Lane = {
  readonly service: string
  readonly atOnce: number
  readonly perSecond: number
  /** Requests in progress. */
  sending: number
  /** Requests that may still begin in this second. */
  left: number
  /** The last look took all that the lane had room for, so there may be more. */
  hasMore: boolean
}

export function lanesOf(services: readonly string[]): readonly Lane[] {
  const share = (max: number) => Math.max(1, Math.floor(max / services.length))
  const atOnce = Math.min(LANE_MAX, share(REQUESTS_MAX))
  const perSecond = share(REQUESTS_PER_SECOND_MAX)
  return services.map((service) => ({ service, atOnce, perSecond, sending: 0, left: perSecond, hasMore: false }))
}

/** Requests that the lane may begin now. */
export const roomOf = ({ atOnce, sending, left }: Lane): number => Math.max(0, Math.min(atOnce - sending, left))
