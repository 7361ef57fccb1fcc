/** The decisions about a deposit: credit the received amount (c), reject (r), invalidate (i). */

import { Alert, Box, Button, TextField } from '@mui/material'
import { CHARGE_STATUS } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { CustomerMessageDialog } from '../../actions/CustomerMessageDialog.tsx'
import type { Difference } from '../../actions/difference.ts'
import { useMe } from '../../data/session.ts'
import { useAct } from '../../data/useCall.ts'
import { Hint } from '../../design/parts.tsx'
import { amountText, changeText } from '../../format/money.ts'
import { DEPOSIT_STATUS } from '../../format/names.ts'
import { useKeys } from '../../shell/keys.ts'
import { amountBegun, confirmingDoes, creditFault, differs, singleApproverText, waitsForAnother } from './credit.ts'

type Deposit = OfficeData<'depositFind'>

export function DepositDecision({ deposit }: { readonly deposit: Deposit }) {
  const [dialog, setDialog] = useState<'credit' | 'reject' | 'invalidate'>()
  const credits = !waitsForAnother(deposit, useReader())
  useKeys({
    c: credits ? () => setDialog('credit') : undefined,
    r: () => setDialog('reject'),
    i: () => setDialog('invalidate'),
  })
  const close = () => setDialog(undefined)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {credits && (
        <Button variant="contained" onClick={() => setDialog('credit')}>
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

/** The actor word of the reader, as approvals name it. */
export const useReader = (): string => `staff:${useMe()?.staff.id ?? 0}`

type Props = { readonly deposit: Deposit; readonly onClose: () => void }

function Credit({ deposit, onClose }: Props) {
  const reader = useReader()
  const [amount, setAmount] = useState(() => amountBegun(deposit, reader))
  const [remark, setRemark] = useState(deposit.remark)
  const act = useAct('depositCredit', ({ status, crediting }) =>
    status === CHARGE_STATUS.finished || crediting
      ? `Deposit ${deposit.id} is credited.`
      : `Approved by you. A second staff member must enter the same amount of deposit ${deposit.id}.`,
  )
  const does = confirmingDoes(amount, deposit, reader)
  const missing =
    creditFault({ amount, remark }, deposit.usd) ??
    (does === 'again' ? 'You approved it: a second staff member must approve the same amount.' : undefined)
  const isSecond = amountBegun(deposit, reader) === ''
  // An empty field does not count as a different amount.
  const isOther = does !== undefined && differs(amount, deposit.usd)
  const needsTwo = does === 'first' || does === 'again'
  return (
    <ActionDialog
      title={`Credit deposit ${deposit.id}`}
      lead={
        `Credit what was received. Reported: ${amountText(deposit.number)} ${deposit.currency_code}, worth ` +
        `${amountText(deposit.usd)} USD.`
      }
      changes={does === undefined ? [] : changesOf(deposit, { amount: amount.trim(), does })}
      confirm={missing === undefined ? confirmText(amountText(amount.trim()), needsTwo) : 'Credit'}
      missing={missing}
      onConfirm={({ reason, key }) =>
        act.mutateAsync({ input: creditInput(deposit.id, { amount, remark, reason }), key })
      }
      onClose={onClose}
    >
      {needsTwo && (
        <Alert severity="info">
          {singleApproverText(deposit.single_approver_limit)}: two staff members must approve this amount.
        </Alert>
      )}
      <TextField
        label="Received, USD"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
        helperText={
          isSecond ? 'A first approver has approved an amount. Enter the amount that you found received.' : undefined
        }
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        autoFocus
        required
      />
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

function creditInput(
  id: number,
  { amount, remark, reason }: { readonly amount: string; readonly remark: string; readonly reason: string },
) {
  const trimmed = remark.trim()
  return { id, amount: amount.trim(), reason_text: reason, ...(trimmed !== '' && { remark: trimmed }) }
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
