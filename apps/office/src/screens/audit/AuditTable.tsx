/** Entries of the audit log, each with its reason and its changes. Entries cannot be altered, here or in the store. */
import { Box } from '@mui/material'
import { useState } from 'react'
import type { ListName, RowOf } from '../../data/lists.ts'
import { Facts, Time } from '../../design/parts.tsx'
import { actionText } from '../../format/audit.ts'
import { actorName } from '../../format/names.ts'
import type { Column, Filter } from '../../lists/columns.ts'
import { DetailDrawer } from '../../lists/DetailDrawer.tsx'
import { Listing } from '../../lists/Listing.tsx'
import { BeforeAfter, ChangedEntry } from '../../reviews/ActionHistory.tsx'
import { readerOf, Subject } from './subjects.tsx'

type Line = RowOf<'personAudit'>
/** The lists whose rows are audit entries. */
type AuditList = {
  [Name in ListName]: RowOf<Name> extends Line ? (Line extends RowOf<Name> ? Name : never) : never
}[ListName]

const COLUMNS: readonly Column<Line>[] = [
  { title: 'At, UTC', draw: (line) => <Time at={line.at} seconds />, sort: 'at' },
  { title: 'By', draw: (line) => actorName(line.by) },
  { title: 'Did', draw: (line) => actionText(line.action) },
  { title: 'About', draw: (line) => <Subject line={line} />, wide: true },
  {
    title: 'Reason',
    draw: (line) => (
      <Box
        component="span"
        sx={{ display: 'block', maxWidth: 420, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {line.fault ?? line.reason_text}
      </Box>
    ),
    wide: true,
  },
]

type Props = {
  readonly name: AuditList
  readonly always?: Readonly<Record<string, unknown>>
  readonly filters?: readonly Filter[]
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  readonly empty: string
}

export function AuditTable({ name, always, filters, sort, empty }: Props) {
  const [line, setLine] = useState<Line>()
  return (
    <>
      <Listing
        name={name}
        columns={sort === undefined ? COLUMNS.map(({ sort: _, ...column }) => column) : COLUMNS}
        {...(sort && { sort })}
        {...(always && { always })}
        {...(filters && { filters })}
        empty={empty}
        onOpen={setLine}
        keysEnabled={line === undefined}
      />
      <DetailDrawer
        title={line === undefined ? '' : actionText(line.action)}
        open={line !== undefined}
        onClose={() => setLine(undefined)}
      >
        {line !== undefined && <LineDetail line={line} />}
      </DetailDrawer>
    </>
  )
}

function LineDetail({ line }: { readonly line: Line }) {
  return (
    <>
      {line.fault !== null && <ChangedEntry fault={line.fault} />}
      <Facts
        facts={[
          ['Entry', line.id],
          ['At', <Time key="at" at={line.at} seconds />],
          ['By', actorName(line.by)],
          ['Role', line.role],
          ['About', <Subject key="about" line={line} />],
          ['Reason', line.reason_text],
        ]}
      />
      <BeforeAfter line={line} {...readerOf(line)} />
    </>
  )
}
