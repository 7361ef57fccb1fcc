/**
 * What a wire carries in its text, so that whoever sees it arrive knows whose it is: `VT-10000042-3` is the third wire
 * of customer
 * 10000042. A customer is shown the next one before they pay; a report uses it up.
 */
import { and, count, eq, or, type SQL, sql } from 'drizzle-orm'
import { type Database, deposits } from '../../store/index.ts'
import { uidOf } from '../accounts/index.ts'

/** Alone for the customer (`aloneFor`) it is nobody else's; otherwise the one to be shown. */
export async function nextWireReference(db: Database, user: number): Promise<string> {
  const [wires] = await db
    .select({ count: count() })
    .from(deposits)
    .where(and(eq(deposits.user, user), eq(deposits.type, 1)))
  return `VT-${uidOf(user)}-${(wires?.count ?? 0) + 1}`
}

/**
 * Deposits that a reference names: a wire's however the bank spelled it, a transaction's hash on any chain, a
 * provider's.
 */
export function namedBy(reference: string): SQL | undefined {
  const word = reference.trim()
  const letters = word.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return or(
    sql`replace(${deposits.reference}, '-', '') = ${letters}`,
    sql`split_part(${deposits.txHash}, ':', 2) = ${word.toLowerCase().replace(/^0x/, '')}`,
    eq(deposits.providerReference, word),
  )
}
