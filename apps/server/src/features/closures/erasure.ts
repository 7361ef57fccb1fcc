/**
 * Erases the personal data of closed accounts once their time is over. Ledger, journal, orders and audit stay: they
 * name a customer by numbers only. The closure is marked and the rows go in one transaction, so a run that ends in
 * between has erased all or nothing of a customer; the files of pictures follow, and a later run finds what is left.
 */
import { must, type UserId } from '@veritick/domain'
import { unlessBusy } from '../../journal/index.ts'
import { rowChanged } from '../../services/seals/index.ts'
import { inTransaction } from '../../services/transactions/index.ts'
import { advance, CLOCK, openCase } from '../approvals/index.ts'
import { finishEach, runAll } from '../money/index.ts'
import type { ClosureParts } from './context.ts'
import { isRefused } from './erased-tables.ts'
import { owedTo } from './obstacles.ts'
import { closureOf } from './queries.ts'
import { type Due, dueClosures, provenOwner } from './retention.ts'
import { CLOSURE_TRANSITIONS, CLOSURES } from './transitions.ts'

/** Customers of one run; the next run comes soon enough. */
const CUSTOMERS_MAX = 100

/** SQL: the picture shows a refused document. `file`: an alias of `files`. */
const isOfRefused = (file: string) => `exists (select 1 from identity_submissions r
  where r.user_id = ${file}.owner and ${file}.file_id in (r.front, r.reverse) and ${isRefused('r')})`

export async function eraseClosed(parts: ClosureParts): Promise<{ readonly erased: number }> {
  const { core, store, settings, runtime, log } = parts
  await core.projected()
  // Erased data do not come back: a wall clock that is ahead for a moment must erase nothing.
  const now = runtime.guardedNow()
  const due = await dueClosures(store.query, { settings, now, limit: CUSTOMERS_MAX })
  // From here on the read tables show every booking that was made before the list was read.
  await core.projected()
  const found = new Map(due.map((each) => [each.closure, each]))
  let erased = 0
  const erase = async (id: number) => {
    // A staff member may have reopened the account meanwhile, or money may have come.
    if (await eraseOne(parts, must(found.get(id), 'it is due'))) erased += 1
  }
  await runAll([() => finishEach(log, { kind: 'closure', ids: [...found.keys()] }, erase), () => erasePictures(parts)])
  return { erased }
}

async function eraseOne(parts: ClosureParts, { closure, user, days, bookings }: Due): Promise<boolean> {
  const { store, runtime } = parts
  const proven = await unlessBusy(async () => ({
    owner: await provenOwner(parts, user),
    owed: await owedTo(parts, user),
  }))
  if (!proven.ok) return false
  const input = { user, bookings, ...proven.value }
  const done = await inTransaction(store, async (tx) => {
    const opened = await openCase(CLOSURES, { parts, tx, id: closure, actor: CLOCK })
    const given = { reason: `closed ${days} days ago or more`, input, now: runtime.now() }
    return advance(opened, CLOSURE_TRANSITIONS.erase, given)
  })
  return done.ok
}

/** Fingerprints of refused documents stay, so that the same picture is still found. */
async function erasePictures({ store, files, log, encryption }: ClosureParts): Promise<void> {
  const rows = await store.query<{ owner: UserId }>(
    `select distinct f.owner from files f join users u on u.user_id = f.owner
       join closures c on c.closure_id = u.closure_id and c.state = 'erased'
     where f.erased_at is null or (f.source_hash <> f.file_id and not ${isOfRefused('f')})
     limit ${CUSTOMERS_MAX}`,
  )
  const ids = rows.map(({ owner }) => owner)
  await finishEach(log, { kind: 'owner', ids }, async (owner) => {
    // The closure that the statement found may have been written into the store.
    if ((await closureOf({ db: store.db, encryption }, owner))?.state !== 'erased')
      throw rowChanged('closures', { closure_id: `of user ${owner}` })
    const refused = await store.query<{ file: string }>(
      `select f.file_id as file from files f where f.owner = $1 and ${isOfRefused('f')}`,
      [owner],
    )
    await files.forget({ owner, recognised: refused.map(({ file }) => file) })
  })
}
