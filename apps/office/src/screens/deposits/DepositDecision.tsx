/** The decisions about a deposit: credit the received amount (c), reject (r), invalidate (i). */

import { Alert, Box, Button, TextField } from '@mui/material'
import { CHARGE_STATUS, CHARGE_TYPE } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { CustomerMessageDialog } from '../../actions/CustomerMessageDialog.tsx'
import type { Difference } from '../../actions/difference.ts'
import { CallFailed } from '../../data/failure.ts'
import { useReader } from '../../data/session.ts'
import { useAct } from '../../data/useCall.ts'
import { Hint } from '../../design/parts.tsx'
import { amountText, changeText } from '../../format/money.ts'
import { DEPOSIT_STATUS } from '../../format/names.ts'
import { useKeys } from '../../shell/keys.ts'
import {
  amountBegun,
  confirmingDoes,
  creditFault,
  differs,
  firstApprovalText,
  paymentBegun,
  paymentFault,
  waitsForAnother,
  whyTwoText,
} from './credit.ts'

type Deposit = OfficeData<'depositFind'>

type DecisionProps = {
  readonly deposit: Deposit
  /** Reads the deposit again. */
  readonly onRenew: () => void
}

export function DepositDecision({ deposit, onRenew }: DecisionProps) {
  const [dialog, setDialog] = useState<'credit' | 'reject' | 'invalidate'>()
  const credit = () => {
    // Another approver may have approved an amount since the page was read.
    onRenew()
    setDialog('credit')
  }
  const credits = !waitsForAnother(deposit, useReader())
  useKeys({
    c: credits ? credit : undefined,
    r: () => setDialog('reject'),
    i: () => setDialog('invalidate'),
  })
  const close = () => setDialog(undefined)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {credits && (
        <Button variant="contained" onClick={credit}>
          Credit <Hint>(c)</Hint>
        </Button>
      )}
      <Button variant="outlined" color="error" onClick={() => setDialog('reject')}>
        Reject <Hint>(r)</Hint>
      </Button>
      <Button variant="outlined" color="inherit" onClick={() => setDialog('invalidate')}>
        Invalidate <Hint>(i)</Hint>
      </Button>
      {dialog === 'credit' && <Credit deposit={deposit} onClose={close} />}
      {dialog === 'reject' && <Refuse deposit={deposit} onClose={close} />}
      {dialog === 'invalidate' && <Invalidate deposit={deposit} onClose={close} />}
    </Box>
  )
}

type Props = { readonly deposit: Deposit; readonly onClose: () => void }

function Credit({ deposit, onClose }: Props) {
  const reader = useReader()
  const [typed, setTyped] = useState<string>()
  const amount = typed ?? amountBegun(deposit, reader)
  const [payment, setPayment] = useState(() => paymentBegun(deposit, reader))
  const [used, setUsed] = useState<string>()
  const [remark, setRemark] = useState(deposit.remark)
  const credit = useCredit(deposit, setUsed)
  const does = confirmingDoes({ amount, payment }, deposit, reader)
  const missing =
    creditFault({ amount, remark }, deposit.usd) ??
    paymentFault(payment, deposit) ??
    (does === 'again' ? 'You approved it: a second staff member must approve the same amount and payment.' : undefined)
  const isSecond = amountBegun(deposit, reader) === ''
  // An empty field does not count as a different amount.
  const isOther = does !== undefined && differs(amount, deposit.usd)
  const needsTwo = does === 'first' || does === 'again'
  return (
    <ActionDialog
      title={`Credit deposit ${deposit.id}`}
      lead={
        `Credit what was received. Reported: ${amountText(deposit.number)} ${deposit.currency_code}, worth ` +
        `${amountText(deposit.usd)} USD. ${firstApprovalText(deposit)}`.trim()
      }
      changes={does === undefined ? [] : changesOf(deposit, { amount: amount.trim(), does })}
      confirm={missing === undefined ? confirmText(amountText(amount.trim()), needsTwo) : 'Credit'}
      missing={missing}
      onConfirm={({ reason, key }) => credit({ amount, payment, remark, reason }, key)}
      onClose={onClose}
    >
      {needsTwo && (
        <Alert severity="info">
          {whyTwoText({ amount, payment }, deposit)}: two staff members must approve.
          {does === 'first' && isSecond && ' Yours then replaces the first approval.'}
        </Alert>
      )}
      <AmountField value={amount} isSecond={isSecond} onValue={setTyped} />
      <PaymentField deposit={deposit} value={payment} isUsed={payment === used} onValue={setPayment} />
      <TextField
        label="Message to the customer"
        value={remark}
        onChange={(event) => setRemark(event.target.value)}
        helperText={
          isOther ? 'It differs from the reported amount: write the reason.' : 'Required only when the amount differs.'
        }
        slotProps={{ htmlInput: { maxLength: 500 } }}
        required={isOther}
      />
    </ActionDialog>
  )
}

type FieldProps = { readonly value: string; readonly onValue: (value: string) => void }

