/**
 * The decisions about a withdrawal: approve (a), mark as paid (p), reject (r), and end a proposed rejection.
 */

import { Box, Button, Checkbox, FormControlLabel, TextField } from '@mui/material'
import { DRAW_TYPE } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { CustomerMessageDialog } from '../../actions/CustomerMessageDialog.tsx'
import type { Difference } from '../../actions/difference.ts'
import { useAct } from '../../data/useCall.ts'
import { Hint } from '../../design/parts.tsx'
import { amountText } from '../../format/money.ts'
import { useKeys } from '../../shell/keys.ts'
import { hashForm, referenceFault } from './reference.ts'
import { afterApproval, rejectInput, rejectingDoes, type Steps, whyTwoText } from './steps.ts'

type Withdrawal = OfficeData<'withdrawalFind'>

export function WithdrawalDecision({ withdrawal, steps }: { readonly withdrawal: Withdrawal; readonly steps: Steps }) {
  const [dialog, setDialog] = useState<'approve' | 'pay' | 'reject' | 'dropRejection'>()
  useKeys({
    a: steps.approve ? () => setDialog('approve') : undefined,
    p: steps.pay ? () => setDialog('pay') : undefined,
    r: steps.reject ? () => setDialog('reject') : undefined,
  })
  const close = () => setDialog(undefined)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {steps.approve && (
        <Button variant="contained" onClick={() => setDialog('approve')}>
          Approve <Hint>(a)</Hint>
        </Button>
      )}
      {steps.pay && (
        <Button variant="contained" onClick={() => setDialog('pay')}>
          Mark as paid <Hint>(p)</Hint>
        </Button>
      )}
      {steps.dropRejection && (
        <Button variant="outlined" onClick={() => setDialog('dropRejection')}>
          End the proposal
        </Button>
      )}
      {steps.reject && (
        <Button variant="outlined" color="error" onClick={() => setDialog('reject')}>
          {rejectingDoes(withdrawal) === 'confirms' ? 'Confirm the rejection' : 'Reject'} <Hint>(r)</Hint>
        </Button>
      )}
      {dialog === 'approve' && <Approve withdrawal={withdrawal} onClose={close} />}
      {dialog === 'pay' && <Pay withdrawal={withdrawal} onClose={close} />}
      {dialog === 'reject' && <Reject withdrawal={withdrawal} onClose={close} />}
      {dialog === 'dropRejection' && <DropRejection withdrawal={withdrawal} onClose={close} />}
    </Box>
  )
}

type Props = { readonly withdrawal: Withdrawal; readonly onClose: () => void }

function Approve({ withdrawal, onClose }: Props) {
  const { id, user } = withdrawal
  const would = afterApproval(withdrawal)
  const act = useAct('withdrawalApprove', ({ state }) =>
    state === 'approved'
      ? `Withdrawal ${id} is approved. Send the payment.`
      : `Approved by you. A second staff member must approve withdrawal ${id}.`,
  )
  return (
    <ActionDialog
      title={`Approve withdrawal ${id}`}
      lead={
        `${amountText(withdrawal.amount)} USD of ${user.uid}; ${amountText(withdrawal.received)} ` +
        `${withdrawal.currency_code} to ${withdrawal.account}. ${whyTwoText(withdrawal) ?? ''}`.trim()
      }
      changes={[
        { path: 'Approvals', kind: 'changed', before: would.before, after: would.after },
        ...(would.state === 'waiting'
          ? []
          : [{ path: 'State', kind: 'changed' as const, before: 'waiting', after: would.state }]),
      ]}
      confirm="Approve"
      onConfirm={({ reason, key }) => act.mutateAsync({ input: { id, reason_text: reason }, key })}
      onClose={onClose}
    />
  )
}

function Pay({ withdrawal, onClose }: Props) {
  const [reference, setReference] = useState('')
  const { id, user } = withdrawal
  const act = useAct('withdrawalPay', `Withdrawal ${id} is marked as paid. The reference was sent to the customer.`)
  return (
    <ActionDialog
      title={`Mark withdrawal ${id} as paid`}
      lead={
        `Only after you have sent ${amountText(withdrawal.received)} ${withdrawal.currency_code} to ` +
        `${withdrawal.account}.`
      }
      changes={[
        { path: `Locked amount of ${user.uid}, USD`, kind: 'removed', before: amountText(withdrawal.amount) },
        { path: 'State', kind: 'changed', before: 'approved', after: 'paid' },
      ]}
      confirm="Mark as paid"
      missing={referenceFault(reference, withdrawal)}
      onConfirm={({ reason, key }) =>
        act.mutateAsync({ input: { id, reference: reference.trim(), reason_text: reason }, key })
      }
      onClose={onClose}
    >
      <TextField
        label={withdrawal.type === DRAW_TYPE.coin ? 'Hash of the transaction' : 'Reference of the bank'}
        value={reference}
        onChange={(event) => setReference(event.target.value)}
        helperText={
          withdrawal.type === DRAW_TYPE.coin
            ? `${hashForm(withdrawal.protocol_code)}; the customer reads it.`
            : 'The customer sees it.'
        }
        slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off' } }}
        autoFocus
        required
      />
    </ActionDialog>
  )
}

