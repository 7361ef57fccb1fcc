/** The read tables as a whole: their checkpoint, their version, and how they become empty. */
import { must } from '@veritick/domain'
import type { Logger } from 'pino'
import { EMPTIED_TABLES, type Lane, type Query } from '../store/index.ts'
import { FOLD_VERSION } from './fold.ts'
import type { Checkpoint } from './fold-step.ts'

/** `isNewFold`: the tables were of another version of the fold and are empty now. */
export type Opened = Checkpoint & { readonly isNewFold: boolean }

/**
 * As the operator asked: the projector that is opened next folds everything, and the start waits for it and compares.
 */
export async function rebuildReadTables(store: Lane, log: Logger): Promise<void> {
  log.warn('the read tables are rebuilt from the journal, as --rebuild-read-tables asked')
  await emptyReadTables(store)
}

/** Empties tables of another version of the fold; the projector then folds everything. */
export async function openReadTables(store: Lane, log: Logger): Promise<Opened> {
  const rows = await store.query<{ version: number; batch: number; sequence: number }>(
    'select version, batch, sequence from projection',
  )
  const found = rows[0]
  if (found !== undefined && found.version === FOLD_VERSION) return { ...found, isNewFold: false }
  if (found !== undefined) log.info('the read tables are of another version: they are rebuilt from the journal')
  await emptyReadTables(store)
  return { batch: 0, sequence: 0, isNewFold: found !== undefined }
}

async function emptyReadTables(store: Lane): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.query(`truncate ${EMPTIED_TABLES.join(', ')}`)
    await tx.query('insert into projection (id, version, batch, sequence) values (1, $1, 0, 0)', [FOLD_VERSION])
  })
}

export async function checkpointOf(query: Query): Promise<Checkpoint> {
  const rows = await query<Checkpoint>('select batch, sequence from projection')
  return must(rows[0], 'an open projection has its checkpoint')
}
