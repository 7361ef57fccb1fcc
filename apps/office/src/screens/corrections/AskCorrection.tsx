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
import { balanceWith, correctionFault } from './correction.ts'

type Category = (typeof CORRECTION_CATEGORIES)[number]

type Props = {
  readonly person: { readonly id: number; readonly uid: string; readonly account: { readonly balance: string } }
  readonly free: string
  readonly onClose: () => void
}

export function AskCorrection({ person, free, onClose }: Props) {
  const [amount, setAmount] = useState('')
  const [category, setCategory] = useState<Category | ''>('')
  const [remark, setRemark] = useState('')
  const act = useAct(
    'correctionAsk',
    ({ id }) => `Correction ${id} is waiting for the approval of a second staff member.`,
  )
  const { balance } = person.account
  return (
    <ActionDialog
      title={`Request a correction for ${person.uid}`}
      lead={`A second staff member must approve it; then it becomes one new ledger entry. Free now: ${amountText(free)} USD.`}
      changes={differences(
        { 'Balance, USD': amountText(balance) },
        { 'Balance, USD': amountText(balanceWith(balance, amount)) },
      )}
      confirm="Ask"
      missing={correctionFault({ amount, category, remark }, moneyOf(free) ?? micros(0))}
      onConfirm={async ({ reason, key }) => {
        if (category === '') return
        await act.mutateAsync({
          input: { user: person.id, amount: amount.trim(), category, remark: remark.trim(), reason_text: reason },
          key,
        })
      }}
      onClose={onClose}
    >
      <TextField
        label="Change of the balance, USD"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
        helperText="Negative: taken from the customer."
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        autoFocus
        required
      />
      <TextField
        select
        label="Why the balance is wrong"
        value={category}
        onChange={(event) => setCategory(event.target.value as Category)}
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
        onChange={(event) => setRemark(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        required
      />
    </ActionDialog>
  )
}
