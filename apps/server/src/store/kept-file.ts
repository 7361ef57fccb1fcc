/**
 * A file of JSON in the data folder, for facts that a store which was put back must not take with it. An attacker who
 * can write to the store may fill the disk that it shares with the data folder, so that nothing new can be written. So
 * a value is written over an older one, into space that the file has already: a file is two slots of equal size, and
 * the slot with the higher sequence is the newest. A power cut during a write leaves the other slot.
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { codeOf } from './refusals.ts'

/** A slot begins with a line of this length, which names its sequence and the length and SHA-256 of its value. */
const HEAD_BYTES = 128
/** Slots begin at such a multiple, so that a disk writes a head whole. */
const PAGE_BYTES = 4_096
/** A new slot has so much, or twice its value. */
const SLOT_BYTES_MIN = 64 * 1_024
/** A value that needs more than this share of its slot moves to a file with larger slots. */
const GROWS_FROM = 0.75

const HEAD = z.strictObject({ sequence: z.int().positive(), length: z.int().positive(), sum: z.string().length(64) })
type Head = z.infer<typeof HEAD>

/**
 * Puts the value in the place of the one before, at once and durably. Synchronous: the process may end now. Throws
 * where it could not be written. False: it was written, but the next one may not fit into the space of the file, and
 * the disk had no more. `outlives` a `process`: a power cut may leave the value before, and no flush of the disk keeps
 * the caller waiting.
 */
export function keepFile(file: string, value: unknown, outlives: 'power cut' | 'process' = 'power cut'): boolean {
  const flush = outlives === 'process' ? () => {} : fsyncSync
  const text = Buffer.from(JSON.stringify(value))
  const descriptor = opened(file)
  if (descriptor === undefined) return putNew(file, text)
  try {
    const slotBytes = slotBytesOf(fstatSync(descriptor).size)
    const room = slotBytes - HEAD_BYTES
    if (text.length > room) return putNew(file, text)
    const [first, second] = [0, slotBytes].map((at) => headAt(descriptor, at)?.sequence ?? 0) as [number, number]
    writeSlot(descriptor, first < second ? 0 : slotBytes, { text, sequence: Math.max(first, second) + 1, flush })
    if (text.length <= room * GROWS_FROM) return true
  } finally {
    closeSync(descriptor)
  }
  try {
    return putNew(file, text)
  } catch {
    return false
  }
}

/** The newest value as text. Throws a SyntaxError where no slot has a whole one, and the error of a failed read. */
export function readKept(file: string): string {
  const bytes = readFileSync(file)
  const slotBytes = slotBytesOf(bytes.length)
  const whole = [0, slotBytes].flatMap((at) => {
    const head = headOf(bytes.subarray(at, at + HEAD_BYTES))
    if (head === undefined) return []
    const text = bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + head.length)
    return sumOf(text) === head.sum ? [{ sequence: head.sequence, text }] : []
  })
  const newest = whole.sort((one, other) => other.sequence - one.sequence)[0]
  if (newest === undefined) throw new SyntaxError(`${file} has no whole value`)
  return newest.text.toString()
}

/** A file is there and cannot be used. `code`: of the failed read; `undefined`: its contents are damaged. */
export class FileUnusable extends Error {
  readonly code: string | undefined

  constructor(file: string, cause?: unknown) {
    const code = codeOf(cause)
    super(`${file} ${code === undefined ? 'is damaged' : `cannot be read (${code})`}`, { cause })
    this.code = code
  }
}

/** The newest value; `undefined`: there is no file. Throws FileUnusable. */
export function readKeptAs<Value>(file: string, schema: z.ZodType<Value>): Value | undefined {
  try {
    return schema.parse(JSON.parse(readKept(file)))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new FileUnusable(file, error)
  }
}

/** A file that names the newest of what this server has seen in the store cannot be used, for an operator. */
export class KnownFileRefused extends Error {}

/** `names`: what the file names. `remedy`: what to compare where its text is lost. */
type Known = { readonly names: string; readonly remedy: string }

/** For a file without which no start may go on. Throws KnownFileRefused. */
export function readKnownFile<Value>(
  file: string,
  { schema, ...known }: Known & { readonly schema: z.ZodType<Value> },
): Value | undefined {
  return orRefuse(known, () => readKeptAs(file, schema))
}

/** Throws KnownFileRefused where `read` throws FileUnusable. */
export function orRefuse<Value>({ names, remedy }: Known, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof FileUnusable)) throw error
    throw new KnownFileRefused(
      `${error.message}: it names ${names}. Give it back to the user of the server, or compare ${remedy} and remove ` +
        'the file',
    )
  }
}

function opened(file: string): number | undefined {
  try {
    return openSync(file, 'r+')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const slotBytesOf = (fileBytes: number) => Math.floor(fileBytes / 2 / PAGE_BYTES) * PAGE_BYTES

function putNew(file: string, text: Uint8Array): true {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const slotBytes = Math.ceil(Math.max(SLOT_BYTES_MIN, 2 * text.length + HEAD_BYTES) / PAGE_BYTES) * PAGE_BYTES
  const draft = `${file}.part`
  const descriptor = openSync(draft, 'w', 0o600)
  try {
    // Bytes, not a length alone: the disk gives the space now.
    writeWhole(descriptor, Buffer.alloc(2 * slotBytes, ' '), 0)
    writeSlot(descriptor, 0, { text, sequence: 1 })
  } finally {
    closeSync(descriptor)
  }
  renameSync(draft, file)
  return true
}

/** The head last: a slot whose value was not written to its end keeps its old head, which does not fit the value. */
function writeSlot(descriptor: number, at: number, { text, sequence, flush = fsyncSync }: Slot): void {
  writeWhole(descriptor, text, at + HEAD_BYTES)
  flush(descriptor)
  const head: Head = { sequence, length: text.length, sum: sumOf(text) }
  writeWhole(descriptor, Buffer.from(`${JSON.stringify(head).padEnd(HEAD_BYTES - 1)}\n`), at)
  flush(descriptor)
}

type Slot = {
  readonly text: Uint8Array
  readonly sequence: number
  readonly flush?: (descriptor: number) => void
}

/** Writes all of the bytes from this place on. */
export function writeWhole(descriptor: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done, bytes.length - done, at + done)
}

function headAt(descriptor: number, at: number): Head | undefined {
  const bytes = Buffer.alloc(HEAD_BYTES)
  readSync(descriptor, bytes, 0, HEAD_BYTES, at)
  return headOf(bytes)
}

/** `undefined`: no value was written there, or not to its end. */
function headOf(bytes: Uint8Array): Head | undefined {
  try {
    return HEAD.parse(JSON.parse(Buffer.from(bytes).toString()))
  } catch {
    return undefined
  }
}

const sumOf = (text: Uint8Array) => createHash('sha256').update(text).digest('hex')
