/** One withdrawal: amount and destination, approvals, steps, and the customer. */

import { Alert, Box, Typography } from '@mui/material'
import { DRAW_TYPE } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import type { ReactNode } from 'react'
import { useMayDo, useReader } from '../../data/session.ts'
import { useLook } from '../../data/useCall.ts'
import { CopyButton } from '../../design/CopyButton.tsx'
import { Panel } from '../../design/Panel.tsx'
import { Amount, Code, type Fact, Facts, State, Tag, Time } from '../../design/parts.tsx'
import { Shown } from '../../design/States.tsx'
import { amountText } from '../../format/money.ts'
import { actorName, OWN_ACCOUNT, OWN_ADDRESS, plainWord, WITHDRAWAL_TYPE, withdrawalState } from '../../format/names.ts'
import { ageText } from '../../format/time.ts'
import { ActionHistory } from '../../reviews/ActionHistory.tsx'
import { Age } from '../../reviews/Age.tsx'
import { CustomerSummary } from '../../reviews/CustomerSummary.tsx'
import { PersonLink } from '../../reviews/PersonLink.tsx'
import { LockNotice, useReviewLock } from '../../reviews/ReviewLock.tsx'
import { StaffMemberLine } from '../../reviews/StaffMember.tsx'
import { type Payment, paymentOf } from './payment.ts'
import { changedText, isOpen, savedShortlyText, stepsOf, whyTwoText } from './steps.ts'
import { WithdrawalDecision } from './WithdrawalDecision.tsx'

type Withdrawal = OfficeData<'withdrawalFind'>

const MINUTE_MS = 60_000

export function WithdrawalDetail({ id }: { readonly id: number }) {
  const look = useLook('withdrawalFind', { id })
  return <Shown of={look}>{(withdrawal) => <Detail withdrawal={withdrawal} />}</Shown>
}

function Detail({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const mayReview = useMayDo('withdrawalApprove', 'withdrawalPay', 'withdrawalReject', 'withdrawalDropRejection')
  const steps = stepsOf(withdrawal, mayReview, useReader())
  const payment = paymentOf(withdrawal)
  // The first approver no longer holds the lock: the next step belongs to another staff member.
  useReviewLock({
    kind: 'withdrawal',
    id: withdrawal.id,
    taken: withdrawal.taken,
    wanted: steps.decides && withdrawal.blocked === null,
  })
  return (
    <>
      {withdrawal.fault !== null && <Alert severity="error">{changedText(withdrawal.fault)}</Alert>}
      {steps.decides && <LockNotice taken={withdrawal.taken} />}
      {withdrawal.own_place && (
        <Alert severity={isOpen(withdrawal.state) ? 'error' : 'info'}>
          {withdrawal.account} is {withdrawal.type === DRAW_TYPE.coin ? OWN_ADDRESS : OWN_ACCOUNT}.
          {isOpen(withdrawal.state) &&
            ' A payment there would return to us and look like a deposit: ask the customer, or reject it.'}
        </Alert>
      )}
      <Cautions withdrawal={withdrawal} />
      {steps.blockedText !== undefined && <Alert severity="info">{steps.blockedText}</Alert>}
      {steps.caution !== undefined && <Alert severity="error">{steps.caution}</Alert>}
      {steps.decides && <WithdrawalDecision withdrawal={withdrawal} steps={steps} />}
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, alignItems: 'start' }}>
        <Panel title={payment.title}>
          <Facts facts={payFacts(withdrawal, payment)} />
        </Panel>
        <Panel title="State">
          <Facts facts={stateFacts(withdrawal)} />
          <Timeline withdrawal={withdrawal} />
        </Panel>
        <CustomerSummary person={withdrawal.person} />
        <ActionHistory audit={withdrawal.audit} />
      </Box>
    </>
  )
}

function payFacts(withdrawal: Withdrawal, { amount, due }: Payment): readonly Fact[] {
  const received = amountText(withdrawal.received)
  return [
    ['Account', withdrawal.trading_account],
    ['Amount, USD', <Amount key="amount" value={withdrawal.amount} />],
    ['Fee, USD', <Amount key="fee" value={withdrawal.fee} />],
    ['Price of one when requested, USD', <Amount key="price" value={withdrawal.usd_price} />],
    ['Age of the price now', <PriceAge key="price_age" withdrawal={withdrawal} />],
    [
      amount,
      <Copied key="pay" what="the exact amount" text={due ? received.replaceAll(',', '') : undefined}>
        <strong>{`${received} ${withdrawal.currency_code}`}</strong>
      </Copied>,
    ],
    ['Method', `${WITHDRAWAL_TYPE[withdrawal.type]} ${withdrawal.protocol_code}`.trim()],
    [
      'To',
      <Copied
        key="to"
        what={withdrawal.type === DRAW_TYPE.coin ? 'the address' : 'the account number'}
        text={due ? withdrawal.account : undefined}
      >
        <Code>{withdrawal.account}</Code>
        {withdrawal.own_place && <Tag tone="bad">{withdrawal.type === DRAW_TYPE.coin ? OWN_ADDRESS : OWN_ACCOUNT}</Tag>}
      </Copied>,
    ],
    ...(withdrawal.type === DRAW_TYPE.coin ? [] : bankFacts(withdrawal)),
    ['Saved since', <Time key="bound" at={withdrawal.payee_bound_at} />],
    ['Note of the customer', withdrawal.memo],
  ]
}

