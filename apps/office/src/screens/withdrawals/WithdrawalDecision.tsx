/** The decisions about a withdrawal: approve (a), mark as paid (p), reject (r). */

import { Box, Button, TextField } from '@mui/material'
import { DRAW_TYPE } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { CustomerMessageDialog } from '../../actions/CustomerMessageDialog.tsx'
import { useAct } from '../../data/useCall.ts'
import { Hint } from '../../design/parts.tsx'
import { amountText } from '../../format/money.ts'
import { useKeys } from '../../shell/keys.ts'
import { hashForm, referenceFault } from './reference.ts'
import { afterApproval, type Steps } from './steps.ts'

type Withdrawal = OfficeData<'withdrawalFind'>

export function WithdrawalDecision({ withdrawal, steps }: { readonly withdrawal: Withdrawal; readonly steps: Steps }) {
  const [dialog, setDialog] = useState<'approve' | 'pay' | 'reject'>()
  useKeys({
    a: steps.approve ? () => setDialog('approve') : undefined,
    p: steps.pay ? () => setDialog('pay') : undefined,
    r: () => setDialog('reject'),
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
      <Button variant="outlined" color="error" onClick={() => setDialog('reject')}>
        Reject <Hint>(r)</Hint>
      </Button>
      {dialog === 'approve' && <Approve withdrawal={withdrawal} onClose={close} />}
      {dialog === 'pay' && <Pay withdrawal={withdrawal} onClose={close} />}
      {dialog === 'reject' && <Reject withdrawal={withdrawal} onClose={close} />}
    </Box>
  )
}

type Props = { readonly withdrawal: Withdrawal; readonly onClose: () => void }

function Approve({ withdrawal, onClose }: Props) {
  const { id, approvals, user } = withdrawal
  const would = afterApproval(approvals)
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
        `${withdrawal.currency_code} to ${withdrawal.account}.`
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
  const { id, state, user } = withdrawal
  const act = useAct('withdrawalReject', `Withdrawal ${id} is rejected; the amount is free again.`)
  return (
    <CustomerMessageDialog
      title={`Reject withdrawal ${id}`}
      lead={`${amountText(withdrawal.amount)} USD become free again for ${user.uid}.`}
      changes={[
        { path: 'State', kind: 'changed', before: state === 'waiting' ? 'waiting' : 'approved', after: 'rejected' },
      ]}
      confirm="Reject"
      onConfirm={({ message, reason, key }) =>
        act.mutateAsync({ input: { id, remark: message, reason_text: reason }, key })
      }
      onClose={onClose}
    />
  )
}
