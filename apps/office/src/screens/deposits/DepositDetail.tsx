/** One deposit: the reported payment beside its proof picture, and its flags. */

import { Alert, Box, Typography } from '@mui/material'
import { CHARGE_STATUS } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { useMayDo, useReader } from '../../data/session.ts'
import { useLook } from '../../data/useCall.ts'
import { Panel } from '../../design/Panel.tsx'
import { Amount, Code, type Fact, Facts, State, Time } from '../../design/parts.tsx'
import { Shown } from '../../design/States.tsx'
import { actorName, DEPOSIT_FLAGS, DEPOSIT_STATUS, DEPOSIT_TYPE, depositState, plainWord } from '../../format/names.ts'
import { ActionHistory } from '../../reviews/ActionHistory.tsx'
import { Age } from '../../reviews/Age.tsx'
import { ChangedRecord } from '../../reviews/ChangedRecord.tsx'
import { CustomerSummary } from '../../reviews/CustomerSummary.tsx'
import { PersonLink } from '../../reviews/PersonLink.tsx'
import { Pictures } from '../../reviews/Pictures.tsx'
import { LockNotice, useReviewLock } from '../../reviews/ReviewLock.tsx'
import { StaffMemberLine } from '../../reviews/StaffMember.tsx'
import { firstApprovalText, waitsForAnother } from './credit.ts'
import { DepositDecision } from './DepositDecision.tsx'

type Deposit = OfficeData<'depositFind'>

export function DepositDetail({ id }: { readonly id: number }) {
  const look = useLook('depositFind', { id })
  return <Shown of={look}>{(deposit) => <Detail deposit={deposit} onRenew={() => void look.refetch()} />}</Shown>
}

function Detail({ deposit, onRenew }: { readonly deposit: Deposit; readonly onRenew: () => void }) {
  const mayDecide = useMayDo('depositCredit', 'depositReject', 'depositInvalidate')
  const { blocked, status, crediting, fault } = deposit
  const open = status === CHARGE_STATUS.unchecked && !crediting && fault === null
  const decides = mayDecide && blocked === null
  const reader = useReader()
  const waits = waitsForAnother(deposit, reader)
  // The first approver no longer holds the lock: the next step belongs to another staff member.
  useReviewLock({ kind: 'deposit', id: deposit.id, taken: deposit.taken, wanted: decides && open && !waits })
  return (
    <>
      <ChangedRecord fault={fault} />
      {open && decides && <LockNotice taken={deposit.taken} />}
      <Suspicions deposit={deposit} />
      {mayDecide && blocked === 'record_begun' && (
        <Alert severity="info">The card provider is still processing this payment. It expires after one hour.</Alert>
      )}
      {open && mayDecide && blocked === 'record_changed' && (
        <Alert severity="error">The row of the customer was changed in the store: no decision is possible.</Alert>
      )}
      {open && mayDecide && blocked === 'record_own' && (
        <Alert severity="info">This is your own account: a colleague must decide.</Alert>
      )}
      {open && decides && waits && (
        <Alert severity="info">
          You gave the first approval: a second staff member must enter the amount and the payment that they found.
        </Alert>
      )}
      {open && decides && !waits && deposit.credited !== null && (
        <Alert severity="info">
          {firstApprovalText(deposit)} Enter the amount and the payment that you found: when both are the same, the
          deposit is credited.
        </Alert>
      )}
      {open && decides && <DepositDecision deposit={deposit} onRenew={onRenew} />}
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, alignItems: 'start' }}>
        <Panel title="Reported">
          <Facts facts={factsOf(deposit)} />
        </Panel>
        <Pictures pictures={deposit.pictures} none="No picture: this payment method needs none." onRenew={onRenew} />
        <CustomerSummary person={deposit.person} />
        <ActionHistory audit={deposit.audit} />
      </Box>
    </>
  )
}

