/**
 * The sessions of customers that this server has ended, in memory and in a file of the data folder, outside the store.
 * An attacker with write access to the store can put back the row of an ended session with its right seal, and use its
 * stolen token again after a restart. So a session that is named here does not come back. Without the file, as after a
 * restore, all sessions that were begun before are ended: customers sign in again.
 *
 * Where a customer ends all sessions, each that began before is ended, except the one that stays: the attacker may have
 * taken a row away in that moment, so the rows do not say which sessions there are.
 *
 * The file is a row of records of 16 bytes. The first has the letters below, and the moment before which no session is
 * valid. Each further one has the first half of a hash's digits, of a token or of such a customer, and when the last
 * session that it is about would have expired; zero bytes follow. It is written in place, into space that it has
 * already, because the attacker may fill the disk.
 */
import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { UserId } from '@veritick/domain'
import type { Logger } from 'pino'
import { codeOf, writeWhole } from '../../store/index.ts'

/** Its name in the folder of the world. */
export const ENDED_SESSIONS_FILE = 'ended-sessions'

const LETTERS = 'vtended1'
const RECORD_BYTES = 16
const NAME_BYTES = 8
/** 65,536 records. */
const SPACE_BYTES = 1_048_576
const SPACE_LEFT_MIN = 524_288
/** 64 bits of a SHA-256: no two sessions have the same. */
const DIGITS = 16

type Parts = {
  /** `undefined`: nothing outlives the process. */
  readonly file: string | undefined
  readonly log: Logger
  /** Wall time, ms. */
  readonly now: () => number
  /** How long a session may live, ms. */
  readonly lifetimeMs: number
}

/** `allOf`: all sessions of a customer, except the one with this hash. */
export type Ended = {
  readonly tokenHashes: readonly string[]
  readonly allOf?: { readonly user: UserId; readonly except: string | undefined } | undefined
}

export class EndedSessions {
  readonly #parts: Parts
  /** When each would have expired at the latest, by the first digits of its token hash. */
  readonly #ended: Map<string, number>
  /** Sessions that were begun earlier are ended. Wall time, ms. */
  readonly #before: number
  /** Records that could not be written yet. */
  #unwritten: Buffer[] = []
  /** Where the next record goes, and where the space of the file ends. */
  #at = 0
  #space = 0

  constructor(parts: Parts) {
    this.#parts = parts
    const { ended, before, used, space } = readEnded(parts)
    this.#ended = ended
    this.#before = before
    this.#at = used
    this.#space = space
    this.#writeAnew([...ended].map(([digits, until]) => recordOf(Buffer.from(digits, 'hex'), until)))
  }

  has(tokenHash: string): boolean {
    return this.#ended.has(tokenHash.slice(0, DIGITS))
  }

