/** Accept or reject an identity. Both notify the customer and lead to the next waiting identity. */
import { Checkbox, FormControlLabel, TextField } from '@mui/material'
import type { OfficeData } from '@veritick/contract/office'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { CustomerMessageDialog } from '../../actions/CustomerMessageDialog.tsx'
import { useAct } from '../../data/useCall.ts'
import { acceptFault, needsBirthDate, needsOtherDocument } from './accepting.ts'

type Props = {
  readonly identity: OfficeData<'identityFind'>
  readonly onDecided: () => void
  readonly onClose: () => void
}

/** Common messages to customers. */
const SUGGESTIONS = [
  'The picture is not sharp enough. Please take it again in good light.',
  'Part of the document is not in the picture. All four corners must be visible.',
  'The name does not match the document.',
  'The number does not match the document.',
  'The document has expired.',
]

export function Accept({ identity, onDecided, onClose }: Props) {
  const { id, uid } = identity
  const [birthDate, setBirthDate] = useState('')
  const [otherDocument, setOtherDocument] = useState(false)
  const [shown] = useState(identity.shown)
  const act = useAct('identityAccept', `${uid} is verified. The customer was notified.`)
  const today = new Date().toISOString().slice(0, 10)
  const asksMore = needsBirthDate(identity) || needsOtherDocument(identity)
  return (
    <ActionDialog
      title={`Accept the identity of ${uid}`}
      lead={`${identity.name}, ${identity.card_id}: both pictures show this, and the document is theirs.`}
      changes={[{ path: 'Identity', kind: 'changed', before: 'waiting', after: 'verified' }]}
      confirm="Accept"
      missing={acceptFault(identity, { birthDate, otherDocument }, today)}
      onConfirm={async ({ reason, key }) => {
        const said = {
          ...(birthDate !== '' && { birth_date: birthDate }),
          ...(otherDocument && { other_document: true }),
        }
        await act.mutateAsync({ input: { id, shown, reason_text: reason, ...said }, key })
        onDecided()
      }}
      onClose={onClose}
    >
      {asksMore && (
        <>
          {needsBirthDate(identity) && (
            <TextField
              type="date"
              label="Date of birth, from the document"
              value={birthDate}
              onChange={(event) => setBirthDate(event.target.value)}
              slotProps={{ inputLabel: { shrink: true } }}
              required
            />
          )}
          {needsOtherDocument(identity) && (
            <FormControlLabel
              control={
                <Checkbox checked={otherDocument} onChange={(event) => setOtherDocument(event.target.checked)} />
              }
              label="A verified account has the same number. I have checked that this is a different document."
            />
          )}
        </>
      )}
    </ActionDialog>
  )
}

export function Reject({ identity, onDecided, onClose }: Props) {
  const { id, uid } = identity
  const [shown] = useState(identity.shown)
  const act = useAct('identityReject', `The identity of ${uid} is rejected; the customer may submit again.`)
  return (
    <CustomerMessageDialog
      title={`Reject the identity of ${uid}`}
      lead="The customer receives your message and may submit again."
      changes={[{ path: 'Identity', kind: 'changed', before: 'waiting', after: 'rejected' }]}
      confirm="Reject"
      suggestions={SUGGESTIONS}
      onConfirm={async ({ message, reason, key }) => {
        await act.mutateAsync({ input: { id, shown, remark: message, reason_text: reason }, key })
        onDecided()
      }}
      onClose={onClose}
    />
  )
}
