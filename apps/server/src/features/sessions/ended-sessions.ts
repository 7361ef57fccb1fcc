/**
 * The sessions of customers that this server has ended, in memory and in a file of the data folder, outside the store.
 * An attacker with write access to the store can put back the row of an ended session with its right seal, and use its
 * stolen token again after a restart. So a session that is named here does not come back. Without the file, as after a
 * restore, all sessions that were begun before are ended: customers sign in again.
 *
 * The file is a row of records of 16 bytes. The first has the letters below, and the moment before which no session is
 * valid. Each further one has the first half of a token hash's digits, and when the session would have expired at the
 * latest; zero bytes follow. It is written in place, into space that it has already, because the attacker may fill the
 * disk.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
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

  /** `begunAt`: wall time, ms. */
  isTooOld(begunAt: number): boolean {
    return begunAt < this.#before
  }

  /**
   * Writes them into the file. Call it before the transaction that ends them commits: a process that is killed in
   * between must not forget them. After a rollback they stay in the file, and would end with the process. `until`: when
   * each expires at the latest, wall time, ms.
   */
  keep(tokenHashes: readonly string[], until: number): void {
    for (const hash of tokenHashes) this.#unwritten.push(recordOf(Buffer.from(hash.slice(0, DIGITS), 'hex'), until))
    this.#write()
  }

  /** They have ended. */
  add(tokenHashes: readonly string[], until: number): void {
    for (const hash of tokenHashes) this.#ended.set(hash.slice(0, DIGITS), until)
  }

  #write(): void {
    const { file, log } = this.#parts
    // There is no file yet: the disk was full at the start.
    if (this.#space === 0) this.#writeAnew(this.#unwritten)
    const records = Buffer.concat(this.#unwritten)
    if (file === undefined || records.length === 0) return
    try {
      const descriptor = openSync(file, 'r+')
      try {
        writeWhole(descriptor, records, this.#at)
        fsyncSync(descriptor)
        this.#at += records.length
        this.#unwritten = []
        if (this.#space - this.#at < SPACE_LEFT_MIN) this.#extend(descriptor)
      } finally {
        closeSync(descriptor)
      }
    } catch (error) {
      log.error({ err: error }, 'the end of sessions could not be kept: a restart could bring them back')
    }
  }

  /** Where the disk has no more, the file still has half of its last space. */
  #extend(descriptor: number): void {
    this.#space = Math.max(this.#space, this.#at)
    writeWhole(descriptor, Buffer.alloc(SPACE_BYTES), this.#space)
    fsyncSync(descriptor)
    this.#space += SPACE_BYTES
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