  /** For a session that was read. `begunAt`: wall time, ms. */
  hasEnded(session: { readonly user: UserId; readonly tokenHash: string; readonly begunAt: number }): boolean {
    const { user, tokenHash, begunAt } = session
    if (begunAt < this.#before || this.has(tokenHash)) return true
    const all = this.#ended.get(nameOfAll(user))
    if (all === undefined || begunAt >= all - this.#parts.lifetimeMs) return false
    return (this.#ended.get(nameOfStaying(tokenHash)) ?? 0) < all
  }

  /**
   * Writes them into the file. Call it before the transaction that ends them commits: a process that is killed in
   * between must not forget them. After a rollback they stay in the file, and would end with the process. Returns what
   * to call once the transaction has committed: from then on they have ended.
   */
  keep(ended: Ended): () => void {
    const until = this.#parts.now() + this.#parts.lifetimeMs
    const names = namesOf(ended)
    for (const name of names) this.#unwritten.push(recordOf(Buffer.from(name, 'hex'), until))
    this.#write()
    return () => {
      for (const name of names) this.#ended.set(name, until)
    }
  }

  #write(): void {
    const { file, log } = this.#parts
    // There is no file yet: the disk was full at the start.
    if (this.#space === 0) this.#writeAnew(this.#unwritten)
    const records = Buffer.concat(this.#unwritten)
    if (file === undefined || records.length === 0) {
      this.#unwritten = []
      return
    }
    try {
      const descriptor = openSync(file, 'r+')
      try {
        writeWhole(descriptor, records, this.#at)
        fsyncSync(descriptor)
        this.#at += records.length
        this.#unwritten = []
        this.#extend(descriptor)
      } finally {
        closeSync(descriptor)
      }
    } catch (error) {
      log.error({ err: error }, 'the end of sessions could not be kept: a restart could bring them back')
    }
  }

  /** Takes more space in time. Where the disk has none, the file still has half of its last space. */
  #extend(descriptor: number): void {
    this.#space = Math.max(this.#space, this.#at)
    if (this.#space - this.#at >= SPACE_LEFT_MIN) return
    try {
      writeWhole(descriptor, Buffer.alloc(SPACE_BYTES), this.#space)
      fsyncSync(descriptor)
      this.#space += SPACE_BYTES
    } catch (error) {
      this.#parts.log.error({ err: error }, 'the file of ended sessions gets no more space from the disk')
    }
  }

  /**
   * At the start: without the records that have expired, and with space for further ones. Where the disk is full, the
   * file of the last process goes on.
   */
  #writeAnew(kept: readonly Buffer[]): void {
    const { file, log } = this.#parts
    if (file === undefined) return
    const records = Buffer.concat([recordOf(Buffer.from(LETTERS), this.#before), ...kept])
    const draft = `${file}.part`
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      const descriptor = openSync(draft, 'w', 0o600)
      try {
        writeWhole(descriptor, records, 0)
        writeWhole(descriptor, Buffer.alloc(SPACE_BYTES), records.length)
        fsyncSync(descriptor)
      } finally {
        closeSync(descriptor)
      }
      renameSync(draft, file)
      this.#at = records.length
      this.#space = records.length + SPACE_BYTES
      this.#unwritten = []
    } catch (error) {
      log.error({ err: error }, 'the file of ended sessions could not be written anew')
    }
  }
}

const digitsOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, DIGITS)
const nameOfAll = (user: UserId) => digitsOf(`all of ${user}`)
const nameOfStaying = (tokenHash: string) => digitsOf(`stays ${tokenHash}`)

/** The one that stays is named with the end of all, so that a later end of all ends it. */
function namesOf({ tokenHashes, allOf }: Ended): readonly string[] {
  const names = tokenHashes.map((hash) => hash.slice(0, DIGITS))
  if (allOf === undefined) return names
  const { user, except } = allOf
  return [...names, nameOfAll(user), ...(except === undefined ? [] : [nameOfStaying(except)])]
}

/** `name`: 8 bytes. */
function recordOf(name: Buffer, until: number): Buffer {
  const record = Buffer.alloc(RECORD_BYTES)
  name.copy(record)
  record.writeBigUInt64LE(BigInt(until), NAME_BYTES)
  return record
}

type Read = {
  readonly ended: Map<string, number>
  readonly before: number
  /** Where the records end, and where the file does. 0: there is no file. */
  readonly used: number
  readonly space: number
}

function readEnded({ file, log, now }: Parts): Read {
  const none = { ended: new Map<string, number>(), before: now(), used: 0, space: 0 }
  if (file === undefined) return { ...none, before: 0 }
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') log.error({ err: error }, `${file} cannot be read: all customers sign in again`)
    return none
  }
  if (bytes.subarray(0, LETTERS.length).toString() !== LETTERS || bytes.length < RECORD_BYTES) {
    log.error(`${file} is damaged: all customers sign in again`)
    return none
  }
  const ended = new Map<string, number>()
  let used = RECORD_BYTES
  for (let at = RECORD_BYTES; at + RECORD_BYTES <= bytes.length; at += RECORD_BYTES) {
    const until = Number(bytes.readBigUInt64LE(at + NAME_BYTES))
    if (until === 0) continue
    used = at + RECORD_BYTES
    if (until > now()) ended.set(bytes.subarray(at, at + NAME_BYTES).toString('hex'), until)
  }
  return { ended, before: Number(bytes.readBigUInt64LE(NAME_BYTES)), used, space: bytes.length }
}
