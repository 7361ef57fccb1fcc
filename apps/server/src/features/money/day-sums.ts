/**
 * Sums of a day that a limit is compared with. They must contain each record that this server sealed in that day: a row
 * that was deleted in the store, put back, or given another time or approver leaves the sum, so more would be decided
 * than the limit allows. Of a customer no earlier record may be missing either: a payment whose row is gone could be
 * credited again. Such a decision is refused, and staff are told of the record.
 */
import { faultOfSum, type NewestSeal } from '../../services/seals/index.ts'
import { rollbackWith } from '../../services/transactions/index.ts'
import { factName } from '../../store/index.ts'
import type { CaseworkParts } from './casework-parts.ts'

/** `record`: its word for staff. */
type Summed<Row> = Pick<Parameters<typeof faultOfSum<Sealed & Row>>[2], 'schema' | 'idOf'> & {
  readonly table: 'deposits' | 'withdrawals'
  readonly record: 'deposit' | 'withdrawal'
}
type Sealed = { readonly seal: string; readonly version: number }

/**
 * The remembered records of this customer, or those that this staff member decided since then. Read the rows
 * afterwards.
 */
export function rememberedOf(
  { newestSeals }: Pick<CaseworkParts, 'newestSeals'>,
  table: Summed<unknown>['table'],
  whose: { readonly user: number } | { readonly by: string; readonly since: number },
): ReadonlyMap<number, NewestSeal> {
  const byName = 'by' in whose ? factName(whose.by) : undefined
  const isMeant = ({ at, user, by }: NewestSeal) =>
    'user' in whose ? user === whose.user : by === byName && at > whose.since
  return newestSeals.all(table, isMeant)
}

/**
 * Ends the transaction `tx` of the decision that it is called in. Refusal: `record_changed`. `known`: of
 * `rememberedOf`. `rows`: those of `known` and all others of the sum.
 */
export function requireSum<Row extends Sealed>(
  parts: Pick<CaseworkParts, 'encryption' | 'recordFaults'>,
  { table, record, schema, idOf }: Summed<Row>,
  { rows, known }: { readonly rows: readonly Row[]; readonly known: ReadonlyMap<number, NewestSeal> },
): void {
  const fault = faultOfSum(parts, table, { schema, idOf, rows, known })
  if (fault !== undefined) {
    parts.recordFaults.summed(record, fault.id, fault.text)
    rollbackWith('record_changed')
  }
  for (const row of rows) parts.recordFaults.summed(record, idOf(row), undefined)
}
