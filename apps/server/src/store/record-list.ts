/**
 * A file of the data folder that grows by records of one length, for facts that a store which was put back must not
 * take with it. An attacker who can write to the store may fill the disk that it shares with the data folder, so a
 * record is written in place, into space that the file has already. A change costs its own records, however many the
 * file has.
 *
 * The first record is the head: eight letters, which say what the file holds, and a number of its owner. Zero bytes
 * follow the last record. The owner has every record that still matters in memory: with them a file that vanished is
 * made again, and one that grew to several times its contents is replaced by a smaller one.
 */
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readFileSync, readSync, renameSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Logger } from 'pino'
import { FileUnusable, writeWhole } from './kept-file.ts'
import { codeOf } from './refusals.ts'
import { StoreBusy } from './trouble.ts'

/** Space of a new file, and the least that the disk is asked for: 65,536 facts, or 16,384 records of money. */
const SPACE_BYTES = 1_048_576
const SPACE_LEFT_MIN = 524_288
/** With less space left, what depends on a record is refused: transactions that run already still find their space. */
const ROOM_MIN_BYTES = 65_536
/** Records that wait because they could not be written. With more, the whole file is written from memory instead. */
const UNWRITTEN_MAX = 4_096
/** After a whole file could not be written, `add` does not try again for this time: a try stops the thread. */
const TRIED_AGAIN_MS = 1_000
/** A file is made smaller when it has so many times the bytes of its last writing. */
const GROWS_TO = 4
/** Bytes that are put together at once. */
const SLICE_BYTES = 65_536
const LETTERS_BYTES = 8

export type RecordListParts = {
  readonly file: string
  readonly log: Logger | undefined
  /** A divisor of 512, the sector of a disk: after a power cut a record is there whole or not at all. */
  readonly recordBytes: number
  /** Eight characters of ASCII. */
  readonly letters: string
  /** For the log: the records of the file in two or three words. */
  readonly holds: string
  /**
   * All records that still matter, the older one of two about the same first. They may change while this is read, and
   * contain those of `add` when it is called.
   */
  readonly living: () => Iterable<Uint8Array>
  /** Whether the record was written by this server and to its end. Left out: it always is. */
  readonly isWhole?: (record: Buffer) => boolean
}

export class RecordList {
  readonly #parts: RecordListParts
  /** Records that could not be written yet. */
  #unwritten: Uint8Array[] = []
  /** More than these are missing in the file. */
  #lacksMore = false
  #isUnflushed = false
  /** The line that was logged last, since something was written. */
  #told = ''
  #head = 0
  /** Where the next record goes, and where the space of the file ends. 0: there is no file. */
  #at = 0
  #space = 0
  #shrinksFrom = GROWS_TO * SPACE_BYTES
  #shrinking: Promise<void> | undefined
  /** When a whole file could not be written, of the monotonic clock. */
  #failedAt = Number.NEGATIVE_INFINITY
  /** Rises with each file that takes the place of the one before. */
  #files = 0

  constructor(parts: RecordListParts) {
    this.#parts = parts
  }

  /** `undefined`: there is no file. Throws FileUnusable. */
  read(): { readonly head: number; readonly records: readonly Buffer[] } | undefined {
    const { file, letters, recordBytes, isWhole = () => true } = this.#parts
    let bytes: Buffer
    try {
      bytes = readFileSync(file)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw new FileUnusable(file, error)
    }
    if (bytes.length < recordBytes || bytes.toString('latin1', 0, LETTERS_BYTES) !== letters)
      throw new FileUnusable(file)
    const records: Buffer[] = []
    const empty = Buffer.alloc(recordBytes)
    let [end, broken] = [recordBytes, 0]
    for (let at = recordBytes; at + recordBytes <= bytes.length; at += recordBytes) {
      const record = bytes.subarray(at, at + recordBytes)
      if (record.equals(empty)) continue
      if (!isWhole(record)) broken = at
      else {
        records.push(record)
        end = at + recordBytes
      }
    }
    // A power cut tears the last records alone, which were not durable yet.
    if (broken !== 0 && broken < end) throw new FileUnusable(file)
    this.#at = end
    this.#space = bytes.length
    return { head: Number(bytes.readBigUInt64LE(LETTERS_BYTES)), records }
  }

