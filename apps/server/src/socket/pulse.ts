/**
 * Finds clients that have gone without a close: each socket gets the protocol's ping once a cycle and must have
 * answered by the next. A beat pings a share of the sockets: thousands of pings at once would delay prices and orders.
 */
import type { WebSocket } from 'ws'

/** Between two beats. */
export const BEAT_MILLIS = 1000
/** Beats in which every socket is pinged once: a client has about 30 s for its answer. */
export const BEATS_PER_CYCLE = 30

type Wire = Pick<WebSocket, 'readyState' | 'OPEN' | 'ping' | 'terminate'>

export class Pulse<Each extends Wire = WebSocket> {
  readonly #wires: ReadonlySet<Each>
  /** Pinged and not answered: the beat of the ping. */
  readonly #silent = new Map<Each, number>()
  #rest: Iterator<Each>
  #beats = 0

  constructor(wires: ReadonlySet<Each>) {
    this.#wires = wires
    this.#rest = wires.values()
  }

  /** Sockets that join in a cycle come at its end, or in the next. */
  beat(): void {
    if (this.#beats % BEATS_PER_CYCLE === 0) this.#rest = this.#wires.values()
    this.#beats += 1
    for (let left = Math.ceil(this.#wires.size / BEATS_PER_CYCLE); left > 0; left -= 1) {
      const next = this.#rest.next()
      if (next.done === true) return
      this.#look(next.value)
    }
  }

  /** The client has answered, or the socket has closed. */
  answered(wire: Each): void {
    this.#silent.delete(wire)
  }

  /** A socket moves forward in its cycle when others close: its client still has the time of a whole cycle. */
  #look(wire: Each): void {
    const pinged = this.#silent.get(wire)
    if (pinged !== undefined) {
      if (this.#beats - pinged >= BEATS_PER_CYCLE) wire.terminate()
    } else if (wire.readyState === wire.OPEN) {
      this.#silent.set(wire, this.#beats)
      wire.ping()
    }
  }
}
