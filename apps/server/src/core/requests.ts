/**
 * Which requests were answered lately, so that a repeated one gets its first answer and is never carried out twice. The
 * index in memory holds where each answer lies in the journal; it is bounded by time and by count and is rebuilt from
 * the journal at a start. A key that names its time is refused once its answer may have been forgotten.
 * docs/decisions/0055 says why.
 */
import { hash } from 'node:crypto'
import { assert, type KeyRefusal, keyRefusal, type Millis, must, REQUEST_KEPT_MS } from '@veritick/domain'
import { type Decision, decodeRequest, decodeRequests, type RequestId, type RequestPlace } from '@veritick/engine'
import { newestRequests, requestBytesOf, requestsFrom } from '../journal/index.ts'
import type { Query } from '../store/index.ts'

/** Keys in memory, about 150 bytes each. Beyond it the oldest are forgotten before their time. */
export const REQUESTS_MAX = 500_000
/** What makes a command happen once. */
export type RequestAsked = {
  readonly key: RequestId
  /** All that was asked, as text. */
  readonly content: string
  /** The moment that the client's key names; `undefined`: it names none. */
  readonly namedAt?: Millis | undefined
}

/** The requests that a batch has answered. */
type Answered = { readonly batch: number; readonly at: number }
type Place = { readonly by: Answered; readonly start: number; readonly length: number }

export class AnsweredRequests {
  readonly #query: Query
  readonly #countMax: number
  /** In the order of the journal, so that the oldest stand first. */
  readonly #places = new Map<RequestId, Place>()
  /** When the newest of the forgotten ones was answered. */
  #forgottenUntil = Number.NEGATIVE_INFINITY

  constructor(query: Query, countMax = REQUESTS_MAX) {
    this.#query = query
    this.#countMax = countMax
  }

  /**
   * Where a key stands: answered, never answered, or refused because that cannot be said. Asking for what was answered
   * reads the store (`find`).
   */
  standing({ key, namedAt }: RequestAsked, now: number): 'answered' | 'new' | KeyRefusal {
    this.#forget(now)
    if (this.#places.has(key)) return 'answered'
    return keyRefusal({ namedAt, now, forgottenUntil: this.#forgottenUntil }) ?? 'new'
  }

  /** The first answer, of a key that stands as answered; `content`: the hash of what was asked then. */
  async find(key: RequestId): Promise<{ readonly content: string; readonly outcome: Decision }> {
    const { by, start, length } = must(this.#places.get(key), 'the key was answered')
    const bytes = await requestBytesOf(this.#query, { batch: by.batch, start, length })
    const found = decodeRequest(must(bytes, `the journal holds batch ${by.batch}`))
    assert(found.key === key, 'the entry is that of the key')
    return { content: found.content, outcome: found.decision }
  }

  /** Call it for each durable batch, in order. `at`: the wall time of its header. */
  remember({ batch, at }: Answered, places: readonly RequestPlace[]): void {
    const by = { batch, at }
    for (const { key, start, length } of places) {
      // A key that was answered again after it was forgotten stands at its newest answer.
      this.#places.delete(key)
      this.#places.set(key, { by, start, length })
    }
    this.#forget(at)
  }

  /** At a start: everything that is inside the bounds and in the journal. */
  async load(now: number): Promise<void> {
    const bounds = { since: now - REQUEST_KEPT_MS, countMax: this.#countMax }
    const { first, leftOut } = await newestRequests(this.#query, bounds)
    if (leftOut !== undefined) this.#forgottenUntil = leftOut
    if (first === undefined) return
    for await (const { batch, wall_time: at, requests } of requestsFrom(this.#query, first)) {
      this.remember({ batch, at }, decodeRequests(requests).places)
    }
    this.#forget(now)
  }

  #forget(now: number): void {
    for (const [oldest, { by }] of this.#places) {
      if (by.at > now - REQUEST_KEPT_MS && this.#places.size <= this.#countMax) return
      this.#forgottenUntil = Math.max(this.#forgottenUntil, by.at)
      this.#places.delete(oldest)
    }
  }
}

/** What was asked, cut to a fixed size. */
export function contentHash(content: string): string {
  return hash('sha256', content, 'hex')
}
