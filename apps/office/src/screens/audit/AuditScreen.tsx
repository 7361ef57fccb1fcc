/** The audit log: actions and views of staff, with their reasons. */
import { type OfficeData, ROLES } from '@veritick/contract/office'
import { useLook } from '../../data/useCall.ts'
import { PageFrame } from '../../design/Panel.tsx'
import { actionText, subjectKindText } from '../../format/audit.ts'
import { actorName, plainWord } from '../../format/names.ts'
import type { Filter } from '../../lists/columns.ts'
import { AuditTable } from './AuditTable.tsx'

export default function AuditScreen() {
  const words = useLook('auditWords', {})
  return (
    <PageFrame
      title="Audit"
      lead="Each entry is written in the transaction of its action. The store refuses to change or remove entries."
    >
      <AuditTable
        name="auditList"
        filters={filtersOf(words.data)}
        sort={{ field: 'at', order: 'DESC' }}
        empty="No entries yet."
      />
    </PageFrame>
  )
}

type Words = OfficeData<'auditWords'>

function filtersOf(words: Words | undefined): readonly Filter[] {
  const { who = [], actions = [], subject_kinds = [] } = words ?? {}
  return [
    { kind: 'choice', name: 'who', label: 'By', choices: who.map((each) => [each.who, actorName(each)]) },
    {
      kind: 'choice',
      name: 'role',
      label: 'Role',
      choices: [...ROLES, 'provider', 'operator', 'ledger', 'clock'].map((role) => [role, plainWord(role)]),
    },
    { kind: 'choice', name: 'action', label: 'Did', choices: actions.map((action) => [action, actionText(action)]) },
    {
      kind: 'choice',
      name: 'subject_kind',
      label: 'About',
      choices: subject_kinds.map((each) => [each, subjectKindText(each)]),
    },
    { kind: 'text', name: 'subject', label: 'Number, or UID of a customer' },
    { kind: 'day', name: 'from', label: 'From', edge: 'start' },
    { kind: 'day', name: 'to', label: 'To', edge: 'end' },
  ]
}
