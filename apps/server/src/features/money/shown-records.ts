/**
 * Records of money as the office shows them. Each row is proven when it is shown: otherwise an attacker who can write
 * to the store shows the second approver another amount or customer than the approval moves money for. A row that does
 * not prove itself is shown with its fault beside the others; staff are alerted to it.
 */
import type { Database } from '../../store/index.ts'
import type { CaseworkParts } from './casework-parts.ts'
import type { MoneyRecord } from './transfers.ts'

/** `fault`: what is wrong with the record, for staff; `undefined`: nothing. */
export type ShownRecord<Row> = Row & { readonly fault?: string | undefined }

export type ShowingParts = Pick<CaseworkParts, 'store' | 'encryption' | 'newestSeals' | 'recordFaults'>

type ProvingParts = Pick<ShowingParts, 'encryption' | 'newestSeals'>

export type ShownKind<Row> = {
  readonly record: MoneyRecord
  readonly seals: { faultOf(parts: ProvingParts, id: number, row: Row): string | undefined }
  idOf(row: Row): number
  /** The rows with these numbers. */
  named(db: Database, ids: readonly number[]): Promise<readonly Row[]>
}

/** In the order of the rows: one page of a list. */
export async function shownRecords<Row>(
  parts: ShowingParts,
  kind: ShownKind<Row>,
  rows: readonly Row[],
): Promise<readonly ShownRecord<Row>[]> {
  const shown = await withSealFaults(parts, kind, rows)
  for (const row of shown) parts.recordFaults.read(kind.record, kind.idOf(row), row.fault)
  return shown
}

/** The same for a caller that compares the rows with more than their seals, and then alerts staff to each fault. */
export async function withSealFaults<Row>(
  parts: ProvingParts & Pick<ShowingParts, 'store'>,
  { seals, idOf, named }: ShownKind<Row>,
  rows: readonly Row[],
): Promise<readonly ShownRecord<Row>[]> {
  const faultOf = (row: Row) => seals.faultOf(parts, idOf(row), row)
  const unproven = rows.filter((row) => faultOf(row) !== undefined).map(idOf)
  // A decision that ended after the rows were read has made them older than the newest: they are read once more.
  const again = unproven.length === 0 ? [] : await named(parts.store.db, unproven)
  return rows.map((read) => {
    const row = again.find((each) => idOf(each) === idOf(read)) ?? read
    return { ...row, fault: faultOf(row) }
  })
}