/** Since the operator last set or confirmed the price; empty: the currency is not offered any more. */
function PriceAge({ withdrawal: { price_age_minutes: minutes, price_old } }: { readonly withdrawal: Withdrawal }) {
  if (minutes === null) return null
  const text = ageText(minutes * MINUTE_MS)
  return price_old ? <Tag tone="bad">{text}, too old</Tag> : text
}

/** Only bank accounts have these. */
function bankFacts(withdrawal: Withdrawal): readonly Fact[] {
  return [
    ['Holder', withdrawal.payee_name],
    ['Verified as', withdrawal.verified_name ?? ''],
    ['Bank', [withdrawal.bank_name, withdrawal.bank_address].filter((part) => part !== '').join(', ')],
    ['SWIFT', withdrawal.bank_swift],
  ]
}

/** Without a text there is nothing to copy. */
function Copied({
  text,
  what,
  children,
}: {
  readonly text: string | undefined
  readonly what: string
  readonly children: ReactNode
}) {
  return (
    <>
      {children}
      {text !== undefined && <CopyButton text={text} what={what} />}
    </>
  )
}

function stateFacts(withdrawal: Withdrawal): readonly Fact[] {
  const { approvals, usual_minutes } = withdrawal
  return [
    ['State', <State key="state" of={withdrawalState(withdrawal)} />],
    ['Approvals', `${approvals.given.length} of ${approvals.needed}`],
    ...approvals.given.map(
      ({ by, at }, place): Fact => [
        place === 0 ? 'First approval by' : 'Second approval by',
        <StaffMemberLine key={by.who} member={by} at={at} />,
      ],
    ),
    ...rejectionFacts(withdrawal),
    [
      'Age',
      <Age
        key="waited"
        minutes={withdrawal.waited_minutes}
        open={isOpen(withdrawal.state)}
        usualMinutes={usual_minutes}
      />,
    ],
    ['Usual, from request to payment', ageText(usual_minutes * MINUTE_MS)],
    ['Reference or message to the customer', withdrawal.notes],
  ]
}

function rejectionFacts({ rejection, void_rejection }: Withdrawal): readonly Fact[] {
  const shown = [
    ['Rejection proposed by', rejection],
    ['Void: rejection proposed by', void_rejection],
  ] as const
  return shown.flatMap(([label, proposal]): Fact[] =>
    proposal === null ? [] : [[label, <StaffMemberLine key={proposal.by.who} member={proposal.by} at={proposal.at} />]],
  )
}

function Timeline({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  return (
    <Box
      component="ol"
      sx={({ palette }) => ({
        margin: 0,
        marginTop: '16px',
        padding: 0,
        listStyle: 'none',
        borderInlineStart: `2px solid ${palette.tones.lineStrong}`,
      })}
    >
      {withdrawal.timeline.map((step) => (
        <Box component="li" key={`${step.step} ${step.at}`} sx={{ paddingInlineStart: 4, paddingBottom: 3 }}>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {plainWord(step.step)}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            <Time at={step.at} seconds /> {actorName(step.by)} {step.note}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

/** Warnings for approvers and payers. Ended withdrawals show what is left of them as plain text. */
function Cautions({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { state, moving, sharing, currency_code, holder_differs, verified_name, payee_name } = withdrawal
  const whyTwo = whyTwoText(withdrawal)
  const savedShortly = savedShortlyText(withdrawal)
  if (whyTwo === undefined && savedShortly === undefined && sharing.length === 0 && !holder_differs) return null
  return (
    <Alert severity={isOpen(state) && !moving ? 'warning' : 'info'}>
      {whyTwo !== undefined && <Typography variant="body2">{whyTwo}</Typography>}
      {savedShortly !== undefined && <Typography variant="body2">{savedShortly}</Typography>}
      {holder_differs && (
        <Typography variant="body2">
          The account belongs to {payee_name}, the customer is{' '}
          {verified_name === null ? 'not known to be verified' : `verified as ${verified_name}`}.
        </Typography>
      )}
      {sharing.length > 0 && (
        <Typography variant="body2">
          Other customers receive {currency_code} at the same address or account:{' '}
          {sharing.map((person, place) => (
            <span key={person.id}>
              {place > 0 && ', '}
              <PersonLink person={person} />
            </span>
          ))}
        </Typography>
      )}
    </Alert>
  )
}
