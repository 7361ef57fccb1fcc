/** One correction, and the decision about it. */
import { Alert, Box, Button } from '@mui/material'
import type { OfficeData } from '@veritick/contract/office'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { useMayDo } from '../../data/session.ts'
import { useAct, useLook } from '../../data/useCall.ts'
import { Amount, Change, Facts, Hint, State, Time } from '../../design/parts.tsx'
import { Shown } from '../../design/States.tsx'
import { amountText, changeText } from '../../format/money.ts'
import { CORRECTION_CATEGORY, CORRECTION_STATE, recordState } from '../../format/names.ts'
import { ChangedRecord } from '../../reviews/ChangedRecord.tsx'
import { PersonLink } from '../../reviews/PersonLink.tsx'
import { StaffMemberLine } from '../../reviews/StaffMember.tsx'
import { useKeys } from '../../shell/keys.ts'

type Correction = OfficeData<'correctionFind'>

export function CorrectionDetail({ id }: { readonly id: number }) {
  const look = useLook('correctionFind', { id })
  return <Shown of={look}>{(correction) => <Detail correction={correction} />}</Shown>
}

function Detail({ correction }: { readonly correction: Correction }) {
  const { user, free } = correction
  return (
    <>
      <ChangedRecord fault={correction.fault} />
      <Facts
        facts={[
          ['Customer', <PersonLink key="person" person={user} />],
          ['Account', correction.trading_account],
          ['Change of the balance, USD', <Change key="amount" value={correction.amount} />],
          ['Free now, USD', free === null ? '–' : <Amount key="free" value={free} />],
          ['Why the balance is wrong', CORRECTION_CATEGORY[correction.category]],
          ['Reason', correction.reason_text],
          ['Message to the customer', correction.remark],
          ['State', <State key="state" of={recordState(correction, CORRECTION_STATE)} />],
          [
            correction.yours ? 'Requested by you' : 'Requested by',
            <StaffMemberLine key="by" member={correction.asked_by} />,
          ],
          ['Requested', <Time key="requested" at={correction.created_at} />],
          ['Decided by', <StaffMemberLine key="decided" member={correction.decided_by} />],
          ['Reason for the decision', correction.decided_reason],
          ['Ended', <Time key="ended" at={correction.ended_at} />],
        ]}
      />
      {correction.state === 'asked' && correction.fault === null && <Decision correction={correction} />}
    </>
  )
}

function Decision({ correction }: { readonly correction: Correction }) {
  const [dialog, setDialog] = useState<'approve' | 'reject'>()
  const holds = useMayDo('correctionApprove')
  const ends = useMayDo('correctionReject')
  const mayApprove = holds && !correction.yours
  // The requester can withdraw it; other staff who may approve can reject it.
  const mayReject = ends && (holds || correction.yours)
  useKeys({
    a: mayApprove ? () => setDialog('approve') : undefined,
    r: mayReject ? () => setDialog('reject') : undefined,
  })
  const { id, amount, user } = correction
  const close = () => setDialog(undefined)
  return (
    <>
      {correction.yours && <Alert severity="info">You requested it: a second staff member must approve it.</Alert>}
      <Box sx={{ display: 'flex', gap: 2 }}>
        {mayApprove && (
          <Button variant="contained" onClick={() => setDialog('approve')}>
            Approve <Hint>(a)</Hint>
          </Button>
        )}
        {mayReject && (
          <Button variant="outlined" color="error" onClick={() => setDialog('reject')}>
            {correction.yours ? 'Withdraw request' : 'Reject'} <Hint>(r)</Hint>
          </Button>
        )}
      </Box>
      {dialog === 'approve' && <Approve {...{ id, amount, uid: user.uid, close }} />}
      {dialog === 'reject' && <Reject id={id} onClose={close} />}
    </>
  )
}

function Approve({
  id,
  amount,
  uid,
  close,
}: {
  readonly id: number
  readonly amount: string
  readonly uid: string
  readonly close: () => void
}) {
  const act = useAct('correctionApprove', ({ state }) =>
    state === 'asked'
      ? `The requester of correction ${id} has had an access change since. You are the requester now; a second ` +
        'staff member approves it.'
      : `Correction ${id} is approved.`,
  )
  return (
    <ActionDialog
      title={`Approve correction ${id}`}
      lead={`One new entry in the ledger of ${uid}, and the customer is notified.`}
      changes={[
        { path: 'Ledger entry, USD', kind: 'added', after: changeText(amount) },
        { path: 'State', kind: 'changed', before: 'waits for approval', after: 'booked' },
      ]}
      confirm={`Approve ${amountText(amount)} USD`}
      onConfirm={({ reason, key }) => act.mutateAsync({ input: { id, reason_text: reason }, key })}
      onClose={close}
    />
  )
}

function Reject({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const act = useAct('correctionReject', `Correction ${id} is rejected.`)
  return (
    <ActionDialog
      title={`Reject correction ${id}`}
      changes={[{ path: 'State', kind: 'changed', before: 'waits for approval', after: 'rejected' }]}
      confirm="Reject"
      tone="danger"
      onConfirm={({ reason, key }) => act.mutateAsync({ input: { id, reason_text: reason }, key })}
      onClose={onClose}
    />
  )
}
