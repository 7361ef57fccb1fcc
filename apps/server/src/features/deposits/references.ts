/**
 * The reference in the text of a wire, by which staff find its customer (`wireReferenceOf`). A customer is shown the
 * next reference before they pay; a report uses it up.
 */
import type { UserId } from '@veritick/domain'
import { bankReferenceOf, lettersOf, wireReferenceOf } from '@veritick/domain/addresses'
import { and, count, eq, or, type SQL, sql } from 'drizzle-orm'
import { type Database, deposits } from '../../store/index.ts'
import { uidOf } from '../accounts/index.ts'

/** Under `lockCustomer` it is unique; without the lock it is the reference to show. */
export async function nextWireReference(db: Database, user: UserId): Promise<string> {
  const [wires] = await db
    .select({ count: count() })
    .from(deposits)
    .where(and(eq(deposits.user, user), eq(deposits.method, 'bank')))
  return wireReferenceOf(uidOf(user), (wires?.count ?? 0) + 1)
}

/**
 * Deposits that a reference names: a wire's however the bank spelled it, a transaction's hash on any chain, as it was
 * reported or credited, the bank's own, a provider's.
 */
export function namedBy(reference: string): SQL | undefined {
  const word = reference.trim()
  const hash = word.toLowerCase().replace(/^0x/, '')
  const { paymentReference: payment } = deposits
  return or(
    sql`replace(${deposits.reference}, '-', '') = ${lettersOf(word)}`,
    sql`split_part(${deposits.txHash}, ':', 2) = ${hash}`,
    sql`substr(${payment}, strpos(${payment}, ':') + 1) in (${hash}, ${bankReferenceOf(word) ?? ''})`,
    eq(deposits.providerReference, word),
  )
}