  /**
   * For a start: the file with the living records alone, and with space for further ones. Where the disk is full, the
   * file of the last process goes on.
   */
  writeAnew(head: number): void {
    this.#head = head
    this.#replace()
  }

  /**
   * In the file when it returns, and durable if it `outlives` a power cut. A failure is logged, and the next call, or
   * `retry`, writes these records too.
   */
  add(records: readonly Uint8Array[], outlives: 'power cut' | 'process' = 'power cut'): void {
    for (const record of records) this.#unwritten.push(record)
    this.#write(outlives === 'power cut')
    if (this.#unwritten.length > UNWRITTEN_MAX) {
      this.#unwritten = []
      this.#lacksMore = true
    }
    if (this.#at >= this.#shrinksFrom) this.#shrinking ??= this.#shrink()
  }

  /** False while records wait to be written, or the disk has no space for the next ones. */
  get hasRoom(): boolean {
    return !this.#lacksMore && this.#unwritten.length === 0 && this.#space - this.#at >= ROOM_MIN_BYTES
  }

  /** Throws StoreBusy while a further record might not be kept: a start would not know of what depends on it. */
  requireRoom(): void {
    if (!this.hasRoom) throw new StoreBusy(`${this.#parts.holds} cannot be kept: the disk of the data folder is full`)
  }

  /** Makes durable what is in the file, and tries again what could not be written. Call it about once a second. */
  retry(): void {
    this.#failedAt = Number.NEGATIVE_INFINITY
    if (this.#isUnflushed || !this.hasRoom) this.#write(true)
  }

  /** Ends when no smaller file is being written. */
  async settled(): Promise<void> {
    await this.#shrinking
  }

  get #notKept(): string {
    return `${this.#parts.holds} could not be kept: a restart could bring back what they end`
  }

  #write(flushes: boolean): void {
    const { file } = this.#parts
    if (this.#space === 0 || this.#lacksMore) {
      this.#replace()
      return
    }
    try {
      const descriptor = openSync(file, 'r+')
      try {
        if (fstatSync(descriptor).size < this.#space) throw Object.assign(new Error('it was cut'), { code: 'ENOENT' })
        this.#append(descriptor, flushes)
      } finally {
        closeSync(descriptor)
      }
      this.#told = ''
    } catch (error) {
      if (codeOf(error) === 'ENOENT') this.#again(error)
      else this.#tell(error, this.#notKept)
    }
  }

  #append(descriptor: number, flushes: boolean): void {
    if (this.#unwritten.length > 0) {
      const records = Buffer.concat(this.#unwritten)
      writeWhole(descriptor, records, this.#at)
      this.#isUnflushed = true
      // Not before it is durable: where the flush fails, the same bytes are written again.
      if (flushes) fsyncSync(descriptor)
      this.#at += records.length
      this.#unwritten = []
    } else if (flushes && this.#isUnflushed) fsyncSync(descriptor)
    if (flushes) this.#isUnflushed = false
    this.#extend(descriptor)
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
      this.#tell(error, `the file of ${this.#parts.holds} gets no more space from the disk`)
    }
  }

  /** The file vanished, or was cut, while the process runs. */
  #again(error: unknown): void {
    const { file, log, holds } = this.#parts
    log?.error({ err: error }, `${file} was removed or cut: the file of ${holds} is made again from memory`)
    this.#space = 0
    this.#replace()
  }

  #replace(): void {
    const { file, holds } = this.#parts
    if (performance.now() - this.#failedAt < TRIED_AGAIN_MS) {
      if (this.#unwritten.length > 0) this.#tell(undefined, this.#notKept)
      return
    }
    const draft = `${file}.part`
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      const descriptor = openSync(draft, 'w', 0o600)
      let at = 0
      try {
        for (const slice of this.#slices()) {
          writeWhole(descriptor, slice, at)
          at += slice.length
        }
        writeWhole(descriptor, Buffer.alloc(SPACE_BYTES), at)
        fsyncSync(descriptor)
      } finally {
        closeSync(descriptor)
      }
      this.#putInPlace(draft, { at, space: at + SPACE_BYTES })
      this.#unwritten = []
      this.#lacksMore = false
      this.#told = ''
    } catch (error) {
      this.#failedAt = performance.now()
      const isLess = this.#lacksMore || this.#unwritten.length > 0
      this.#tell(error, isLess ? this.#notKept : `the file of ${holds} could not be written anew`)
    }
  }

