/** Actions of staff on a customer, and views of the customer. */
import { AuditTable } from '../audit/AuditTable.tsx'

export function PersonAudit({ id }: { readonly id: number }) {
  return <AuditTable name="personAudit" always={{ id }} empty="No actions on this customer." />
}
