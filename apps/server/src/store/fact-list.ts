/**
 * A list of records of 16 bytes (record-list.ts): each has a name of 8 bytes and a whole number, which says how far
 * something is over. Where a name stands twice, the later record counts, or the higher number, as the owner likes.
 */
import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { FileUnusable } from './kept-file.ts'
import { RecordList } from './record-list.ts'

const RECORD_BYTES = 16
const NAME_BYTES = 8

/** A quarter of the digits of a SHA-256: 64 bits, so that no two facts have the same name. */
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
  /** The facts of `RecordListParts.living`. */
  readonly living: () => Iterable<readonly [name: string, value: number]>
}

export class FactList {
  readonly #parts: Parts
  readonly #list: RecordList

  constructor(parts: Parts) {
    this.#parts = parts
    const living = function* () {
      for (const [name, value] of parts.living()) yield recordOf({ name, value })
    }
    this.#list = new RecordList({ ...parts, recordBytes: RECORD_BYTES, living })
  }

  /** `undefined`: there is no file, or it cannot be used, which is logged. */
  read(): { readonly head: number; readonly facts: readonly Fact[] } | undefined {
    const { log, lost } = this.#parts
    try {
      const read = this.#list.read()
      return read && { head: read.head, facts: read.records.map(factOf) }
    } catch (error) {
      if (!(error instanceof FileUnusable)) throw error
      log.error({ err: error }, `${error.message}: ${lost}`)
      return undefined
    }
  }

  writeAnew(head: number): void {
    this.#list.writeAnew(head)
  }

  /** Durable when it returns. A failure is logged, and the next call writes these facts too. */
  add(facts: readonly Fact[]): void {
    this.#list.add(facts.map(recordOf))
  }

  /** Throws StoreBusy while a further fact might not be kept. */
  requireRoom(): void {
    this.#list.requireRoom()
  }

  retry(): void {
    this.#list.retry()
  }

  settled(): Promise<void> {
    return this.#list.settled()
  }
}

function recordOf({ name, value }: Fact): Buffer {
  const record = Buffer.alloc(RECORD_BYTES)
  record.write(name, 'hex')
  record.writeBigUInt64LE(BigInt(value), NAME_BYTES)
  return record
}

const factOf = (record: Buffer): Fact => ({
  name: record.toString('hex', 0, NAME_BYTES),
  value: Number(record.readBigUInt64LE(NAME_BYTES)),
})
