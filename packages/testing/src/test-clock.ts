/** A clock that a test sets, with chance that can be played again: the same seed gives the same codes and names. */
import { createHash } from 'node:crypto'
import { type Millis, millis } from '@veritick/domain'

export type SetMachine = {
  now(): Millis
  /** The same: this clock only runs ahead. */
  guardedNow(): Millis
  monotonicNow(): number
  random(bytes: number): Uint8Array
  /** Lets that much wall time pass. */
  pass(milliseconds: number): void
}

/** Starts at an ISO moment. Chance is SHA-256 of seed and count. */
export function setMachine(options: { readonly at: string; readonly seed?: string }): SetMachine {
  let time = Date.parse(options.at)
  let count = 0
  const block = () =>
    createHash('sha256')
      .update(`${options.seed ?? 'seed'}:${count++}`)
      .digest()
  return {
    now: () => millis(time),
    guardedNow: () => millis(time),
    monotonicNow: () => time,
    random: (bytes) => {
      const blocks: Buffer[] = []
      while (blocks.length * 32 < bytes) blocks.push(block())
      return new Uint8Array(Buffer.concat(blocks).subarray(0, bytes))
    },
    pass: (milliseconds) => {
      time += milliseconds
    },
  }
}
