/**
 * Exactly one writer. The process that opens the store raises the epoch. Every append checks, in its own transaction
 * and under a row lock, that the epoch is still its own. A lock (a file or a lock of the server) refuses a second
 * writer early and with a message; the epoch makes a second writer impossible.
 */
import { must } from '@veritick/domain'
import type { Query } from './interface.ts'

/** The number of this opening. Call it while holding the store's lock. */
export async function raiseEpoch(query: Query): Promise<number> {
  const rows = await query<{ epoch: number }>(
    'insert into fence (id, epoch) values (1, 1) on conflict (id) do update set epoch = fence.epoch + 1 returning epoch',
  )
  return must(rows[0], 'raising the epoch gives a row').epoch
}

/** `undefined`: no process has ever opened this store. */
export async function readEpoch(query: Query): Promise<number | undefined> {
  const rows = await query<{ epoch: number }>('select epoch from fence where id = 1')
  return rows[0]?.epoch
}

export function takenOver(newest: number | undefined, own: number): Error {
  return new Error(`another writer has taken over (epoch ${newest}, ours ${own}): this process must end`)
}

/** How often a writer with nothing to write looks whether it still is the writer. */
const LOOKED_AT_EVERY_MS = 3_000

/**
 * Tells once when another writer has taken over. A look that fails says nothing: the next commit will. Returns what
 * ends the looking.
 */
export function watchEpoch(watched: {
  readonly query: Query
  readonly epoch: number
  readonly taken: (error: Error) => void
}): () => void {
  const { query, epoch, taken } = watched
  let looking = false
  const look = async () => {
    if (looking) return
    looking = true
    const newest = await readEpoch(query).catch(() => epoch)
    looking = false
    if (newest === epoch) return
    end()
    taken(takenOver(newest, epoch))
  }
  const timer = setInterval(() => void look(), LOOKED_AT_EVERY_MS)
  timer.unref()
  const end = () => clearInterval(timer)
  return end
}
