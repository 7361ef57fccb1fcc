/** Approve, pay or reject a reward. Each dialog shows what it changes. */
import { Alert, Box, Button, Checkbox, FormControlLabel, TextField } from '@mui/material'
import { REMARK_MAX } from '@veritick/contract/office'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { useMayDo } from '../../data/session.ts'
import { useAct } from '../../data/useCall.ts'
import { Hint } from '../../design/parts.tsx'
import { useNow } from '../../design/useNow.ts'
import { amountText } from '../../format/money.ts'
import { useKeys } from '../../shell/keys.ts'
import { type Reward, stepsFor } from './reward.ts'

type Props = { readonly reward: Reward; readonly onClose: () => void }

export function RewardDecision({ reward }: { readonly reward: Reward }) {
  const [dialog, setDialog] = useState<'approve' | 'pay' | 'reject'>()
  const approves = useMayDo('rewardApprove')
  const pays = useMayDo('rewardPay')
  const rejects = useMayDo('rewardReject')
  const steps = stepsFor(reward, { review: approves && pays, reject: rejects }, useNow())
  useKeys({
    a: steps.approve ? () => setDialog('approve') : undefined,
    p: steps.pay ? () => setDialog('pay') : undefined,
    r: steps.reject ? () => setDialog('reject') : undefined,
  })
  const onClose = () => setDialog(undefined)
  return (
    <>
      {steps.note !== undefined && <Alert severity="info">{steps.note}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {steps.approve && (
          <Button variant="contained" onClick={() => setDialog('approve')}>
            Approve <Hint>(a)</Hint>
          </Button>
        )}
        {steps.pay && (
          <Button variant="contained" onClick={() => setDialog('pay')}>
            Pay <Hint>(p)</Hint>
          </Button>
        )}
        {steps.reject && (
          <Button variant="outlined" color="error" onClick={() => setDialog('reject')}>
            Reject <Hint>(r)</Hint>
          </Button>
        )}
      </Box>
      {dialog === 'approve' && <Approve reward={reward} onClose={onClose} />}
      {dialog === 'pay' && <Pay reward={reward} onClose={onClose} />}
      {dialog === 'reject' && <Reject reward={reward} onClose={onClose} />}
    </>
  )
}

function Approve({ reward, onClose }: Props) {
  const { id, signals } = reward
  const [accepted, setAccepted] = useState(false)
  const act = useAct('rewardApprove', `Reward ${id} is approved. Another staff member pays it.`)
  const isMissing = signals.length > 0 && !accepted
  return (
    <ActionDialog
      title={`Approve reward ${id}`}
      lead="Nothing is paid yet: another staff member pays it after the review period."
      changes={[{ path: 'State', kind: 'changed', before: reward.state, after: 'approved' }]}
      confirm="Approve"
      missing={isMissing ? 'Confirm that you have looked at the signs.' : undefined}
      onConfirm={({ reason, key }) =>
        act.mutateAsync({ input: { id, accept_signals: accepted, reason_text: reason }, key })
      }
      onClose={onClose}
    >
      {signals.length > 0 && (
        <FormControlLabel
          control={<Checkbox checked={accepted} onChange={(event) => setAccepted(event.target.checked)} />}
          label="I have looked at the signs of one person: these are two people"
        />
      )}
    </ActionDialog>
  )
}

function Pay({ reward, onClose }: Props) {
  const { id, amount, user } = reward
  const act = useAct('rewardPay', `Reward ${id} is paid.`)
  return (
    <ActionDialog
      title={`Pay reward ${id}`}
      lead={`One new entry in the ledger of ${user.uid}, and the inviter is notified.`}
      changes={[
        { path: 'Ledger entry, USD', kind: 'added', after: amountText(amount) },
        { path: 'State', kind: 'changed', before: 'approved', after: 'paid' },
      ]}
      confirm={`Pay ${amountText(amount)} USD`}
      onConfirm={({ reason, key }) => act.mutateAsync({ input: { id, reason_text: reason }, key })}
      onClose={onClose}
    />
  )
}

const REMARK_MIN = 3

function Reject({ reward, onClose }: Props) {
  const { id, state } = reward
  const [remark, setRemark] = useState('')
  const act = useAct('rewardReject', `Reward ${id} is rejected.`)
  return (
    <ActionDialog
      title={`Reject reward ${id}`}
      lead="The same step of this friend is not rewarded again, and the inviter is notified."
      changes={[{ path: 'State', kind: 'changed', before: state, after: 'rejected' }]}
      confirm="Reject"
      tone="danger"
      missing={remark.trim().length < REMARK_MIN ? 'Write a message to the inviter.' : undefined}
      onConfirm={({ reason, key }) =>
        act.mutateAsync({ input: { id, remark: remark.trim(), reason_text: reason }, key })
      }
      onClose={onClose}
    >
      <TextField
        label="Message to the inviter"
        value={remark}
        onChange={(event) => setRemark(event.target.value)}
        slotProps={{ htmlInput: { maxLength: REMARK_MAX } }}
        required
      />
    </ActionDialog>
  )
}
