/**
 * Which requests were answered lately, so that a repeated one gets its first answer and is never carried out twice. The
 * index in memory holds where each answer lies in the journal; it is bounded by time and by count and is rebuilt from
 * the journal at a start. A key that names its time is refused once its answer may have been forgotten. A wall clock
 * that jumps ahead forgets nothing. docs/decisions/0055 says why.
 */
import { createHash, hash, randomBytes } from 'node:crypto'
import {
  type AccountId,
  assert,
  type KeyRefusal,
  keyRefusal,
  type Millis,
  must,
  REQUEST_KEPT_MS,
} from '@veritick/domain'
import {
  type AnsweredRequest,
  changeOf,
  type Decision,
  decodeRequest,
  decodeRequests,
  type RequestId,
  type RequestSpan,
} from '@veritick/engine'
import { type ChainHead, newestRequests, requestBytesOf, requestsFrom, sameBytes } from '../journal/index.ts'
import { GuardedTime } from '../services/clock/index.ts'
import type { Query } from '../store/index.ts'
import { type KeptAnswer, KeptKeys } from './kept-keys.ts'
import { JournalDamaged } from './state-faults.ts'

/**
 * Keys of requests that changed something, in memory, about 250 bytes each. Beyond it the account that has most of them
 * loses its oldest one before its time (kept-keys.ts).
 */
export const CHANGES_KEPT_MAX = 400_000
/**
 * Keys of requests that changed nothing: refusals, and changes to what stood already. They are kept apart, because
 * nothing is carried out twice when such a key is forgotten: it is decided anew. Beyond it the oldest are forgotten.
 */
export const UNCHANGED_KEPT_MAX = 100_000
/**
 * The newest requests that a start reads: twice as many as are kept. Where there are more within the time, keys
 * that name an earlier time are refused.
 */
export const REQUESTS_READ_MAX = 1_000_000

const KEPT = { changes: CHANGES_KEPT_MAX, unchanged: UNCHANGED_KEPT_MAX, read: REQUESTS_READ_MAX }
/** The idempotency key of a command, and the content that a repeat must have. */
export type RequestAsked = {
  readonly key: RequestId
  /** All that was asked, as text. */
  readonly content: string
  /** The moment that the client's key names; `undefined`: it names none. */
  readonly namedAt?: Millis | undefined
}

export type RequestKey = Omit<RequestAsked, 'content'>

/** A refusal: whether the key was answered cannot be said any more, or not yet. */
export type KeyStanding = 'answered' | 'new' | KeyRefusal

/** The requests that a batch has answered. */
type Answered = { readonly batch: number; readonly at: number }
/** They belong together place by place, as `encodeRequests` and `decodeRequests` give them. */
type AnsweredOnes = {
  /** The requests as the journal holds them. */
  readonly bytes: Uint8Array
  readonly spans: readonly RequestSpan[]
  readonly requests: readonly Pick<AnsweredRequest, 'decision'>[]
}

export class AnsweredRequests {
  readonly #query: Query
  readonly #monotonicClock: () => number
  readonly #readMax: number
  readonly #changes: KeptKeys
  readonly #unchanged: KeptKeys
  readonly #salt = randomBytes(16)
  /** The time that keys end by. */
  readonly #guarded = new GuardedTime()

  constructor(
    query: Query,
    monotonicClock: () => number,
    kept: { readonly [Name in keyof typeof KEPT]: number } = KEPT,
  ) {
    this.#query = query
    this.#monotonicClock = monotonicClock
    this.#readMax = kept.read
    this.#changes = new KeptKeys(kept.changes)
    this.#unchanged = new KeptKeys(kept.unchanged)
  }

