/**
 * Erases the personal data of closed accounts once their time is over. Ledger, journal, orders and audit stay: they
 * name a customer by numbers only. The closure is marked and the rows go in one transaction, so a run that ends in
 * between has erased all or nothing of a customer; the files of pictures follow, and a later run finds what is left.
 */
import type { UserId } from '@veritick/domain'
import { inTransaction } from '../../services/transactions/index.ts'
import { advance, CLOCK, openCase } from '../approvals/index.ts'
import type { ClosureParts } from './closure-parts.ts'
import { dueClosures } from './retention.ts'
import { CLOSURE_TRANSITIONS, CLOSURES } from './transitions.ts'

/** Customers of one run; the next run comes soon enough. */
const CUSTOMERS_MAX = 100

export async function eraseClosed(parts: ClosureParts): Promise<{ readonly erased: number }> {
  const { core, store, settings, runtime } = parts
  await core.projected()
  // Erased data do not come back: a wall clock that is ahead for a moment must erase nothing.
  const now = runtime.guardedNow()
  const due = await dueClosures(store.query, { settings, now, limit: CUSTOMERS_MAX })
  let erased = 0
  for (const { closure, days } of due) {
    const done = await inTransaction(store, async (tx) => {
      const opened = await openCase(CLOSURES, { parts, tx, id: closure, actor: CLOCK })
      const reason = `closed ${days} days ago or more`
      return advance(opened, CLOSURE_TRANSITIONS.erase, { reason, input: undefined, now: runtime.now() })
    })
    // A staff member may have reopened the account meanwhile.
    if (done.ok) erased += 1
  }
  await erasePictures(parts)
  return { erased }
}

async function erasePictures({ store, files }: ClosureParts): Promise<void> {
  const owners = await store.query<{ owner: UserId }>(
    `select distinct f.owner from files f join closures c on c.user_id = f.owner and c.state = 'erased'
     where f.source_hash <> f.file_id limit ${CUSTOMERS_MAX}`,
  )
  for (const { owner } of owners) await files.forget(owner)
}
