/**
 * Batches that were decided and are not durable for longer than usual, kept in the data folder, outside the store. The
 * owner of the store can hold a commit, watch the prices and then keep the batch from ever being stored. The next start
 * appends what is kept, so nothing that was decided can be dropped (decision 155). The file has one line a batch, in
 * the order of the batches, and zero bytes after the last one. It is written only while a commit does not return, and
 * when the write path ends. Its space is taken at the start: the owner of the store may fill the disk.
 */
import { closeSync, constants, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { millis } from '@veritick/domain'
import type { Logger } from 'pino'
import { z } from 'zod'
import {
  batchMac,
  headAfter,
  headBefore,
  isOwnBatch,
  type JournalKey,
  type JournalRow,
  openBatch,
  type SealedBatch,
} from '../journal/index.ts'
import { codeOf, writeWhole } from '../store/index.ts'
import { PendingUnwritable } from './state-faults.ts'

/** Its name in the folder of the world. */
export const PENDING_BATCHES_FILE = 'pending-batches.jsonl'

/**
 * Space that the file has from the start. A batch of one order has a line of about 950 bytes, and a commit that is late
 * refuses new orders.
 */
export const PENDING_BYTES = 4 * 1024 * 1024

export class PendingBatches {
  readonly #file: string
  readonly #journalKey: JournalKey
  readonly #log: Logger
  /** Number of the newest batch in the file; 0: this process keeps none. */
  #kept = 0
  /** Length of the lines that are whole. */
  #length = 0
  /** Batches could not be written. */
  #isFull = false

  /** Takes the space. Throws PendingUnwritable, as where the disk is full. */
  constructor({
    file,
    journalKey,
    log,
  }: { readonly file: string; readonly journalKey: JournalKey; readonly log: Logger }) {
    this.#file = file
    this.#journalKey = journalKey
    this.#log = log
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      overwrite(file, 0, Buffer.alloc(PENDING_BYTES))
      syncFolder(dirname(file))
    } catch (error) {
      throw new PendingUnwritable({ file, code: codeOf(error) ?? String(error) })
    }
  }

  /** Decisions that were not durable could not be kept: the owner of the store could drop further ones. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Adds those that are not in the file yet, durably. Synchronous, because the process may end now. Never throws. */
  keep(batches: readonly SealedBatch[]): void {
    const fresh = batches.filter(({ header }) => header.batch > this.#kept)
    const last = fresh.at(-1)
    if (last === undefined) return
    try {
      const lines = Buffer.from(fresh.map((batch) => `${JSON.stringify(this.#lineOf(batch))}\n`).join(''))
      overwrite(this.#file, this.#length, lines)
      this.#length += lines.length
      this.#kept = last.header.batch
      this.#isFull = false
    } catch (error) {
      if (this.#isFull) return
      this.#isFull = true
      this.#log.error({ err: error, batch: last.header.batch }, 'batches that wait for the store could not be kept')
    }
  }

  /** All of them are durable. `before`: is done before the file is emptied. */
  clear(before: () => void): void {
    this.#isFull = false
    if (this.#kept === 0) return
    before()
    try {
      overwrite(this.#file, 0, Buffer.alloc(this.#length))
    } catch (error) {
      this.#log.error({ err: error }, `${this.#file} could not be emptied: the next start does it`)
    }
    this.#kept = 0
    this.#length = 0
  }

  #lineOf({ header, hash, events, requests, treeNodes }: SealedBatch): unknown {
    const { bodyHash, previousHash, snapshotHash, treeRoot, ...numbers } = header
    const bytes = { bodyHash, previousHash, snapshotHash, treeRoot, hash, events, requests, treeNodes }
    const texts = Object.entries({ ...bytes, mac: batchMac(this.#journalKey, hash) }).map(
      ([name, value]) => [name, Buffer.from(value).toString('base64')] as const,
    )
    return { ...numbers, ...Object.fromEntries(texts) }
  }
}

/** Durably writes bytes into the file, which it makes where it is missing, and cuts off what is beyond its space. */
function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    writeWhole(descriptor, bytes, at)
    if (at === 0) ftruncateSync(descriptor, Math.max(PENDING_BYTES, bytes.length))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** A new name survives a power cut only with its folder. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** A file that stays is removed by the next start: the journal has its batches. */
export function removePending(file: string, log: Logger): void {
  try {
    rmSync(file, { force: true })
  } catch (error) {
    log.error({ err: error }, `${file} could not be removed: the next start removes it`)
  }
}

export type ReadPending =
  | { readonly kind: 'none' }
  | { readonly kind: 'batches'; readonly rows: readonly JournalRow[] }
  | { readonly kind: 'damaged'; readonly why: string }
  | { readonly kind: 'unreadable'; readonly code: string }

/** The lines that were written to their end: a process that ended while it wrote left one without it. */
export function pendingLines(file: string): readonly string[] {
  const [text = ''] = readFileSync(file, 'utf8').split('\0', 1)
  return text.split('\n').slice(0, -1)
}

/** Each batch of the file follows on the one before it and was written by a holder of the key. */
export function readPending(file: string, key: JournalKey): ReadPending {
  let lines: readonly string[]
  try {
    lines = pendingLines(file)
  } catch (error) {
    const code = codeOf(error) ?? String(error)
    return code === 'ENOENT' ? { kind: 'none' } : { kind: 'unreadable', code }
  }
  const rows: JournalRow[] = []
  for (const [at, line] of lines.entries()) {
    try {
      rows.push(rowAfter(rows.at(-1), line, key))
    } catch (error) {
      return { kind: 'damaged', why: `line ${at + 1}: ${reasonOf(error)}` }
    }
  }
  return rows.length === 0 ? { kind: 'none' } : { kind: 'batches', rows }
}

function rowAfter(before: JournalRow | undefined, line: string, key: JournalKey): JournalRow {
  const row = rowOf(LINE.parse(JSON.parse(line)))
  if (!isOwnBatch(key, row)) throw new Error('its message authentication code is not one that the encryption key makes')
  openBatch(before === undefined ? headBefore(row) : headAfter(before), row)
  return row
}

const reasonOf = (error: unknown): string =>
  error instanceof z.ZodError || error instanceof SyntaxError
    ? 'it is not the line of a batch'
    : (error as Error).message.replace(/^invariant violated: /, '')

const whole = z.number().int().nonnegative()
const bytes = z.base64().transform((text): Uint8Array => Buffer.from(text, 'base64'))
const LINE = z.object({
  ...{ batch: whole.positive(), firstEvent: whole, eventCount: whole, eventBytes: whole, requestCount: whole },
  ...{ marketTime: whole, wallTime: whole, epoch: whole, schema: whole, treeSize: whole },
  ...{ bodyHash: bytes, previousHash: bytes, snapshotHash: bytes, treeRoot: bytes },
  ...{ hash: bytes, mac: bytes, events: bytes, requests: bytes, treeNodes: bytes },
})

function rowOf(line: z.infer<typeof LINE>): JournalRow {
  const { hash, mac, events, requests, treeNodes, ...header } = line
  const times = { marketTime: millis(header.marketTime), wallTime: millis(header.wallTime) }
  return { header: { ...header, ...times }, hash, mac, events, requests, treeNodes }
}
