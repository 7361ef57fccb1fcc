/** The facts about the customer that a reviewer needs beside a record. */

import type { OfficeData } from '@veritick/contract/office'
import { Panel } from '../design/Panel.tsx'
import { Amount, Facts, State, Tag, Time } from '../design/parts.tsx'
import { countryText } from '../format/country.ts'
import { IDENTITY } from '../format/names.ts'
import { CREDIT_SCORE_HELP } from './creditScore.ts'
import { PersonLink } from './PersonLink.tsx'

export function CustomerSummary({ person }: { readonly person: OfficeData<'depositFind'>['person'] }) {
  return (
    <Panel title="Customer">
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
          ['Registered', <Time key="registered" at={person.registered_at} />],
          ['Credit score', `${person.credit_score} of 100`, CREDIT_SCORE_HELP],
          ['Balance, USD', <Amount key="balance" value={person.balance} />],
          ['Deposited, USD', <Amount key="in" value={person.deposited} />],
          ['Withdrawn, USD', <Amount key="out" value={person.withdrawn} />],
        ]}
      />
    </Panel>
  )
}
