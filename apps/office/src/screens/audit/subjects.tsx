/** The subject of an audit entry: a link where the reader may open it, and its values under the labels of its form. */
import { Link as MuiLink } from '@mui/material'
import type { OfficeData, Permission } from '@veritick/contract/office'
import { Link } from 'react-router'
import { useMay } from '../../data/session.ts'
import { subjectText } from '../../format/audit.ts'
import { labelled as labelledTerms, type Terms } from '../instruments/terms.ts'
import { labelled as labelledSetting } from '../settings/draft.ts'
import { FORMS, isFormed, TITLES } from '../settings/forms.ts'

type Line = OfficeData<'auditList'>['data'][number]

const PLACES: Readonly<Record<string, { readonly path: string; readonly needs: readonly Permission[] }>> = {
  person: { path: '/people', needs: ['people_read'] },
  deposit: { path: '/deposits', needs: ['deposits_read'] },
  withdrawal: { path: '/withdrawals', needs: ['withdrawals_read'] },
  correction: { path: '/corrections', needs: ['corrections_read'] },
  reward: { path: '/invites', needs: ['rewards_read'] },
  identity: { path: '/identities', needs: ['identity_review'] },
  support: { path: '/support', needs: ['support_read'] },
  feedback: { path: '/feedback', needs: ['support_read'] },
  setting: { path: '/settings', needs: ['settings_read'] },
  instrument: { path: '/instruments', needs: ['instruments_read'] },
  news: { path: '/news', needs: ['news_read'] },
  staff: { path: '/staff', needs: ['staff_manage'] },
}

export function Subject({ line }: { readonly line: Line }) {
  const place = PLACES[line.subject_kind]
  const may = useMay(...(place?.needs ?? []))
  const text = subjectText(
    line,
    isFormed(line.subject) && line.subject_kind === 'setting' ? TITLES[line.subject] : undefined,
  )
  if (place === undefined || !may) return text
  return (
    <MuiLink component={Link} to={`${place.path}/${line.subject}`}>
      {text}
    </MuiLink>
  )
}

/** How the values of this entry are read, where it is no record. */
export function readerOf({ subject_kind: kind, subject }: Line): { readonly read?: (value: unknown) => unknown } {
  if (kind === 'setting' && isFormed(subject)) return { read: (value) => labelledSetting(FORMS[subject], value) }
  return kind === 'instrument' ? { read: (value) => labelledTerms(value as Partial<Terms>) } : {}
}
