/**
 * A commit that did not return: what its error means, and whether the batch stands in the journal nevertheless. The
 * number of a batch is the journal's primary key, so a batch that is sent twice is stored once: the second try waits
 * for the first and is refused with its number.
 */
import type { Millis } from '@veritick/domain'
import type { Hash } from '@veritick/engine'
import { type SealedBatch, sameBytes } from '../journal/index.ts'
import { codeOf, isRolledBack, type Store, type StoreTrouble, troubleOf } from '../store/index.ts'
import { CoreFatal } from './fatal.ts'

/** Why orders are refused while a commit does not return. */
export type CommitReason = 'commit_late' | 'store_disk_full' | 'store_lost' | 'store_read_only'

/** Why orders are refused as `busy`, and since when by the wall clock. */
export type CommitTrouble = { readonly reason: CommitReason; readonly since: Millis }

/** `isInDoubt`: the store may have done it. */
export type CommitFailure = { readonly reason: CommitReason; readonly isInDoubt: boolean }

const REASONS: Readonly<Record<StoreTrouble, CommitReason>> = {
  busy: 'commit_late',
  lost: 'store_lost',
  disk_full: 'store_disk_full',
  read_only: 'store_read_only',
}

const UNIQUE_VIOLATION = '23505'

/** `undefined`: the commit is refused for a reason that does not pass. `wasInDoubt`: an earlier try had no answer. */
export function failureOf(error: unknown, wasInDoubt: boolean): CommitFailure | undefined {
  if (error instanceof CoreFatal) return undefined
  const trouble = troubleOf(error)
  if (trouble !== undefined) return { reason: REASONS[trouble], isInDoubt: !isRolledBack(error) }
  if (wasInDoubt && codeOf(error) === UNIQUE_VIOLATION) return { reason: 'commit_late', isInDoubt: true }
  return undefined
}

/**
 * True when the batch stands in the journal. Throws a CoreFatal when the journal ends neither with it nor with the
 * batch before it: after a failover the newest batches may be missing, and other batches may stand there.
 */
export async function isStored(store: Pick<Store, 'commit'>, { header, hash }: SealedBatch): Promise<boolean> {
  const [newest] = await store.commit<{ batch: number; hash: Hash }>(
    'select batch, hash from journal order by batch desc limit 1',
  )
  const { batch = 0 } = newest ?? {}
  if (batch === header.batch && newest !== undefined && sameBytes(newest.hash, hash)) return true
  const isBefore = batch === header.batch - 1 && (newest === undefined || sameBytes(newest.hash, header.previousHash))
  if (isBefore) return false
  throw journalMoved(header, batch)
}

/** `newest`: where it ends; `undefined`: not known. */
export function journalMoved({ batch }: Pick<SealedBatch['header'], 'batch'>, newest?: number): CoreFatal {
  const end = newest === undefined ? 'elsewhere' : `with batch ${newest}`
  return new CoreFatal(
    'journal_moved',
    new Error(`the journal ends ${end}, and this process left it at batch ${batch - 1}`),
  )
}