  /**
   * Where a key stands: answered, never answered, or refused because that cannot be said. Asking for what was answered
   * reads the store (`find`). `account`: the one that the command is about, if any.
   */
  standing({ key, namedAt }: RequestKey, now: number, account?: AccountId): KeyStanding {
    this.#forget(now)
    if (this.#answerTo(key) !== undefined) return 'answered'
    return keyRefusal({ namedAt, now, forgottenUntil: this.#changes.forgottenUntil(account) }) ?? 'new'
  }

  /** The first answer, of a key that stands as answered; `content`: the hash of what was asked then. */
  async find(key: RequestId): Promise<{ readonly content: string; readonly outcome: Decision }> {
    const place = must(this.#answerTo(key), 'the key was answered')
    const bytes = await requestBytesOf(this.#query, place)
    const isFirst = bytes !== undefined && this.#markOf(bytes) === place.mark
    if (!isFirst) throw new JournalDamaged(`the requests of journal batch ${place.batch} were changed`)
    const found = decodeRequest(bytes)
    assert(found.key === key, 'the entry is that of the key')
    return { content: found.content, outcome: found.decision }
  }

  /** Call it for each durable batch, in order. `at`: the wall time of its header. */
  remember({ batch, at }: Answered, { bytes, spans, requests }: AnsweredOnes): void {
    for (const [place, { key, start, length }] of spans.entries()) {
      const change = changeOf(must(requests[place], 'a request stands at each place').decision)
      const mark = this.#markOf(bytes.subarray(start, start + length))
      const answer = { batch, at, start, length, mark }
      const [kept, other] = change === undefined ? [this.#unchanged, this.#changes] : [this.#changes, this.#unchanged]
      other.drop(key)
      kept.keep(key, change?.account, answer)
    }
  }

  /**
   * Reads, at a start, the keys of the journal that are inside the bounds. `now`: guarded time begins there. `head`:
   * the newest batch, which was proven; each row that is read or counted must be in its chain. Throws JournalDamaged.
   */
  async load(now: number, head: Pick<ChainHead, 'batch' | 'hash'>): Promise<void> {
    if (head.batch === 0) return this.#forget(now)
    const bounds = { since: now - REQUEST_KEPT_MS, countMax: this.#readMax, head }
    const { first, leftOut, isProven } = await newestRequests(this.#query, bounds)
    if (!isProven) throw changedMeanwhile(head.batch)
    // A batch that was written while the clock was ahead must not refuse the keys of the time until then.
    if (leftOut !== undefined) this.#changes.missesUntil(Math.min(leftOut, now))
    if (first === undefined) return
    let before: Uint8Array | undefined
    for await (const row of requestsFrom(this.#query, first, head.batch)) {
      const isNext = before === undefined || sameBytes(row.previous_hash, before)
      if (!row.proven)
        throw new JournalDamaged(
          `journal batch ${row.batch} is damaged: its events and requests do not have the hash that its header says`,
        )
      if (!isNext) throw changedMeanwhile(row.batch)
      before = row.hash
      const read = decodeRequests(row.requests)
      if (read.requests.length !== row.request_count) throw changedMeanwhile(row.batch)
      this.remember({ batch: row.batch, at: row.wall_time }, { bytes: row.requests, ...read })
    }
    if (before === undefined || !sameBytes(before, head.hash)) throw changedMeanwhile(head.batch)
    this.#forget(now)
  }

  /** 48 bits that a changed entry has by chance only: they depend on bytes that the store does not know. */
  #markOf(entry: Uint8Array): number {
    return createHash('sha256').update(this.#salt).update(entry).digest().readUIntBE(0, 6)
  }

  #answerTo(key: RequestId): KeptAnswer | undefined {
    return this.#changes.find(key) ?? this.#unchanged.find(key)
  }

  /** A jump of the wall clock ends no key. */
  #forget(now: number): void {
    const at = this.#guarded.at({ wall: now, moment: this.#monotonicClock() })
    this.#changes.endUntil(at - REQUEST_KEPT_MS)
    this.#unchanged.endUntil(at - REQUEST_KEPT_MS)
  }
}

function changedMeanwhile(batch: number): JournalDamaged {
  return new JournalDamaged(`the journal was changed while the start read it: batch ${batch} ends another chain`)
}

/** The hash of the request's content, cut to a fixed size. */
export function contentHash(content: string): string {
  return hash('sha256', content, 'hex')
}
