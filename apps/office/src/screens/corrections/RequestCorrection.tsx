/** Requests a correction of a balance. Nothing is booked before a second staff member approves it. */
import { MenuItem, TextField } from '@mui/material'
import { moneyOf } from '@veritick/contract'
import { CORRECTION_CATEGORIES } from '@veritick/contract/office'
import { micros } from '@veritick/domain'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { differences } from '../../actions/difference.ts'
import { useAct } from '../../data/useCall.ts'
import { amountText } from '../../format/money.ts'
import { CORRECTION_CATEGORY } from '../../format/names.ts'
import { AccountChoice } from '../people/AccountChoice.tsx'
import { defaultAccountOf, type Person } from '../people/tabs.ts'
import { balanceWith, correctionFault } from './correction.ts'

type Category = (typeof CORRECTION_CATEGORIES)[number]
type Fields = { readonly amount: string; readonly category: Category | ''; readonly remark: string }

type Props = {
  readonly person: Pick<Person, 'id' | 'uid' | 'accounts'>
  readonly onClose: () => void
}

export function RequestCorrection({ person, onClose }: Props) {
  const accounts = person.accounts.filter(({ kind }) => kind === 'real')
  const [chosen, setChosen] = useState(defaultAccountOf({ accounts })?.trading_account)
  const [fields, setFields] = useState<Fields>({ amount: '', category: '', remark: '' })
  const { amount, category, remark } = fields
  const act = useAct(
    'correctionRequest',
    ({ id }) => `Correction ${id} is waiting for the approval of a second staff member.`,
  )
  const account = accounts.find(({ trading_account }) => trading_account === chosen)
  const { balance = '0', free_margin: free = '0' } = account ?? {}
  return (
    <ActionDialog
      title={`Request a correction for ${person.uid}`}
      lead={
        `A second staff member must approve it; then it becomes one new ledger entry. Free now: ` +
        `${amountText(free)} USD.`
      }
      changes={differences(
        { 'Balance, USD': amountText(balance) },
        { 'Balance, USD': amountText(balanceWith(balance, amount)) },
      )}
      confirm="Request"
      missing={correctionFault(fields, moneyOf(free) ?? micros(0))}
      onConfirm={async ({ reason, key }) => {
        if (category === '' || account === undefined) return
        const { trading_account } = account
        await act.mutateAsync({
          input: {
            user: person.id,
            trading_account,
            amount: amount.trim(),
            category,
            remark: remark.trim(),
            reason_text: reason,
          },
          key,
        })
      }}
      onClose={onClose}
    >
      <AccountChoice accounts={accounts} chosen={chosen} onChoose={setChosen} />
      <CorrectionFields fields={fields} onChange={(change) => setFields({ ...fields, ...change })} />
    </ActionDialog>
  )
}

type FieldsProps = { readonly fields: Fields; readonly onChange: (change: Partial<Fields>) => void }

function CorrectionFields({ fields: { amount, category, remark }, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label="Change of the balance, USD"
        value={amount}
        onChange={(event) => onChange({ amount: event.target.value })}
        helperText="Negative: taken from the customer."
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        autoFocus
        required
      />
      <TextField
        select
        label="Why the balance is wrong"
        value={category}
        onChange={(event) => onChange({ category: event.target.value as Category })}
        required
      >
        {CORRECTION_CATEGORIES.map((each) => (
          <MenuItem key={each} value={each}>
            {CORRECTION_CATEGORY[each]}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label="Message to the customer"
        value={remark}
        onChange={(event) => onChange({ remark: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        required
      />
    </>
  )
}
