/**
 * A file of the data folder that grows by records of 16 bytes, for facts that a store which was put back must not take
 * with it. An attacker who can write to the store may fill the disk that it shares with the data folder, so a record is
 * written in place, into space that the file has already.
 *
 * A record has a name of 8 bytes and a whole number. The first has eight letters as its name, which say what the file
 * holds, and a number of its owner. Zero bytes follow the last one.
 */
import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Logger } from 'pino'
import { writeWhole } from './kept-file.ts'
import { codeOf } from './refusals.ts'

const RECORD_BYTES = 16
const NAME_BYTES = 8
/** 65,536 records. */
const SPACE_BYTES = 1_048_576
const SPACE_LEFT_MIN = 524_288

/** Half a hash's digits are a name: 64 bits, so that no two facts have the same. */
export const NAME_DIGITS = 2 * NAME_BYTES

/** The name of a fact about this text. */
export const factName = (about: string): string =>
  createHash('sha256').update(about).digest('hex').slice(0, NAME_DIGITS)

/** `name`: 16 hex digits. `value`: above 0. */
export type Fact = { readonly name: string; readonly value: number }

type Parts = {
  readonly file: string
  readonly log: Logger
  /** Eight characters of ASCII. */
  readonly letters: string
  /** For the log: the facts of the file in two or three words. */
  readonly holds: string
  /** For the log: the consequence where the file cannot be used. */
  readonly lost: string
}

export class FactList {
  readonly #parts: Parts
  /** Records that could not be written yet. */
  #unwritten: Buffer[] = []
  #head = 0
  /** Where the next record goes, and where the space of the file ends. 0: there is no file. */
  #at = 0
  #space = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** `undefined`: there is no file, or it cannot be used, which is logged. */
  read(): { readonly head: number; readonly facts: readonly Fact[] } | undefined {
    const { file, log, letters, lost } = this.#parts
    let bytes: Buffer
    try {
      bytes = readFileSync(file)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') log.error({ err: error }, `${file} cannot be read: ${lost}`)
      return undefined
    }
    if (bytes.length < RECORD_BYTES || bytes.subarray(0, NAME_BYTES).toString() !== letters) {
      log.error(`${file} is damaged: ${lost}`)
      return undefined
    }
    const facts: Fact[] = []
    this.#space = bytes.length
    this.#at = RECORD_BYTES
    for (let at = RECORD_BYTES; at + RECORD_BYTES <= bytes.length; at += RECORD_BYTES) {
      const value = Number(bytes.readBigUInt64LE(at + NAME_BYTES))
      if (value === 0) continue
      this.#at = at + RECORD_BYTES
      facts.push({ name: bytes.toString('hex', at, at + NAME_BYTES), value })
    }
    return { head: Number(bytes.readBigUInt64LE(NAME_BYTES)), facts }
  }

  /**
   * For a start: the file with these facts alone, and with space for further ones. Where the disk is full, the file of
   * the last process goes on.
   */
  writeAnew(head: number, facts: readonly Fact[]): void {
    this.#head = head
    this.#replace(facts.map(recordOf))
  }

  /** Durable when it returns. A failure is logged, and the next call writes these records too. */
  add(facts: readonly Fact[]): void {
    const { file, log, holds } = this.#parts
    this.#unwritten.push(...facts.map(recordOf))
    // There is no file yet: the disk was full at the start.
    if (this.#space === 0) this.#replace(this.#unwritten)
    if (this.#unwritten.length === 0) return
    const records = Buffer.concat(this.#unwritten)
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
      log.error({ err: error }, `${holds} could not be kept: a restart could bring back what they end`)
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
      this.#parts.log.error({ err: error }, `the file of ${this.#parts.holds} gets no more space from the disk`)
    }
  }

  #replace(kept: readonly Buffer[]): void {
    const { file, log, letters, holds } = this.#parts
    const records = Buffer.concat([
      recordOf({ name: Buffer.from(letters).toString('hex'), value: this.#head }),
      ...kept,
    ])
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
      log.error({ err: error }, `the file of ${holds} could not be written anew`)
    }
  }
}

function recordOf({ name, value }: Fact): Buffer {
  const record = Buffer.alloc(RECORD_BYTES)
  record.write(name, 'hex')
  record.writeBigUInt64LE(BigInt(value), NAME_BYTES)
  return record
}
