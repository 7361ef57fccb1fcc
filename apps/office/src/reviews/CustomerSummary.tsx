/** The facts about the customer that a reviewer needs beside a record. */

import { Alert } from '@mui/material'
import type { OfficeData } from '@veritick/contract/office'
import { Panel } from '../design/Panel.tsx'
import { Amount, Facts, Missing, State, Tag, Time } from '../design/parts.tsx'
import { countryText } from '../format/country.ts'
import { IDENTITY } from '../format/names.ts'
import { CREDIT_SCORE_HELP } from './creditScore.ts'
import { PersonLink } from './PersonLink.tsx'

type Person = OfficeData<'depositFind'>['person']

export function CustomerSummary({ person }: { readonly person: Person }) {
  return (
    <Panel title="Customer">
      <ChangedCustomer fault={person.fault} />
      <Facts
        facts={[
          ['Customer', <PersonLink key="customer" person={person} />],
          ['Identity', <State key="identity" of={IDENTITY[person.identity_status]} />],
          [
            'Frozen',
            person.frozen ? (
              <Tag key="frozen" tone="bad">
                frozen
              </Tag>
            ) : (
              'no'
            ),
          ],
          ['Country', countryText(person.country)],
          ['Registered', person.registered_at === null ? '' : <Time key="registered" at={person.registered_at} />],
          ['Credit score', person.credit_score === null ? '' : `${person.credit_score} of 100`, CREDIT_SCORE_HELP],
          ['Balance, USD', <Sum key="balance" value={person.balance} />],
          ['Deposited, USD', <Sum key="in" value={person.deposited} />],
          ['Withdrawn, USD', <Sum key="out" value={person.withdrawn} />],
        ]}
      />
    </Panel>
  )
}

/** A sum that is not known where the records of the customer were changed in the store. */
export function Sum({ value, decimals }: { readonly value: string | null; readonly decimals?: number }) {
  return value === null ? <Missing /> : <Amount value={value} {...(decimals !== undefined && { decimals })} />
}

/** A customer whose own row was changed counts as frozen, because it says whether they are. */
export function ChangedCustomer({ fault }: Pick<Person, 'fault'>) {
  if (fault === null) return null
  return (
    <Alert severity="error">
      Facts about this customer were changed in the store: {fault}. Pay nothing, and tell an admin. docs/operating.md
      says the next steps under “When the stored state is in doubt”.
    </Alert>
  )
}
