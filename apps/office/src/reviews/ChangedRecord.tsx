/** Above a record of money that was changed in the store: it takes no decision. Nothing for any other record. */
import { Alert } from '@mui/material'

export function ChangedRecord({ fault }: { readonly fault: string | null }) {
  if (fault === null) return null
  return (
    <Alert severity="error">
      This record was changed in the store: {fault}. Nothing else on this page counts, and no decision is possible. Tell
      an admin: find out who can write to the store, compare the record with the audit log and with the bank or the
      chain, and do what docs/operating.md says under “When the stored state is in doubt”.
    </Alert>
  )
}
