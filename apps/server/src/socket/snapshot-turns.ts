/**
 * When a connection gets the first messages of a topic. A client may ask for them as often as it may send messages,
 * and each costs the server far more than the question. So every connection and every address has a ceiling; beyond it
 * a snapshot comes late, in its turn, and is never lost. Connections that wait take turns, one snapshot each.
 */

import { Allowance } from './allowance.ts'
import type { Connection } from './connection.ts'

/** Snapshots of one address in a second, for each socket that it may have open. */
export const SNAPSHOTS_PER_SOCKET = 2
/** How often waiting snapshots are looked for. */
export const SNAPSHOTS_LOOKED_AT_EVERY_MS = 50
/** Late snapshots of one look, of all connections together: about 5 ms. */
export const SNAPSHOTS_PER_LOOK = 100

type Begin = (connection: Connection, topic: string) => void

export class SnapshotTurns {
  readonly #begin: Begin
  readonly #now: () => number
  readonly #perAddress: number
  readonly #addresses = new Map<string, Allowance>()
  /** Topics that wait, by connection, in the order of their turns. */
  readonly #waiting = new Map<Connection, Set<string>>()

  /** `begin` sends the snapshot, or has it made. */
  constructor(parts: { readonly begin: Begin; readonly now: () => number; readonly socketsPerAddress: number }) {
    this.#begin = parts.begin
    this.#now = parts.now
    this.#perAddress = SNAPSHOTS_PER_SOCKET * parts.socketsPerAddress
  }

  /** Begins the topic now, or in its turn. */
  request(connection: Connection, topic: string): void {
    const topics = this.#waiting.get(connection)
    if (this.#take(connection, topic)) {
      topics?.delete(topic)
      this.#begin(connection, topic)
    } else if (topics === undefined) this.#waiting.set(connection, new Set([topic]))
    else topics.add(topic)
  }

  forget(connection: Connection): void {
    this.#waiting.delete(connection)
  }

  /** One look: each waiting connection gets one snapshot, then the next of each, up to the ceiling. */
  look(): void {
    let left = SNAPSHOTS_PER_LOOK
    let ready = [...this.#waiting.keys()]
    while (left > 0 && ready.length > 0) {
      const again: Connection[] = []
      for (const connection of ready) {
        if (left === 0) break
        if (!this.#beginNext(connection)) continue
        left -= 1
        again.push(connection)
      }
      ready = again
    }
    const now = this.#now()
    for (const [address, allowance] of this.#addresses) if (allowance.isFull(now)) this.#addresses.delete(address)
  }

  /** False: nothing of this connection may begin now. */
  #beginNext(connection: Connection): boolean {
    const topics = this.#waiting.get(connection)
    if (topics === undefined) return false
    for (const topic of topics) {
      if (!connection.listens(topic)) topics.delete(topic)
      else if (this.#take(connection, topic)) {
        topics.delete(topic)
        // Behind those that wait, until its next turn.
        this.#waiting.delete(connection)
        if (topics.size > 0) this.#waiting.set(connection, topics)
        this.#begin(connection, topic)
        return true
      }
    }
    if (topics.size === 0) this.#waiting.delete(connection)
    return false
  }

  #take(connection: Connection, topic: string): boolean {
    const now = this.#now()
    const allowance = this.#addresses.get(connection.address) ?? new Allowance(this.#perAddress)
    this.#addresses.set(connection.address, allowance)
    if (!allowance.has(now) || !connection.mayBegin(topic, now)) return false
    allowance.spend()
    return true
  }
}