function factsOf(deposit: Deposit): readonly Fact[] {
  return [
    ['State', <State key="state" of={depositState(deposit)} />],
    [
      'Age',
      <Age
        key="waited"
        minutes={deposit.waited_minutes}
        usualMinutes={deposit.usual_minutes}
        open={deposit.status === CHARGE_STATUS.unchecked}
      />,
    ],
    ['Method', `${DEPOSIT_TYPE[deposit.type]} ${deposit.currency_code} ${deposit.protocol_code}`.trim()],
    ['Account', deposit.trading_account],
    ['Amount', <Amount key="number" value={deposit.number} unit={deposit.currency_code} />],
    ['Price of one when reported, USD', <Amount key="price" value={deposit.usd_price} />],
    [
      'Price of one now, USD',
      deposit.usd_price_now === null ? '' : <Amount key="price_now" value={deposit.usd_price_now} />,
    ],
    ['Worth, USD', <Amount key="usd" value={deposit.usd} />],
    ['Paid to', deposit.paid_to === '' ? '' : <Code key="to">{deposit.paid_to}</Code>],
    ['Reported transaction', deposit.tx_hash === '' ? '' : <Code key="tx">{deposit.tx_hash}</Code>],
    ['Payment reference', deposit.reference === '' ? '' : <Code key="reference">{deposit.reference}</Code>],
    ['Provider', [deposit.provider, deposit.provider_reference].filter((part) => part !== '').join(' ')],
    ['Reported at', <Time key="created" at={deposit.created_at} />],
    [
      deposit.status === CHARGE_STATUS.finished ? 'Credited, USD' : 'To be credited, USD',
      deposit.credited === null ? '' : <Amount key="credited" value={deposit.credited} />,
    ],
    [
      deposit.status === CHARGE_STATUS.finished ? 'Credited for payment' : 'To be credited for payment',
      deposit.payment_reference === '' ? '' : <Code key="payment">{deposit.payment_reference}</Code>,
    ],
    ...approvalFacts(deposit.approvals),
    ['Decided by', actorName(deposit.decided_by)],
    [deposit.decided_by === null ? 'Message to the customer, not sent yet' : 'Message to the customer', deposit.remark],
  ]
}

/** The approvals of the amount; empty where one is enough. */
function approvalFacts({ needed, given }: Deposit['approvals']): readonly Fact[] {
  if (needed === 1) return []
  return [
    ['Approvals', `${given.length} of ${needed}`],
    ...given.map(
      ({ by, at }, place): Fact => [
        place === 0 ? 'First approval by' : 'Second approval by',
        <StaffMemberLine key={by.who} member={by} at={at} />,
      ],
    ),
  ]
}

function reportWord({ deposit_id, status }: Deposit['same_transaction'][number]): string {
  if (deposit_id === null) return 'it was refused'
  return status === null ? 'its record was changed in the store' : DEPOSIT_STATUS[status].name
}

/** Warnings for the reviewer. */
function Suspicions({ deposit }: { readonly deposit: Deposit }) {
  const { flags, twins, same_transaction } = deposit
  if (flags.length + twins.length + same_transaction.length === 0) return null
  return (
    <Alert severity="warning">
      {flags.map((flag) => (
        <Typography key={flag} variant="body2">
          {DEPOSIT_FLAGS[flag] ?? plainWord(flag)}.
        </Typography>
      ))}
      {twins.map((twin) => (
        <Typography key={`${twin.used_for} ${twin.deposit_id} ${twin.at}`} variant="body2">
          {twin.exact ? 'The same picture' : 'A picture that looks the same'}: {plainWord(twin.used_for).toLowerCase()}{' '}
          {twin.deposit_id} of <PersonLink person={twin.user} />, <Time at={twin.at} />.
        </Typography>
      ))}
      {same_transaction.map((other) => (
        <Typography key={`${other.user.id} ${other.deposit_id}`} variant="body2">
          The same transaction: {other.deposit_id === null ? 'a report' : `deposit ${other.deposit_id}`} of{' '}
          <PersonLink person={other.user} />, {reportWord(other)}.
        </Typography>
      ))}
    </Alert>
  )
}
