/** The actions on a record so far, with their reasons. */
import { Alert, Box, Typography } from '@mui/material'
import { Changes } from '../actions/Changes.tsx'
import { differences } from '../actions/difference.ts'
import type { RowOf } from '../data/lists.ts'
import { Panel } from '../design/Panel.tsx'
import { Time } from '../design/parts.tsx'
import { Empty } from '../design/States.tsx'
import { actionText, recordText } from '../format/audit.ts'
import { actorName } from '../format/names.ts'

type Line = RowOf<'personAudit'>

export function ActionHistory({ audit }: { readonly audit: readonly Line[] }) {
  return (
    <Panel title="History">
      {audit.length === 0 && <Empty>No actions yet.</Empty>}
      {audit.map((line) => (
        <Box
          key={line.id}
          component="article"
          sx={{ paddingBlock: 3, borderTop: 1, borderColor: 'divider', display: 'grid', gap: 2 }}
        >
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {actionText(line.action)}
            <Typography component="span" variant="caption" color="textSecondary" sx={{ marginInlineStart: 2 }}>
              {line.fault === null && `${actorName(line.by)}, ${line.role} · `}
              <Time at={line.at} seconds />
            </Typography>
          </Typography>
          {line.fault !== null && <ChangedEntry fault={line.fault} />}
          {line.reason_text !== '' && <Typography variant="body2">{line.reason_text}</Typography>}
          <BeforeAfter line={line} />
        </Box>
      ))}
    </Panel>
  )
}

/** An entry that another program wrote: a made-up check of a colleague must not pass for one. */
export const ChangedEntry = ({ fault }: { readonly fault: string }) => (
  <Alert severity="error">No colleague did this: {fault}. Tell an admin.</Alert>
)

/** `read`: turns a value of this kind into text; by default a record. */
export function BeforeAfter({ line, read }: { readonly line: Line; readonly read?: (value: unknown) => unknown }) {
  const side = (value: unknown) =>
    value === null || value === undefined ? undefined : (read?.(value) ?? recordText(value, line))
  const changes = differences(side(line.before), side(line.after))
  return changes.length === 0 ? null : <Changes changes={changes} happened />
}
