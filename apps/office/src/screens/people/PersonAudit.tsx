/** What staff did about a customer, and who looked at them. */
import { AuditTable } from '../audit/AuditTable.tsx'

export function PersonAudit({ id }: { readonly id: number }) {
  return <AuditTable name="personAudit" always={{ id }} empty="No actions on this customer." />
}