function AmountField({ value, isSecond, onValue }: FieldProps & { readonly isSecond: boolean }) {
  return (
    <TextField
      label="Received, USD"
      value={value}
      onChange={(event) => onValue(event.target.value)}
      helperText={isSecond ? 'Enter the amount that you found received.' : undefined}
      slotProps={{ htmlInput: { inputMode: 'decimal' } }}
      autoFocus
      required
    />
  )
}

/** The payment that is credited, once. The provider of a card names its payment itself. */
function PaymentField({
  deposit,
  value,
  isUsed,
  onValue,
}: FieldProps & { readonly deposit: Deposit; readonly isUsed: boolean }) {
  if (deposit.type === CHARGE_TYPE.card) return null
  const isCoin = deposit.type === CHARGE_TYPE.coin
  const fault = value.trim() === '' ? undefined : paymentFault(value, deposit)
  return (
    <TextField
      label={isCoin ? 'Hash of the transaction that paid it' : 'Reference of the bank'}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      error={isUsed || fault !== undefined}
      helperText={isUsed ? PAYMENT_USED : (fault ?? paymentHelp(deposit))}
      slotProps={{ htmlInput: { maxLength: 100, autoComplete: 'off' } }}
      required={isCoin}
    />
  )
}

const PAYMENT_USED = 'Another deposit was credited for this payment: search the list of deposits for it.'

function paymentHelp({ type, tx_hash }: Deposit): string {
  if (type !== CHARGE_TYPE.coin)
    return (
      'The number that the bank gives this transfer on its statement, not our VT- reference in its text. It is ' +
      'credited once. Without it two staff members must approve.'
    )
  return tx_hash === ''
    ? 'The customer reported none: enter the one that you found. It is credited once.'
    : 'As the customer reported it: check it on the chain, and correct it if another one paid.'
}

type Typed = {
  readonly amount: string
  readonly payment: string
  readonly remark: string
  readonly reason: string
}

/**
 * Sends the credit with the first approval that is shown. `onUsed` gets a payment that another deposit was credited
 * for.
 */
function useCredit({ id, approvals }: Deposit, onUsed: (payment: string) => void) {
  const act = useAct('depositCredit', ({ status, crediting }) =>
    status === CHARGE_STATUS.finished || crediting
      ? `Deposit ${id} is credited.`
      : `Approved by you. A second staff member must enter the same amount and payment of deposit ${id}.`,
  )
  return async (typed: Typed, key: string) => {
    const [amount, payment, remark] = [typed.amount.trim(), typed.payment.trim(), typed.remark.trim()]
    const input = {
      id,
      amount,
      seen_approval: approvals.given[0]?.at ?? 0,
      reason_text: typed.reason,
      ...(payment !== '' && { payment_reference: payment }),
      ...(remark !== '' && { remark }),
    }
    try {
      await act.mutateAsync({ input, key })
    } catch (error) {
      if (error instanceof CallFailed && error.reason === 'transaction_used') onUsed(typed.payment)
      throw error
    }
  }
}

const confirmText = (usd: string, needsTwo: boolean): string =>
  needsTwo ? `Approve ${usd} USD received` : `Credit ${usd} USD`

type Said = { readonly amount: string; readonly does: ReturnType<typeof confirmingDoes> }

function changesOf(deposit: Deposit, { amount, does }: Said): readonly Difference[] {
  if (does === 'first' || does === 'again') {
    const before = deposit.credited === null ? '0 of 2' : `1 of 2, ${changeText(deposit.credited)} USD`
    return [{ path: 'Approvals', kind: 'changed', before, after: `1 of 2, ${changeText(amount)} USD` }]
  }
  return [
    { path: `Ledger of ${deposit.user.uid}, USD`, kind: 'added', after: changeText(amount) },
    ...(does === 'second' ? [{ path: 'Approvals', kind: 'changed' as const, before: '1 of 2', after: '2 of 2' }] : []),
    { path: 'State', kind: 'changed', before: DEPOSIT_STATUS[deposit.status].name, after: 'credited' },
  ]
}

function Refuse({ deposit, onClose }: Props) {
  const act = useAct('depositReject', `Deposit ${deposit.id} is rejected.`)
  return (
    <CustomerMessageDialog
      title={`Reject deposit ${deposit.id}`}
      lead="The money did not arrive, or not as reported. Nothing is booked."
      changes={[{ path: 'State', kind: 'changed', before: DEPOSIT_STATUS[deposit.status].name, after: 'rejected' }]}
      confirm="Reject"
      onConfirm={({ message, reason, key }) =>
        act.mutateAsync({ input: { id: deposit.id, remark: message, reason_text: reason }, key })
      }
      onClose={onClose}
    />
  )
}

function Invalidate({ deposit, onClose }: Props) {
  const act = useAct('depositInvalidate', `Deposit ${deposit.id} is invalid.`)
  return (
    <CustomerMessageDialog
      title={`Invalidate deposit ${deposit.id}`}
      lead="Expired, duplicate or a mistake. Nothing is booked."
      changes={[{ path: 'State', kind: 'changed', before: DEPOSIT_STATUS[deposit.status].name, after: 'invalid' }]}
      confirm="Invalidate"
      onConfirm={({ message, reason, key }) =>
        act.mutateAsync({ input: { id: deposit.id, remark: message, reason_text: reason }, key })
      }
      onClose={onClose}
    />
  )
}
