/**
 * How fast one customer may read. Orders and lists share one process: hundreds of readers of one history would delay
 * orders. A customer has a bucket of reads that fills steadily; a read beyond it waits for its turn, and is refused
 * when that takes too long. Rows that the store looks at for a read count as further reads, because a list of a long
 * history costs as much as many others. Only some reads of a session are worked on at once, so that a start is no burst
 * either. A session has a small share of its own beside the bucket, so that the thief of another one cannot keep its
 * owner from reading what there is to end and to cancel.
 */
import { allowanceOf } from './allowance.ts'
import { LIMITS } from './limits.ts'

const SECOND = 1_000
const FORGET_EVERY_MS = 60_000

/** This customer asks for too much, or too many requests wait: asking again later helps. */
export class TurnRefused extends Error {}

/** `tokenHash`: names the session. */
export type Reader = { readonly user: number; readonly tokenHash: string }

/** Counts rows that the store looked at as reads (`LIMITS.reads.rows`). */
export type Looked = (rows: number) => void

export type ReadTurns = {
  /**
   * Calls `read` in its turn and returns its result. Throws TurnRefused without calling it. `read` says how many rows
   * the store looked at for it.
   */
  run<T>(reader: Reader, read: (looked: Looked) => Promise<T>): Promise<T>
}

/** `spent`: reads of the bucket that have not come back yet, those that wait included. */
type Bucket = { spent: number; at: number }
type Line = { running: number; readonly next: (() => void)[] }

/** `now`: milliseconds of any monotonic clock. */
export function readTurnsOf(now: () => number): ReadTurns {
  const buckets = bucketsOf(now)
  const lines = new Map<string, Line>()
  const own = allowanceOf<string>(now, LIMITS.protection)
  const wait = waitingRoom()

  /** Works on a few of a session's reads at once; the next one begins where one ends. */
  async function inLine<T>({ session, share }: { session: string; share: Share }, read: () => Promise<T>): Promise<T> {
    const line = lines.get(session) ?? { running: 0, next: [] }
    lines.set(session, line)
    if (line.running < LIMITS.reads.running) line.running += 1
    else await wait(share, () => new Promise((begin) => line.next.push(begin)))
    try {
      return await read()
    } finally {
      const next = line.next.shift()
      if (next !== undefined) next()
      else {
        line.running -= 1
        if (line.running === 0) lines.delete(session)
      }
    }
  }

  return {
    run: async ({ user, tokenHash }, read) => {
      const turnOfAll = buckets.take(user)
      const turn = turnOfAll ?? (own.take(tokenHash) ? 0 : undefined)
      const looked: Looked = (rows) => {
        const reads = Math.floor(rows / LIMITS.reads.rows)
        if (turnOfAll === undefined) own.spend(tokenHash, reads)
        else buckets.spend(user, reads)
      }
      if (turn === undefined) return refuseLate()
      const share = turnOfAll === undefined ? tokenHash : user
      if (turn > 0) await wait(share, () => pause(turn))
      return inLine({ session: tokenHash, share }, () => read(looked))
    },
  }
}

/** The customer whose bucket a read is taken from, or the session whose own share it is. */
type Share = number | string

/**
 * Where reads wait for their turn. Each share has few places, so that no customer fills the room of all, and one more
 * place beyond that room. Reads that are refused have no place here, however late their refusal is.
 */
function waitingRoom(): (share: Share, turn: () => Promise<void>) => Promise<void> {
  const waitingOf = new Map<Share, number>()
  let waiting = 0

  function count(share: Share, change: 1 | -1): void {
    const left = (waitingOf.get(share) ?? 0) + change
    if (left === 0) waitingOf.delete(share)
    else waitingOf.set(share, left)
    waiting += change
  }

  return async (share, turn) => {
    const taken = waitingOf.get(share) ?? 0
    if (taken >= LIMITS.reads.waitingPerCustomer) return refuseLate()
    if (waiting >= LIMITS.reads.waiting && taken > 0) throw new TurnRefused('as many reads wait as may')
    count(share, 1)
    await turn()
    count(share, -1)
  }
}

/** A refusal at once would be asked again at once: it is as late as a turn would be. */
async function refuseLate(): Promise<never> {
  await pause(LIMITS.reads.waitMs)
  throw new TurnRefused('this customer reads more than may be read')
}

/** The reads of each customer. */
function bucketsOf(now: () => number) {
  const buckets = new Map<number, Bucket>()
  let forgottenAt = now()

  function settled(user: number, at: number): Bucket {
    const known = buckets.get(user)
    if (known === undefined) return { spent: 0, at }
    return { spent: Math.max(0, known.spent - ((at - known.at) * LIMITS.reads.perSecond) / SECOND), at }
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
    const wait = Math.max(0, ((spent + 1 - LIMITS.reads.atOnce) * SECOND) / LIMITS.reads.perSecond)
    if (wait > LIMITS.reads.waitMs) return undefined
    buckets.set(user, { spent: spent + 1, at })
    return wait
  }

  function spend(user: number, reads: number): void {
    const at = now()
    buckets.set(user, { spent: settled(user, at).spent + reads, at })
  }

  return { take, spend }
}

const pause = (duration: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, duration))
