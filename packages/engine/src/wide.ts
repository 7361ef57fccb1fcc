/**
 * Whole numbers in a form of fixed width, for messages between threads that are read by the million: every field has a
 * place that does not depend on those before it. The journal never uses it: the form of `natural` and `whole` is
 * shorter.
 */
import { assert } from '@veritick/domain'
import type { Codec } from './bytes.ts'

/** The double that is written for a missing value: it is no whole number and has one form. */
const MISSING = Number.POSITIVE_INFINITY

/** -(2^53 - 1) to 2^53 - 1 as a double, lowest byte first. A negative zero is written as zero. */
export const wide: Codec<number> = {
  write(out, value) {
    out.double(wholeOf(value + 0))
  },
  read: (from) => wholeOf(from.double()),
}

/** The same as `wide`, with infinity for `undefined`. */
export const optionalWide: Codec<number | undefined> = {
  write(out, value) {
    out.double(value === undefined ? MISSING : wholeOf(value + 0))
  },
  read: (from) => orMissing(from.double()),
}

/** A value of `wide` at its place. */
export function readWide(view: DataView, at: number): number {
  return wholeOf(view.getFloat64(at, true))
}

/** A value of `optionalWide` at its place. */
export function readOptionalWide(view: DataView, at: number): number | undefined {
  return orMissing(view.getFloat64(at, true))
}

function orMissing(value: number): number | undefined {
  return value === MISSING ? undefined : wholeOf(value)
}

function wholeOf(value: number): number {
  assert(Number.isSafeInteger(value) && !Object.is(value, -0), 'a wide number is a whole number')
  return value
}

/** A view of exactly these bytes, which may be a part of a larger buffer. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Copies this many bytes, four at a time: both views must have room for three more. Returns the place behind them. */
export function copyWords(from: DataView, start: number, to: DataView, at: number, length: number): number {
  for (let each = 0; each < length; each += 4) to.setInt32(at + each, from.getInt32(start + each, true), true)
  return at + length
}
