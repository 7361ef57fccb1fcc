/**
 * Finds clients that have gone without a close: each socket gets the protocol's ping once a cycle and must have answered
 * by the next. A beat pings a share of the sockets: thousands of pings at once would delay prices and orders.
 */
import type { WebSocket } from 'ws'

/** Between two beats. */
export const BEAT_MILLIS = 1000
/** Beats in which every socket is pinged once: a client has about 30 s for its answer. */
export const BEATS_PER_CYCLE = 30

type Wire = Pick<WebSocket, 'readyState' | 'OPEN' | 'ping' | 'terminate'>

export class Pulse<Each extends Wire = WebSocket> {
  readonly #wires: ReadonlySet<Each>
  /** Pinged and not answered. */
  readonly #silent = new Set<Each>()
  #rest: Iterator<Each>

  constructor(wires: ReadonlySet<Each>) {
    this.#wires = wires
    this.#rest = wires.values()
  }

  beat(): void {
    for (let left = Math.ceil(this.#wires.size / BEATS_PER_CYCLE); left > 0; left -= 1) {
      const next = this.#rest.next()
      if (next.done === true) {
        this.#rest = this.#wires.values()
        return
      }
      this.#ping(next.value)
    }
  }

  /** The client has answered, or the socket has closed. */
  answered(wire: Each): void {
    this.#silent.delete(wire)
  }

  #ping(wire: Each): void {
    if (this.#silent.has(wire)) wire.terminate()
    else if (wire.readyState === wire.OPEN) {
      this.#silent.add(wire)
      wire.ping()
    }
  }
}
