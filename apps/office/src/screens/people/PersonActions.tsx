/**
 * Actions on a customer: freeze, close, credit score, request a correction, and their reversals. Each shows its change
 * first.
 */
import { Button, TextField } from '@mui/material'
import { CREDIT_SCORE_MAX } from '@veritick/contract/office'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { CustomerMessageDialog } from '../../actions/CustomerMessageDialog.tsx'
import { differences } from '../../actions/difference.ts'
import { useMayDo } from '../../data/session.ts'
import { useAct } from '../../data/useCall.ts'
import { countedText } from '../../format/money.ts'
import { CREDIT_SCORE_HELP } from '../../reviews/creditScore.ts'
import { RequestCorrection } from '../corrections/RequestCorrection.tsx'
import { MAY } from './freeze.ts'
import { scoreOf } from './score.ts'
import type { Person } from './tabs.ts'

type DialogKind = 'freeze' | 'unfreeze' | 'close' | 'reopen' | 'score' | 'correction'

export function PersonActions({ person }: { readonly person: Person }) {
  const [dialog, setDialog] = useState<DialogKind>()
  const mayFreeze = useMayDo('freezePerson', 'unfreezePerson') && person.closed === null
  const mayClose = useMayDo('closePerson', 'reopenPerson')
  const mayScore = useMayDo('setCreditScore')
  const mayCorrect = useMayDo('correctionRequest') && person.kind === 'real'
  const close = () => setDialog(undefined)
  return (
    <>
      {mayScore && (
        <Button variant="outlined" color="inherit" onClick={() => setDialog('score')}>
          Credit score
        </Button>
      )}
      {mayCorrect && (
        <Button variant="outlined" color="inherit" onClick={() => setDialog('correction')}>
          Request a correction
        </Button>
      )}
      {mayFreeze && (
        <Button
          variant="outlined"
          color={person.frozen === null ? 'error' : 'primary'}
          onClick={() => setDialog(person.frozen === null ? 'freeze' : 'unfreeze')}
        >
          {person.frozen === null ? 'Freeze' : 'Unfreeze'}
        </Button>
      )}
      {mayClose && person.closed === null && (
        <Button variant="outlined" color="error" onClick={() => setDialog('close')}>
          Close account
        </Button>
      )}
      {mayClose && person.closed?.state === 'closed' && person.kind === 'real' && (
        <Button variant="outlined" onClick={() => setDialog('reopen')}>
          Reopen account
        </Button>
      )}
      {dialog === 'close' && <CloseDialog person={person} onClose={close} />}
      {dialog === 'reopen' && <ReopenDialog person={person} onClose={close} />}
      {dialog === 'freeze' && <FreezeDialog person={person} onClose={close} />}
      {dialog === 'unfreeze' && <UnfreezeDialog person={person} onClose={close} />}
      {dialog === 'score' && <ScoreDialog person={person} onClose={close} />}
      {dialog === 'correction' && <RequestCorrection person={person} onClose={close} />}
    </>
  )
}

const sumOf = ({ accounts }: Person, count: 'holdings' | 'pendings'): number =>
  accounts.reduce((sum, account) => sum + account[count], 0)

type DialogProps = { readonly person: Person; readonly onClose: () => void }

function FreezeDialog({ person, onClose }: DialogProps) {
  const act = useAct('freezePerson', `${person.uid} is frozen. The customer was notified.`)
  return (
    <CustomerMessageDialog
      title={`Freeze ${person.uid}`}
      lead={
        `${countedText(sumOf(person, 'holdings'), 'open position')} and ` +
        `${countedText(sumOf(person, 'pendings'), 'pending order')} stay; the customer may close and cancel.`
      }
      changes={differences({ State: 'not frozen', 'May do': MAY.free }, { State: 'frozen', 'May do': MAY.frozen })}
      confirm="Freeze"
      onConfirm={({ message, reason, key }) =>
        act.mutateAsync({ input: { id: person.id, remark: message, reason_text: reason }, key })
      }
      onClose={onClose}
    />
  )
}

function UnfreezeDialog({ person, onClose }: DialogProps) {
  const act = useAct('unfreezePerson', `${person.uid} is no longer frozen. The customer was notified.`)
  return (
    <ActionDialog
      title={`Unfreeze ${person.uid}`}
      changes={differences({ State: 'frozen', 'May do': MAY.frozen }, { State: 'not frozen', 'May do': MAY.free })}
      confirm="Unfreeze"
      onConfirm={({ reason, key }) => act.mutateAsync({ input: { id: person.id, reason_text: reason }, key })}
      onClose={onClose}
    />
  )
}

function CloseDialog({ person, onClose }: DialogProps) {
  const act = useAct('closePerson', `The account of ${person.uid} is closed. The customer was notified.`)
  return (
    <ActionDialog
      title={`Close the account of ${person.uid}`}
      lead={
        'At the written request of the customer only. It is refused while orders are open, money is on its way ' +
        'or can be withdrawn, or an identity is being checked. Sessions, passkeys and notifications end. State ' +
        'in the reason how the customer asked.'
      }
      changes={differences({ State: 'open' }, { State: 'closed' })}
      confirm="Close account"
      tone="danger"
      onConfirm={({ reason, key }) => act.mutateAsync({ input: { id: person.id, reason_text: reason }, key })}
      onClose={onClose}
    />
  )
}

function ReopenDialog({ person, onClose }: DialogProps) {
  const act = useAct('reopenPerson', `The account of ${person.uid} is open again. The customer was notified.`)
  return (
    <ActionDialog
      title={`Reopen the account of ${person.uid}`}
      lead="The customer signs in with the password and the second factor as before. Passkeys do not come back."
      changes={differences({ State: 'closed' }, { State: 'open' })}
      confirm="Reopen account"
      onConfirm={({ reason, key }) => act.mutateAsync({ input: { id: person.id, reason_text: reason }, key })}
      onClose={onClose}
    />
  )
}

function ScoreDialog({ person, onClose }: DialogProps) {
  const [typed, setTyped] = useState(String(person.credit_score))
  const act = useAct('setCreditScore', ({ credit_score }) => `The credit score is ${credit_score}.`)
  const score = scoreOf(typed)
  const missing =
    score === undefined
      ? `A whole number from 0 to ${CREDIT_SCORE_MAX}.`
      : score === person.credit_score
        ? 'The score is already this number.'
        : undefined
  return (
    <ActionDialog
      title={`Credit score of ${person.uid}`}
      lead={CREDIT_SCORE_HELP}
      changes={differences({ 'Credit score': person.credit_score }, { 'Credit score': score ?? person.credit_score })}
      confirm="Set"
      missing={missing}
      onConfirm={({ reason, key }) =>
        act.mutateAsync({ input: { id: person.id, score: score ?? person.credit_score, reason_text: reason }, key })
      }
      onClose={onClose}
    >
      <TextField
        label="Credit score"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        autoFocus
      />
    </ActionDialog>
  )
}