function Reject({ withdrawal, onClose }: Props) {
  const { id, state, notes } = withdrawal
  const [isUnsent, setIsUnsent] = useState(false)
  const act = useAct('withdrawalReject', (after) =>
    after.state === 'approved' && !after.moving
      ? `Proposed by you. A second staff member must confirm the rejection of withdrawal ${id}.`
      : `Withdrawal ${id} is rejected; the amount is free again.`,
  )
  const texts = rejectTexts(withdrawal)
  const isApproved = state === 'approved'
  return (
    <CustomerMessageDialog
      title={texts.title}
      lead={texts.lead}
      changes={rejectChanges(withdrawal)}
      confirm={texts.confirm}
      begun={isApproved ? notes : ''}
      missing={isApproved && !isUnsent ? 'Check whether the payment was sent.' : undefined}
      onConfirm={({ message, reason, key }) =>
        act.mutateAsync({ input: rejectInput(withdrawal, { message, reason, isUnsent }), key })
      }
      onClose={onClose}
    >
      {isApproved && (
        <FormControlLabel
          control={<Checkbox checked={isUnsent} onChange={(event) => setIsUnsent(event.target.checked)} />}
          label="I have checked it myself: this payment was not sent"
        />
      )}
    </CustomerMessageDialog>
  )
}

type RejectTexts = { readonly title: string; readonly lead: string; readonly confirm: string }

function rejectTexts(withdrawal: Withdrawal): RejectTexts {
  const { id, user, account } = withdrawal
  const free = `${amountText(withdrawal.amount)} USD`
  const sent =
    `Was ${amountText(withdrawal.received)} ${withdrawal.currency_code} sent to ${account}? Look at the chain or the ` +
    `bank. If it was, ${user.uid} would have the money twice: mark it as paid instead.`
  switch (rejectingDoes(withdrawal)) {
    case 'rejects':
      return {
        title: `Reject withdrawal ${id}`,
        lead: `${free} become free again for ${user.uid}.`,
        confirm: 'Reject',
      }
    case 'proposes':
      return {
        title: `Propose to reject withdrawal ${id}`,
        lead: `When a second staff member confirms, ${free} become free again for ${user.uid}. ${sent}`,
        confirm: 'Propose the rejection',
      }
    case 'confirms':
      return {
        title: `Confirm the rejection of withdrawal ${id}`,
        lead: `${free} become free again for ${user.uid} at once. ${sent}`,
        confirm: 'Reject',
      }
  }
}

function rejectChanges(withdrawal: Withdrawal): readonly Difference[] {
  const { state, amount, user } = withdrawal
  const does = rejectingDoes(withdrawal)
  if (does === 'proposes') return [{ path: 'Rejection', kind: 'changed', before: '0 of 2', after: '1 of 2' }]
  return [
    ...(does === 'confirms'
      ? [{ path: 'Rejection', kind: 'changed' as const, before: '1 of 2', after: '2 of 2' }]
      : []),
    { path: `Free amount of ${user.uid}, USD`, kind: 'added', after: amountText(amount) },
    { path: 'State', kind: 'changed', before: state, after: 'rejected' },
  ]
}

function DropRejection({ withdrawal: { id, rejection }, onClose }: Props) {
  const act = useAct('withdrawalDropRejection', `Withdrawal ${id} stays approved.`)
  return (
    <ActionDialog
      title={`End the proposed rejection of withdrawal ${id}`}
      lead="The withdrawal stays approved and is still to be paid. This sends nothing."
      changes={[{ path: 'Rejection proposed by', kind: 'removed', before: rejection?.by.name ?? '' }]}
      confirm="End the proposal"
      onConfirm={({ reason, key }) => act.mutateAsync({ input: { id, reason_text: reason }, key })}
      onClose={onClose}
    />
  )
}
