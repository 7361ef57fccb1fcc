/**
 * How fast one customer may read. Orders and lists share one process: hundreds of readers of one history would leave
 * orders waiting behind them. A customer has a bucket of reads that fills steadily; a read beyond it waits for its
 * turn, and is refused when that takes too long. A few of a customer's reads are worked on at once, so that the first
 * moment of a crowd is no burst either.
 */

/** Reads that a customer may ask for at once: an app that starts asks for about twenty. */
export const READS_AT_ONCE = 60
/** More than an app with every screen open asks for. */
export const READS_PER_SECOND = 20
/** Reads of a customer that are worked on at once. */
export const READS_RUNNING_MAX = 3
/** How long a read waits for its turn before it is refused. */
export const READ_TURN_WAIT_MS = 3_000
/** Reads that wait, of all customers together; the next one is refused at once. */
export const READS_WAITING_MAX = 5_000

const SECOND = 1_000
const FORGET_EVERY_MS = 60_000

/** This customer reads too much, or too many reads wait: asking again later helps. */
export class ReadsBusy extends Error {}

export type ReadTurns = {
  /** What `read` gives, in its turn. Throws ReadsBusy without calling it. */
  run<T>(user: number, read: () => Promise<T>): Promise<T>
}

/** `spent`: reads of the bucket that have not come back yet, those that wait included. */
type Bucket = { spent: number; at: number }
type Line = { running: number; readonly next: (() => void)[] }

/** `now`: milliseconds of any steady clock. */
export function readTurnsOf(now: () => number): ReadTurns {
  const buckets = new Map<number, Bucket>()
  const lines = new Map<number, Line>()
  let waiting = 0
  let forgottenAt = now()

  function settled(user: number, at: number): Bucket {
    const known = buckets.get(user)
    if (known === undefined) return { spent: 0, at }
    return { spent: Math.max(0, known.spent - ((at - known.at) * READS_PER_SECOND) / SECOND), at }
  }

  function forget(at: number): void {
    if (at - forgottenAt < FORGET_EVERY_MS) return
    forgottenAt = at
    for (const user of buckets.keys()) if (settled(user, at).spent === 0) buckets.delete(user)
  }

  /** Milliseconds until the turn of one more read; `undefined`: too long, and nothing is taken. */
  function take(user: number): number | undefined {
    const at = now()
    forget(at)
    const { spent } = settled(user, at)
    const wait = Math.max(0, ((spent + 1 - READS_AT_ONCE) * SECOND) / READS_PER_SECOND)
    if (wait > READ_TURN_WAIT_MS) return undefined
    buckets.set(user, { spent: spent + 1, at })
    return wait
  }

  async function wait(work: Promise<void>): Promise<void> {
    waiting += 1
    await work
    waiting -= 1
  }

  /** Works on a few of a customer's reads at once; the next one begins where one ends. */
  async function inLine<T>(user: number, read: () => Promise<T>): Promise<T> {
    const line = lines.get(user) ?? { running: 0, next: [] }
    lines.set(user, line)
    if (line.running < READS_RUNNING_MAX) line.running += 1
    else await wait(new Promise((begin) => line.next.push(begin)))
    try {
      return await read()
    } finally {
      const next = line.next.shift()
      if (next !== undefined) next()
      else {
        line.running -= 1
        if (line.running === 0) lines.delete(user)
      }
    }
  }

  return {
    run: async (user, read) => {
      if (waiting >= READS_WAITING_MAX) throw new ReadsBusy('as many reads wait as may')
      const turn = take(user)
      // A refusal at once would be asked again at once: it is as late as a turn would be.
      if (turn === undefined || turn > 0) await wait(pause(turn ?? READ_TURN_WAIT_MS))
      if (turn === undefined) throw new ReadsBusy('this customer reads more than may be read')
      return inLine(user, read)
    },
  }
}

const pause = (duration: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, duration))
