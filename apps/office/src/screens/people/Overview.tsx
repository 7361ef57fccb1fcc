/** The figures and dates of a customer. */

import { Alert, Box } from '@mui/material'
import { Panel } from '../../design/Panel.tsx'
import { Amount, Change, type Fact, Facts, State, Tag, Time } from '../../design/parts.tsx'
import { countryText } from '../../format/country.ts'
import { decimalsOf } from '../../format/money.ts'
import { actorName, IDENTITY } from '../../format/names.ts'
import { timeText } from '../../format/time.ts'
import { ChangedCustomer, Sum } from '../../reviews/CustomerSummary.tsx'
import { CREDIT_SCORE_HELP } from '../../reviews/creditScore.ts'
import { ExactMoney } from '../../reviews/ExactMoney.tsx'
import { PersonLink } from '../../reviews/PersonLink.tsx'
import { closedText } from './closing.ts'
import { FROZEN_MAY } from './freeze.ts'
import { accountName, type CustomerAccount, type Person } from './tabs.ts'

export function Overview({ person }: { readonly person: Person }) {
  return (
    <>
      <ChangedCustomer fault={person.fault} />
      {person.frozen !== null && (
        <Alert severity="warning">
          Frozen since {timeText(person.frozen.since)} UTC by {actorName(person.frozen.by)}: {person.frozen.reason_text}
          . {FROZEN_MAY} Message to the customer: “{person.frozen.remark}”
        </Alert>
      )}
      {person.closed !== null && <Alert severity="info">{closedText(person.closed)}</Alert>}
      {person.accounts.length > 0 && <ExactMoney />}
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr 1fr' }, alignItems: 'start' }}>
        {person.accounts.map((account) => (
          <Panel key={account.trading_account} title={`Account ${accountName(account)}, USD`}>
            <Facts facts={accountFacts(account)} />
          </Panel>
        ))}
        <Panel title="Totals, USD">
          <Facts facts={sumFacts(person)} />
        </Panel>
        <Panel title="Customer">
          <Facts facts={personFacts(person)} />
        </Panel>
      </Box>
    </>
  )
}

function accountFacts(account: CustomerAccount): readonly Fact[] {
  const { balance, locked, equity, profit, margin, free_margin } = account
  const decimals = decimalsOf([balance, locked, equity, profit, margin, free_margin])
  return [
    ['Balance', <Amount key="balance" value={balance} decimals={decimals} />],
    ['Locked for withdrawals', <Amount key="locked" value={locked} decimals={decimals} />],
    ['Equity', <Amount key="equity" value={equity} decimals={decimals} />],
    ['Unrealised profit', <Change key="profit" value={profit} decimals={decimals} />],
    ['Margin used', <Amount key="margin" value={margin} decimals={decimals} />],
    ['Free margin', <Amount key="free" value={free_margin} decimals={decimals} />],
    ['Risk rate', `${account.hazard_rate} %`],
    ['Open positions', account.holdings],
    ['Pending orders', account.pendings],
  ]
}

function sumFacts({ sums }: Person): readonly Fact[] {
  const { deposited, withdrawn, profit, fees, financing } = sums
  const decimals = decimalsOf([deposited, withdrawn, profit, fees, financing].filter((sum) => sum !== null))
  return [
    ['Deposited', <Sum key="in" value={deposited} decimals={decimals} />],
    ['Withdrawn', <Sum key="out" value={withdrawn} decimals={decimals} />],
    ['Realised profit', <Change key="profit" value={profit} decimals={decimals} />],
    ['Fees', <Amount key="fees" value={fees} decimals={decimals} />],
    ['Overnight fees', <Change key="financing" value={financing} decimals={decimals} />],
    ['Deposits waiting', sums.deposits_waiting],
    ['Withdrawals open', sums.withdrawals_open],
  ]
}

function personFacts(person: Person): readonly Fact[] {
  const { contact } = person
  return [
    ['E-mail', confirmed(contact.email, contact.email_confirmed_at)],
    ['Phone', confirmed(contact.phone, contact.phone_confirmed_at)],
    ['Country', countryText(person.country)],
    ['Language', contact.language],
    ['Registered', <Time key="created" at={person.created_at} />],
    ['Terms accepted', termsText(person)],
    ['Identity', <State key="identity" of={IDENTITY[person.identity_status]} />],
    ['Credit score', `${person.credit_score} of 100`, CREDIT_SCORE_HELP],
    ['Two-factor', person.two_factor ? 'on' : 'off'],
    ['Password changed', <Time key="password" at={person.password_changed_at} />],
    ['E-mail changed', <Time key="e-mail" at={person.email_changed_at} />],
    ['Withdrawals held', person.holds.length === 0 ? 'no' : person.holds.map((hold) => holdText(hold)).join('; ')],
    ['Invite code', person.invite_code],
    ['Referred by', person.invited_by === null ? '' : <PersonLink key="by" person={person.invited_by} />],
    ['Referrals', person.invited],
  ]
}

/** Which version, and when. */
function termsText({ terms }: Person) {
  if (terms === null) return ''
  return (
    <>
      Version {terms.version}, <Time at={terms.accepted_at} />
    </>
  )
}

function confirmed(text: string, at: number | null) {
  if (text === '') return ''
  return (
    <>
      {text} {at === null ? <Tag tone="warn">not confirmed</Tag> : <Tag tone="good">confirmed</Tag>}
    </>
  )
}

function holdText(hold: Person['holds'][number]): string {
  const why = hold.kind === 'password_changed' ? 'password or e-mail changed' : 'new address or account'
  return `${why}, until ${timeText(hold.until)} UTC`
}
