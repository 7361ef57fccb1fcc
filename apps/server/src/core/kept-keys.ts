/**
 * Request keys with the places of their answers, bounded by count and by time. When the index is full, the account that
 * has most keys loses its oldest one: accounts that send many requests shorten their own time, not that of the others.
 * Every step costs the same however many keys there are, and the same keys in the same order leave the same index.
 */
import { type AccountId, must } from '@veritick/domain'
import type { RequestId } from '@veritick/engine'

/** Where an answer lies in the journal, and when it was given. */
export type KeptAnswer = {
  readonly batch: number
  readonly at: number
  readonly start: number
  readonly length: number
  /** Of its bytes (requests.ts). */
  readonly mark: number
}

type Entry = {
  readonly key: RequestId
  readonly answer: KeptAnswer
  readonly owner: Owner
  olderOfAll: Entry | undefined
  newerOfAll: Entry | undefined
  olderOwn: Entry | undefined
  newerOwn: Entry | undefined
}
type Owner = { readonly account: AccountId | undefined; readonly keys: Chain; count: number }

export class KeptKeys {
  readonly #countMax: number
  readonly #entries = new Map<RequestId, Entry>()
  readonly #all = new Chain('olderOfAll', 'newerOfAll')
  readonly #owners = new Map<AccountId | undefined, Owner>()
  /** Owners by their number of keys; in each set the first one reached that number first. */
  readonly #byCount = new Map<number, Set<Owner>>()
  #most = 0
  /** When the newest key was answered that an account lost because the index was full; an entry an account. */
  readonly #lostUntil = new Map<AccountId | undefined, number>()
  /** When the newest key was answered that ended by time, or that a start did not read. */
  #endedUntil = Number.NEGATIVE_INFINITY

  constructor(countMax: number) {
    this.#countMax = countMax
  }

  find(key: RequestId): KeptAnswer | undefined {
    return this.#entries.get(key)?.answer
  }

  /** No key of this account that was answered later is forgotten. */
  forgottenUntil(account: AccountId | undefined): number {
    return Math.max(this.#endedUntil, this.#lostUntil.get(account) ?? Number.NEGATIVE_INFINITY)
  }

  /** Keys that were answered up to `at` may be missing here: they were not read. */
  missesUntil(at: number): void {
    this.#endedUntil = Math.max(this.#endedUntil, at)
  }

  /** Ends every key whose answer is not newer than `at`. */
  endUntil(at: number): void {
    for (let oldest = this.#all.first; oldest !== undefined && oldest.answer.at <= at; oldest = this.#all.first) {
      this.missesUntil(oldest.answer.at)
      this.#remove(oldest)
    }
    for (const [account, until] of this.#lostUntil) {
      if (until > at) break
      this.#lostUntil.delete(account)
    }
  }

  /** A key that was answered again after it was forgotten stands at its newest answer. */
  keep(key: RequestId, account: AccountId | undefined, answer: KeptAnswer): void {
    this.drop(key)
    const owner = this.#owners.get(account) ?? { account, keys: new Chain('olderOwn', 'newerOwn'), count: 0 }
    this.#owners.set(account, owner)
    const links = { olderOfAll: undefined, newerOfAll: undefined, olderOwn: undefined, newerOwn: undefined }
    const entry: Entry = { key, answer, owner, ...links }
    this.#entries.set(key, entry)
    this.#all.append(entry)
    owner.keys.append(entry)
    this.#count(owner, owner.count + 1)
    if (this.#entries.size > this.#countMax) this.#loseOne()
  }

  drop(key: RequestId): void {
    const entry = this.#entries.get(key)
    if (entry !== undefined) this.#remove(entry)
  }

  #loseOne(): void {
    const [owner] = must(this.#byCount.get(this.#most), 'an owner has most keys')
    const { account, keys } = must(owner, 'an owner has most keys')
    const oldest = must(keys.first, 'the owner has keys')
    const until = Math.max(oldest.answer.at, this.#lostUntil.get(account) ?? Number.NEGATIVE_INFINITY)
    this.#lostUntil.delete(account)
    this.#lostUntil.set(account, until)
    this.#remove(oldest)
  }

  #remove(entry: Entry): void {
    const { key, owner } = entry
    this.#entries.delete(key)
    this.#all.remove(entry)
    owner.keys.remove(entry)
    this.#count(owner, owner.count - 1)
    if (owner.count === 0) this.#owners.delete(owner.account)
  }

  /** One more or one less. */
  #count(owner: Owner, count: number): void {
    const before = this.#byCount.get(owner.count)
    before?.delete(owner)
    if (before?.size === 0) this.#byCount.delete(owner.count)
    owner.count = count
    if (count > 0) {
      const same = this.#byCount.get(count) ?? new Set()
      this.#byCount.set(count, same.add(owner))
    }
    if (count > this.#most) this.#most = count
    else if (this.#most > 0 && !this.#byCount.has(this.#most)) this.#most -= 1
  }
}

/** Entries in a row, oldest first; `older` and `newer` name the links that it uses. */
class Chain {
  readonly #older: 'olderOfAll' | 'olderOwn'
  readonly #newer: 'newerOfAll' | 'newerOwn'
  first: Entry | undefined
  #last: Entry | undefined

  constructor(older: 'olderOfAll' | 'olderOwn', newer: 'newerOfAll' | 'newerOwn') {
    this.#older = older
    this.#newer = newer
  }

  append(entry: Entry): void {
    entry[this.#older] = this.#last
    if (this.#last === undefined) this.first = entry
    else this.#last[this.#newer] = entry
    this.#last = entry
  }

  remove(entry: Entry): void {
    const older = entry[this.#older]
    const newer = entry[this.#newer]
    if (older === undefined) this.first = newer
    else older[this.#newer] = newer
    if (newer === undefined) this.#last = older
    else newer[this.#older] = older
  }
}