  #putInPlace(draft: string, { at, space }: { readonly at: number; readonly space: number }): void {
    const { file } = this.#parts
    renameSync(draft, file)
    this.#files += 1
    this.#at = at
    this.#space = space
    this.#shrinksFrom = GROWS_TO * Math.max(SPACE_BYTES, at)
    this.#isUnflushed = false
    const folder = openSync(dirname(file), 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  }

  /** Head and living records. */
  *#slices(): Generator<Buffer> {
    const { letters, recordBytes, living } = this.#parts
    const head = Buffer.alloc(recordBytes)
    head.write(letters, 'latin1')
    head.writeBigUInt64LE(BigInt(this.#head), LETTERS_BYTES)
    let slice: Uint8Array[] = [head]
    for (const record of living()) {
      slice.push(record)
      if (slice.length * recordBytes < SLICE_BYTES) continue
      yield Buffer.concat(slice)
      slice = []
    }
    yield Buffer.concat(slice)
  }

  /**
   * Writes the living records into a draft, slice by slice, so that nothing waits for it. Meanwhile records go into the
   * old file as ever; a process that is killed leaves that file. Then, at once, the draft gets what the old file got
   * since the beginning, and takes its place.
   */
  async #shrink(): Promise<void> {
    const { file, holds } = this.#parts
    const [begun, from] = [this.#files, this.#at]
    const draft = `${file}.smaller`
    try {
      const handle = await open(draft, 'w', 0o600)
      try {
        const at = await this.#draft(handle)
        // A file that was made again from memory meanwhile has the living records alone.
        if (this.#files === begun) this.#finish({ draft, descriptor: handle.fd, at, from })
      } finally {
        await handle.close()
      }
    } catch (error) {
      this.#shrinksFrom = this.#at + GROWS_TO * SPACE_BYTES
      this.#tell(error, `the file of ${holds} could not be made smaller`)
    }
    this.#shrinking = undefined
  }

  async #draft(handle: FileHandle): Promise<number> {
    let at = 0
    for (const slice of this.#slices()) {
      await handle.appendFile(slice)
      at += slice.length
    }
    await handle.appendFile(Buffer.alloc(SPACE_BYTES))
    await handle.sync()
    return at
  }

  #finish({ draft, descriptor, at, from }: Draft): void {
    const since = Buffer.alloc(this.#at - from)
    const old = openSync(this.#parts.file, 'r')
    try {
      if (readSync(old, since, 0, since.length, from) < since.length) throw new Error('the file was cut meanwhile')
    } finally {
      closeSync(old)
    }
    writeWhole(descriptor, since, at)
    fsyncSync(descriptor)
    const end = at + since.length
    this.#putInPlace(draft, { at: end, space: Math.max(end, at + SPACE_BYTES) })
  }

  /** Once until something was written again. */
  #tell(error: unknown, text: string): void {
    if (this.#told !== text) this.#parts.log?.error({ err: error }, text)
    this.#told = text
  }
}

/** `at`: where the draft ends. `from`: where the old file ended when the draft was begun. */
type Draft = { readonly draft: string; readonly descriptor: number; readonly at: number; readonly from: number }
