/** The forms of the operator, its companies, their documents and claims. Empty fields are shown as not stated. */
import {
  CLAIM_KINDS,
  type ClaimKind,
  DOCUMENT_KINDS,
  type DocumentKind,
  OPERATOR_NOT_STATED,
  PROFILE_NOT_STATED,
  SITE_STATUS,
} from '@veritick/contract'
import type { Choice, Field, Form } from './formTypes.ts'

const stated = (name: string, label: string, max: number, help?: string): Field => ({
  ...{ name, label, kind: 'line', max, optional: true },
  ...(help !== undefined && { help }),
})

const PROFILE: readonly Field[] = [
  stated('subject', 'Business', 200),
  stated('registered_address', 'Registered address', 300),
  stated('english_address', 'Address in English', 300),
  stated('location', 'Location', 100),
  stated('number', 'Registration number', 100),
  stated('email', 'E-mail', 254),
  stated('url', 'Website, https', 500),
  { name: 'logo', label: 'Logo', kind: 'file', accept: 'image/png,image/jpeg', optional: true, help: 'PNG or JPEG.' },
  stated('accent_light', 'Accent, light theme', 7, 'Such as #2456e6. Both themes, or the default is used.'),
  stated('accent_dark', 'Accent, dark theme', 7, 'Such as #7d9fff.'),
  {
    name: 'status',
    label: 'Site',
    kind: 'choice',
    choices: [
      [SITE_STATUS.open, 'Open'],
      [SITE_STATUS.closed, 'Closed: visitors are led to the address below'],
    ],
  },
  stated('loss_url', 'Address for a closed site, https', 500, 'Every visitor goes there while the site is closed.'),
]

const DOCUMENT_NAMES: Readonly<Record<DocumentKind, string>> = {
  registration_certificate: 'Registration certificate',
  member_register: 'Member register',
  meeting_minutes: 'Meeting minutes',
  share_certificate: 'Share certificate',
  director_declaration: 'Declaration of directors and beneficial owners',
  employment_proof: 'Employment proof',
  government_archives: 'Government archives',
  policy: 'Policy',
  seal: 'Seal',
}

const CLAIM_NAMES: Readonly<Record<ClaimKind, string>> = {
  orders_per_second: 'Orders a second',
  countries: 'Countries',
  founded: 'Founded',
  other: 'Other',
}

const COMPANY_ID: Field = { name: 'company_id', label: 'Company', kind: 'whole', help: 'Its number; 0: the operator.' }

export const COMPANY_FORMS = {
  operator: {
    kind: 'record',
    fields: [
      stated('brand', 'Name in the app', 40, 'Empty: Veritick.'),
      stated('name', 'Legal name of the contract party', 120),
      stated('law', 'Governing law', 200),
      stated('supervisor', 'Supervisor', 200),
      ...PROFILE,
    ],
    fresh: OPERATOR_NOT_STATED,
  },
  companies: {
    kind: 'rows',
    of: 'company',
    fields: [{ name: 'name', label: 'Name', kind: 'line', max: 80 }, ...PROFILE],
    fresh: { name: '', ...PROFILE_NOT_STATED },
  },
  company_documents: {
    kind: 'rows',
    of: 'document',
    fields: [
      COMPANY_ID,
      {
        name: 'kind',
        label: 'Kind',
        kind: 'choice',
        choices: DOCUMENT_KINDS.map((kind): Choice => [kind, DOCUMENT_NAMES[kind]]),
      },
      stated('title', 'Title', 120),
      { name: 'file', label: 'File', kind: 'file', accept: 'image/png,image/jpeg,application/pdf' },
    ],
    fresh: { company_id: 0, kind: '', title: '', file: '' },
  },
  company_claims: {
    kind: 'rows',
    of: 'claim',
    fields: [
      COMPANY_ID,
      {
        name: 'kind',
        label: 'Kind',
        kind: 'choice',
        choices: CLAIM_KINDS.map((kind): Choice => [kind, CLAIM_NAMES[kind]]),
      },
      { name: 'text', label: 'Claim', kind: 'line', max: 120, help: 'Such as 40,000 orders a second.' },
      {
        name: 'source',
        label: 'Source',
        kind: 'choice',
        choices: [
          ['operator', 'Stated by the operator'],
          ['measured', 'Measured by our own bench'],
        ],
      },
      stated('measured_on', 'Measured on', 10, 'YYYY-MM-DD, for a measured figure only.'),
    ],
    fresh: { company_id: 0, kind: '', text: '', source: 'operator', measured_on: '' },
  },
  terms_changed_on: {
    kind: 'one',
    field: {
      name: 'value',
      label: 'Day',
      kind: 'line',
      max: 10,
      optional: true,
      help: 'YYYY-MM-DD. From this change on customers open and deposit only after accepting the terms again.',
    },
  },
  desktop_host: {
    kind: 'one',
    field: {
      name: 'value',
      label: 'Host',
      kind: 'line',
      max: 253,
      optional: true,
      help: 'Such as pc.example.com, where the app is at m.example.com. Empty: desktop browsers stay.',
    },
  },
} as const satisfies Readonly<Record<string, Form>>
