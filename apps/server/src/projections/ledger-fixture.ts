/** The ledger as tests read it: the postings of an event, and the sums of the books. */
import { eq } from 'drizzle-orm'
import { type Database, ledgerEntries, type Query } from '../store/index.ts'
import type { LedgerRow } from './queries.ts'

/** The double-entry lines of one event. */
export async function postingsOf(db: Database, sequence: number): Promise<readonly LedgerRow[]> {
  return db.select().from(ledgerEntries).where(eq(ledgerEntries.sequence, sequence)).orderBy(ledgerEntries.line)
}

/** Sum of each purse of each book. Text, because many clients together may pass 2^53. */
export async function purseSums(
  query: Query,
): Promise<readonly { readonly book: string; readonly purse: string; readonly sum: string }[]> {
  return query(
    'select book, purse, sum(amount)::text as sum from ledger_entries group by book, purse order by book, purse',
  )
}
